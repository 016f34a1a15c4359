/* SPDX-License-Identifier: MIT */
#include "bench/bench.h"
#include "bench/report/self_sampled.h"
#include "bench/config/scale.h"
#include "bench/stats/stats.h"
#include "bench/report/text.h"
#include "bench/experiments/workloads/workloads.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

#define NAME_MAX 32u
#define SENTENCE_MAX 40u
#define PERCENT_MILLI 100000

/* ---- published ---------------------------------------------------------------- */

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

/* ---- results ------------------------------------------------------------------ */

static uint64_t record(const struct workload_cell *c, enum form form,
		       const char *what)
{
	char name[NAME_MAX];
	uint64_t sorted[WORKLOADS_ROUNDS];
	const struct param params[] = {
		{ "items", c->items },
		{ "workers", form == FORM_CONCURRENT ? WORKLOAD_WORKERS : 1 },
		{ c->work->scale_quick ? "scale" : NULL,
		  (int64_t)scale_divisor() }, { NULL, 0 } };
	struct report report = { .experiment = "workloads", .variant = name,
				 .per = c->work->per, .params = params,
				 .cores = c->cores, .batch = c->items,
				 .quiet = true };

	format(name, sizeof(name), "%s/%s", c->work->name, what);
	memcpy(sorted, c->ticks[form], c->rounds * sizeof(*sorted));
	return report_samples(&report, sorted, c->rounds);
}

void workloads_record(struct workload_cell *c)
{
	uint64_t sorted[WORKLOADS_ROUNDS];

	c->median[FORM_SEQUENTIAL] = record(c, FORM_SEQUENTIAL, "sequential");
	c->median[FORM_CONCURRENT] = record(c, FORM_CONCURRENT, "concurrent");
	memcpy(sorted, c->ticks[FORM_AGAIN], c->rounds * sizeof(*sorted));
	c->median[FORM_AGAIN] = (uint64_t)stats_median((int64_t *)sorted, c->rounds);
}

/* ---- gain or loss --------------------------------------------------------------- */

struct gain { int64_t median, least, most; }; /* thousandths of a per cent */

/* Of the sequential time; above 0 the form is faster. */
static int64_t gain_milli(uint64_t sequential, uint64_t ticks)
{
	return ((int64_t)sequential - (int64_t)ticks) * PERCENT_MILLI /
	       (int64_t)(sequential + !sequential);
}

static void sort_up(int64_t *value, unsigned n)
{
	for (unsigned i = 1; i < n; i++)
		for (unsigned k = i; k && value[k - 1] > value[k]; k--) {
			int64_t kept = value[k];

			value[k] = value[k - 1];
			value[k - 1] = kept;
		}
}

/* From medians; the spread is where the middle half of the rounds lies. */
static struct gain gain_of(const struct workload_cell *c, enum form form)
{
	int64_t one[WORKLOADS_ROUNDS] = { 0 };
	unsigned n = c->rounds, quarter = n / 4;

	for (unsigned r = 0; r < n; r++)
		one[r] = gain_milli(c->ticks[FORM_SEQUENTIAL][r],
				    c->ticks[form][r]);
	sort_up(one, n);
	return (struct gain){
		.median = gain_milli(c->median[FORM_SEQUENTIAL],
				     c->median[form]),
		.least = one[quarter], .most = one[n ? n - 1 - quarter : 0] };
}

static int64_t size_of(int64_t value)
{
	return value < 0 ? -value : value;
}

/* "12.1 % slower" */
static const char *in_words(char text[SENTENCE_MAX], int64_t gain)
{
	char number[TEXT_NUMBER_MAX];

	format(text, SENTENCE_MAX, "%s %% %s",
	       text_number(number, size_of(gain)),
	       gain < 0 ? "slower" : "faster");
	return text;
}

/* "-12.1" */
static const char *with_sign(char text[SENTENCE_MAX], int64_t gain)
{
	char number[TEXT_NUMBER_MAX];

	format(text, SENTENCE_MAX, "%s%s", gain < 0 ? "-" : "",
	       text_number(number, size_of(gain)));
	return text;
}

/* ---- the page ------------------------------------------------------------------- */

static int64_t ms_milli(uint64_t ticks)
{
	return ticks_known() ? (int64_t)(ticks * 1000 / ticks_of_ms(1))
			     : TEXT_NULL;
}

static void row(const struct workload_cell *c, enum form form,
		const char *what, const char *beside)
{
	struct gain g = gain_of(c, form);
	char name[NAME_MAX], ms[TEXT_NUMBER_MAX], words[SENTENCE_MAX];
	char least[SENTENCE_MAX], most[SENTENCE_MAX];

	format(name, sizeof(name), "%s/%s", c->work->name, what);
	print("%-15s %8s ms", name,
	      text_number(ms, ms_milli(c->median[form])));
	if (form == FORM_SEQUENTIAL)
		print("  %u %ss\n", c->items, c->work->per);
	else
		print("  %-15s%7s .. %-7s%s\n", in_words(words, g.median),
		      with_sign(least, g.least), with_sign(most, g.most),
		      beside);
}

static void heading(unsigned cores)
{
	machine_style(MACHINE_TITLE);
	print("\nOne worker and %u workers on %u core%s\n", WORKLOAD_WORKERS,
	      cores, cores == 1 ? "" : "s");
	machine_style(MACHINE_DIM);
	print("%-15s %11s  %-15s%-18s%s\n", "", "median", "gain or loss",
	      "half lie within   ", "published");
	machine_style(MACHINE_PLAIN);
}

/* ---- findings --------------------------------------------------------------------- */

static void find_gain(const struct workload_cell *c, bool all_cores)
{
	struct gain g = gain_of(c, FORM_CONCURRENT);
	char name[NAME_MAX], words[SENTENCE_MAX];
	char least[SENTENCE_MAX], most[SENTENCE_MAX];

	format(name, sizeof(name), "gain/%s/%u", c->work->name, c->cores);
	report_conclusion(&(struct finding){
		.experiment = "workloads", .name = name, .unit = "percent",
		.value_milli = g.median, .quiet = true,
		.subject = { c->work->name } },
		       "%s, %u %ss on %u core%s: %u workers are %s than one "
		       "(half the rounds: %s to %s); published: %s", c->work->name, c->items,
		       c->work->per, c->cores, c->cores == 1 ? "" : "s",
		       WORKLOAD_WORKERS, in_words(words, g.median),
		       with_sign(least, g.least), with_sign(most, g.most),
		       published_of(c->work->name, all_cores));
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
		       worst->cores, worst->cores == 1 ? "" : "s",
		       worst->work->name, in_words(words, drift));
}

void workloads_conclude(const struct workload_cell *cell, unsigned cells,
			bool all_cores)
{
	bool begun = false;

	for (unsigned i = 0; i < cells; i++) {
		const struct workload_cell *c = &cell[i];

		if (!c->work)
			continue;
		if (!begun)
			heading(c->cores);
		begun = true;
		row(c, FORM_SEQUENTIAL, "sequential", "");
		row(c, FORM_CONCURRENT, "concurrent",
		    published_of(c->work->name, all_cores));
		row(c, FORM_AGAIN, "again", "no drift");
		find_gain(c, all_cores);
	}
	find_drift(cell, cells);
}
