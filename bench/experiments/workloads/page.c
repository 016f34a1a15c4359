/* SPDX-License-Identifier: MIT */
#include "bench/experiments/workloads/workloads.h"

#include "bench/report/finding.h"
#include "bench/report/grid.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/string.h"

#define NAME_MAX 32u
#define SENTENCE_MAX 40u

/* ---- published --------------------------------------------------------- */

/* An article on the Go scheduler: 4 cores, 8 hardware threads, 2.9 GHz. */
static const struct {
	const char *name, *one_core, *all_cores;
} published[] = {
	{ "add", "10 to 13 % slower", "41 to 43 % faster" },
	{ "sort", "gains nothing", "gains nothing" },
	{ "find", "87 to 88 % faster", "87 % faster" },
};

static const char *published_of(const char *name, bool all_cores)
{
	for (unsigned i = 0; i < sizeof(published) / sizeof(*published); i++)
		if (!strcmp(published[i].name, name))
			return all_cores ? published[i].all_cores
					 : published[i].one_core;
	return "nothing";
}

/* ---- gain or loss ------------------------------------------------------ */

static struct gain gain_of(const struct workload_cell *c, enum form form)
{
	return workloads_gain(c->ticks[FORM_SEQUENTIAL], c->ticks[form],
			      c->rounds);
}

static int64_t size_of(int64_t value)
{
	return value < 0 ? -value : value;
}

/* "12.1 % slower" */
static const char *in_words(char text[SENTENCE_MAX], int64_t gain)
{
	format(text, SENTENCE_MAX, "%s %% %s", text_of(size_of(gain)),
	       gain < 0 ? "slower" : "faster");
	return text;
}

/* ---- the page ---------------------------------------------------------- */

static void show_heading(unsigned cores)
{
	grid_title("One worker and %u workers on %u core%s", WORKLOAD_WORKERS,
		   cores, text_s(cores));
	grid_column(-15, "workload");
	grid_column(12, "median");
	grid_column(-17, "  gain or loss");
	grid_column(-18, "half lie within");
	grid_column(-1, "published");
	grid_row();
}

static void show_form(const struct workload_cell *c, enum form form,
		      const char *beside)
{
	struct gain g = gain_of(c, form);
	char words[SENTENCE_MAX];

	grid_text("%s/%s", c->work->name, workloads_form[form]);
	grid_text("%s ms", text_of(text_ms(c->median[form])));
	if (form == FORM_SEQUENTIAL) {
		grid_text("  %u %ss", c->items, c->work->per);
	} else {
		grid_text("  %s", in_words(words, g.median));
		grid_text("%7s .. %s", text_of(g.least), text_of(g.most));
		grid_text("%s", beside);
	}
	grid_row();
}

/* ---- findings ---------------------------------------------------------- */

static void find_gain(const struct workload_cell *c, bool all_cores)
{
	struct gain g = gain_of(c, FORM_CONCURRENT);
	char name[NAME_MAX], words[SENTENCE_MAX];

	format(name, sizeof(name), "gain/%s/%u", c->work->name, c->cores);
	report_conclusion(&(struct finding){
		.experiment = "workloads", .name = name, .unit = "percent",
		.value_milli = g.median, .quiet = true,
		.subject = { c->work->name } },
		       "%s, %u %ss on %u core%s: %u workers are %s than one "
		       "(half the rounds: %s to %s); published: %s",
		       c->work->name, c->items, c->work->per, c->cores,
		       text_s(c->cores), WORKLOAD_WORKERS,
		       in_words(words, g.median), text_of(g.least),
		       text_of(g.most), published_of(c->work->name, all_cores));
}

/* The one that has changed most, of its sequential time. */
static void find_drift(const struct workload_cell *cell, unsigned cells)
{
	const struct workload_cell *worst = NULL;
	char name[NAME_MAX], words[SENTENCE_MAX];
	int64_t drift = 0;

	for (unsigned i = 0; i < cells; i++) {
		int64_t one = gain_of(&cell[i], FORM_AGAIN).median;

		if (!cell[i].work || (worst && size_of(one) <= size_of(drift)))
			continue;
		worst = &cell[i];
		drift = one;
	}
	if (!worst)
		return;
	format(name, sizeof(name), "drift/%u", worst->cores);
	report_conclusion(&(struct finding){
		.experiment = "workloads", .name = name, .unit = "percent",
		.value_milli = drift, .quiet = true,
		.subject = { worst->work->name } },
		       "one worker, again "
		       "at the end on %u core%s: %s has changed most, it is %s",
		       worst->cores, text_s(worst->cores),
		       worst->work->name, in_words(words, drift));
}

void workloads_show(const struct workload_cell *cell, unsigned cells,
		    bool all_cores)
{
	bool begun = false;

	for (unsigned i = 0; i < cells; i++) {
		const struct workload_cell *c = &cell[i];

		if (!c->work)
			continue;
		if (!begun)
			show_heading(c->cores);
		begun = true;
		show_form(c, FORM_SEQUENTIAL, NULL);
		show_form(c, FORM_CONCURRENT,
			  published_of(c->work->name, all_cores));
		show_form(c, FORM_AGAIN, "no drift");
		find_gain(c, all_cores);
	}
	find_drift(cell, cells);
}
