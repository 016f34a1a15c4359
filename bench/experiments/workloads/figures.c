/* SPDX-License-Identifier: MIT */
/*
 * What the experiment `workloads` concludes besides: how fast memory is read
 * when integers are added up, what a document takes, and how many workers do
 * best.
 */
#include "bench/experiments/workloads/workloads.h"

#include "bench/conclusions/conclude.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/scale.h"
#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "bench/report/results.h"
#include "kernel/format.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

#define WHAT_MAX 96u
#define MEGA 1000000u

/* ---- figures of its own ------------------------------------------------ */

/* A round's figure in thousandths; GATE_NO_ROUND: disturbed. */
typedef int64_t figure_of_ticks(const struct workload_cell *c, int64_t ticks);

/* 80 MB at 5 GHz fit in 64 bits. */
static int64_t gigabytes(const struct workload_cell *c, int64_t ticks)
{
	uint64_t bytes = c->items * sizeof(uint64_t);

	return (int64_t)(bytes * machine_clock()->hz / (uint64_t)ticks / MEGA);
}

/* Published milliseconds of a document that is read for one of them. */
static int64_t milliseconds(const struct workload_cell *c, int64_t ticks)
{
	return ticks * 1000 / (int64_t)(c->items * scale_ticks(1));
}

struct own {
	const struct workload *work;
	const char *name, *what, *unit, *published, *published_id;
	enum form form;
	figure_of_ticks *figure;
	bool one_core; /* the published figure is of one; else of all */
};

static void find_own(const struct workload_cell *c, const struct own *own)
{
	const struct history *h = &c->history[own->form];
	int64_t value[WORKLOADS_ROUNDS];
	char name[FIGURE_NAME_MAX], what[WHAT_MAX];
	bool beside = own->one_core ? c->cores == 1 : c->all_cores;
	struct conclusion conclusion = {
		.experiment = "workloads", .name = name, .claim = CLAIM_VALUE,
		.fineness = c->cores > 1 ? FINE_CORES : FINE_ONE_CORE,
		.cores = c->cores, .unit = own->unit, .what = what,
		.published = beside ? own->published : NULL,
		.published_id = beside ? own->published_id : NULL,
		.subjects = 1,
		.subject = { {
			.name = c->work->name, .rounds = c->rounds,
			.fitness = timeshared() && c->cores > 1 ? FIT_IN_TURNS
								: FIT,
			.round = value } } };

	format(name, sizeof(name), "%s/%u", own->name, c->cores);
	format(what, sizeof(what), own->what, c->cores, format_s(c->cores));
	for (unsigned r = 0; r < c->rounds; r++)
		value[r] = h->disturbed[r] || !c->ticks[own->form][r] ?
			   GATE_NO_ROUND :
			   own->figure(c, c->ticks[own->form][r]);
	conclude(&conclusion);
}

/* ---- which number of workers ------------------------------------------- */

static void find_best(const struct workload_cell *c)
{
	char name[FIGURE_NAME_MAX], what[WHAT_MAX];
	char names[FORMS][FIGURE_NAME_MAX];
	struct conclusion best = {
		.experiment = "workloads", .name = name, .claim = CLAIM_ORDER,
		.fineness = c->cores > 1 ? FINE_CORES : FINE_ONE_CORE,
		.cores = c->cores, .unit = record_unit(), .what = what,
		.superlative = "fastest" };

	format(name, sizeof(name), "workers/%s/%u", c->work->name, c->cores);
	format(what, sizeof(what), "%s on %u core%s, %s by %s", c->work->name,
	       c->cores, format_s(c->cores), c->work->per, c->work->per);
	for (enum form f = FORM_SEQUENTIAL; f < FORM_AGAIN; f++) {
		if (f == FORM_CONCURRENT || !workloads_has(c, f))
			continue;
		format(names[f], FIGURE_NAME_MAX, "%s/%s", c->work->name,
		       workloads_form[f]);
		conclusion_add(&best, names[f], results_find("workloads",
			       names[f], c->cores));
	}
	conclude(&best);
}

/* Is it any better on all cores? */
static void compare_with_one_core(const struct workload_cell *c)
{
	struct conclusion ratio = {
		.experiment = "workloads", .name = "cores/find",
		.claim = CLAIM_RATIO, .cores = c->cores, .unit = "times",
		.what = "find by 8 workers",
		.published = "no further gain",
		.published_id = "workloads.find_further" };

	conclusion_add(&ratio, "on one core",
		       results_find("workloads", "find/concurrent", 1));
	conclusion_add(&ratio, "on all cores",
		       results_find("workloads", "find/concurrent", c->cores));
	conclude(&ratio);
}

static const struct own owns[] = {
	{ .work = &workload_add, .name = "memory/add", .unit = "GB/s", .form = FORM_SEQUENTIAL,
	  .what = "Adding up, one worker on %u core%s reads %%s GB a second",
	  .published = "14.0", .published_id = "workloads.add_memory_one",
	  .figure = gigabytes, .one_core = true },
	{ .work = &workload_add, .name = "memory/add/8", .unit = "GB/s", .form = FORM_CONCURRENT,
	  .what = "Adding up, 8 workers on %u core%s read %%s GB a second",
	  .published = "23.8 on 8", .published_id = "workloads.add_memory_all",
	  .figure = gigabytes },
	{ .work = &workload_search, .name = "wait/find", .unit = "ms a document",
	  .form = FORM_SEQUENTIAL,
	  .what = "A document of 1 ms, one worker on %u core%s, takes %%s ms",
	  .published = "1.48", .published_id = "workloads.find_wait",
	  .figure = milliseconds, .one_core = true },
};

void workloads_find(const struct workload_cell *c)
{
	for (unsigned i = 0; i < sizeof(owns) / sizeof(*owns); i++)
		if (owns[i].work == c->work && ticks_known())
			find_own(c, &owns[i]);
	if (!c->all_cores)
		return;
	find_best(c);
	if (!strcmp(c->work->name, "find") && c->cores > 1)
		compare_with_one_core(c);
}

/* True by construction, whatever is measured. */
void workloads_explain(void)
{
	grid_note("add: a worker is a fiber: no goroutine is started, nothing "
		  "is sent");
	grid_note("sort: the whole list is sorted again when its parts are");
	grid_note("find: who waits for a document leaves its core to others");
}
