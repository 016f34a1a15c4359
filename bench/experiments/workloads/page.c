/* SPDX-License-Identifier: MIT */
#include "bench/experiments/workloads/workloads.h"

#include "bench/conclusions/conclude.h"
#include "bench/report/grid.h"
#include "bench/report/results.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/string.h"

#define WHAT_MAX 64u

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

/* ---- findings ---------------------------------------------------------- */

static void add_form(struct conclusion *ratio, const struct workload_cell *c,
		     enum form form, char name[FIGURE_NAME_MAX])
{
	format(name, FIGURE_NAME_MAX, "%s/%s", c->work->name,
	       workloads_form[form]);
	conclusion_add(ratio, name, results_find("workloads", name, c->cores));
}

/* How many times as long as one worker the form takes. */
static struct judged compare(const struct workload_cell *c, enum form form,
			     const char *beside)
{
	bool again = form == FORM_AGAIN;
	char name[FIGURE_NAME_MAX], what[WHAT_MAX];
	char one[FIGURE_NAME_MAX], other[FIGURE_NAME_MAX];
	struct judged judged;
	struct conclusion ratio = {
		.experiment = "workloads", .name = name, .claim = CLAIM_RATIO,
		.fineness = c->cores > 1 ? FINE_CORES : FINE_ONE_CORE,
		.cores = c->cores, .unit = "times", .what = what,
		.published = again ? NULL : beside, .quiet = true };

	format(name, sizeof(name), "%s/%s/%u", again ? "drift" : "gain",
	       c->work->name, c->cores);
	if (again)
		format(what, sizeof(what), "%u %ss on %u core%s, again at the "
		       "end", c->items, c->work->per, c->cores,
		       text_s(c->cores));
	else
		format(what, sizeof(what), "%u %ss on %u core%s, %u workers",
		       c->items, c->work->per, c->cores, text_s(c->cores),
		       WORKLOAD_WORKERS);
	add_form(&ratio, c, FORM_SEQUENTIAL, one);
	add_form(&ratio, c, form, other);
	conclude_as(&ratio, &judged);
	return judged;
}

/* ---- the page ---------------------------------------------------------- */

static void show_heading(unsigned cores)
{
	grid_title("One worker and %u workers on %u core%s", WORKLOAD_WORKERS,
		   cores, text_s(cores));
	grid_column(-15, "workload");
	grid_column(12, "median");
	grid_column(-17, "  times as long");
	grid_column(-16, "interval");
	grid_column(-1, "published");
	grid_row();
}

static int64_t shown(int64_t milli)
{
	return milli == GATE_NO_ROUND ? TEXT_NULL : milli;
}

static void show_form(const struct workload_cell *c, enum form form,
		      const char *beside)
{
	struct span ratio = { 0 };

	if (form != FORM_SEQUENTIAL)
		ratio = compare(c, form, beside).figure; /* no row is begun */
	grid_text("%s/%s", c->work->name, workloads_form[form]);
	grid_text("%s ms", text_of(text_ms(c->median[form])));
	if (form == FORM_SEQUENTIAL) {
		grid_text("  %u %ss", c->items, c->work->per);
	} else {
		grid_text("  %s", text_of(shown(ratio.value)));
		grid_text("%s .. %s", text_of(shown(ratio.low)),
			  text_of(shown(ratio.high)));
		grid_text("%s", beside);
	}
	grid_row();
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
	}
}
