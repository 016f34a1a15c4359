/* SPDX-License-Identifier: MIT */
/* What experiment `inject` concludes, beside the published figure. */
#include "bench/experiments/inject/inject.h"

#include "bench/conclusions/conclude.h"
#include "bench/report/record.h"
#include "kernel/format.h"
#include "kernel/string.h"

#define NAME_MAX 32u
#define TEXT_MAX 96u

static struct subject subject_of(const char *name,
				 const struct inject_figures *f,
				 enum inject_figure figure)
{
	return (struct subject){ .name = name, .rounds = f->rounds,
				 .round = f->round[figure] };
}

/* Of those that an article had: docs/published.md. */
static const struct published_row {
	const char *name, *id;
} published_rows[] = {
	{ "block_12_done", "inject.block_done" },
	{ "block_12_empty", "inject.block_empty" },
	{ "block_12_first", "inject.block_first" },
	{ "block_12_dip", "inject.block_dip" },
	{ "block_12_peak", "inject.block_peak" },
	{ "block_12_added", "inject.block_added" },
	{ "block_12_table", "inject.block_table" },
	{ "block_12_retire", "inject.block_retire" },
	{ "block_200_done", "inject.at_once_done" },
	{ "burst_peak", "inject.burst_peak" },
	{ "burst_again", "inject.burst_again" },
	{ "burst_left", "inject.burst_left" },
	{ "cpu_injected", "inject.cpu_injected" },
	{ "cpu_peak", "inject.cpu_peak" },
	{ "cpu_all", "inject.cpu_all" },
	{ "cpu_lost", "inject.cpu_lost" },
	{ "cpu_useless", "inject.cpu_useless" },
	{ "half_1", "inject.half_1" },
	{ "half_2", "inject.half_2" },
	{ "half_3", "inject.half_3" },
	{ "half_waiters", "inject.half_waiters" },
	{ "short_workers", "inject.short_workers" },
	{ "mixed_share", "inject.climb_share" },
	{ "fiber_switch", "inject.switch" },
	{ "fiber_create", "inject.create" },
};

static const char *id_of(const char *name)
{
	for (unsigned i = 0;
	     i < sizeof(published_rows) / sizeof(published_rows[0]); i++)
		if (!strcmp(name, published_rows[i].name))
			return published_rows[i].id;
	return NULL;
}

static void find_value(const char *name, const struct inject_load *load,
		       const struct inject_figures *f,
		       enum inject_figure figure, const char *unit,
		       const char *what, const char *published)
{
	conclude(&(struct conclusion){
		.experiment = "inject", .name = name, .claim = CLAIM_VALUE,
		.cores = load->cores, .unit = unit, .what = what,
		.published = published, .published_id = id_of(name),
		.subjects = 1,
		.subject = { subject_of(load->variant, f, figure) } });
}

static void find_ratio(const char *name, const struct inject_load *load,
		       const char *what, struct subject base,
		       struct subject other)
{
	conclude(&(struct conclusion){
		.experiment = "inject", .name = name, .claim = CLAIM_RATIO,
		.cores = load->cores, .unit = "times", .what = what,
		.published_id = id_of(name), .subjects = 2, .subject = { base, other } });
}

/* ---- tasks that block --------------------------------------------------- */

static void find_blocked(const struct inject_load *load,
			 const struct inject_figures *f, const char *of,
			 enum inject_figure figure, const char *unit,
			 const char *text, const char *published)
{
	char name[NAME_MAX], what[TEXT_MAX];

	format(name, sizeof(name), "block_%u_%s", load->least, of);
	format(what, sizeof(what), text, load->least);
	find_value(name, load, f, figure, unit, what, published);
}

void inject_find_block(const struct inject_load *load,
		       const struct inject_figures *f)
{
	bool at_once = load->least >= load->tasks;

	find_blocked(load, f, "done", INJECT_DONE, "s",
		     "Blocking tasks, %u+ workers: done after %%s s",
		     at_once ? "little over 60 s" : "167 s, 12+ workers");
	if (at_once)
		return;
	find_blocked(load, f, "first", INJECT_FIRST, "s",
		     "Blocking tasks, %u+ workers: the first is done after "
		     "%%s s", "60 s");
	find_blocked(load, f, "empty", INJECT_EMPTY, "s",
		     "Blocking tasks, %u+ workers: no task waits after %%s s",
		     "107 s");
	find_blocked(load, f, "peak", INJECT_PEAK, "workers",
		     "Blocking tasks, %u+ workers: %%s at most", "122");
	find_blocked(load, f, "added", INJECT_GROWN, "workers a second",
		     "Blocking tasks, %u+ workers: %%s a second are added while "
		     "tasks wait", "1 to 2");
	find_blocked(load, f, "table", INJECT_STEP, "s",
		     "Blocking tasks, %u+ workers: the table has a row every "
		     "%%s s", "1");
	find_blocked(load, f, "dip", INJECT_DIP, "s",
		     "Blocking tasks, %u+ workers: workers leave from %%s s on",
		     "about 127 s");
	find_blocked(load, f, "retire", INJECT_RETIRED, "workers a second",
		     "Blocking tasks, %u+ workers: at most %%s a second "
		     "leave", "12");
}

/* A pool that lets go has to make its workers anew. */
static void find_again(const struct inject_load *load,
		       const struct inject_figures *f)
{
	conclude(&(struct conclusion){
		.experiment = "inject", .name = "burst_again",
		.claim = CLAIM_VALUE, .cores = load->cores, .unit = "s",
		.what = "Bursts of blocking tasks: the second has all its "
			"workers after %s s",
		.never = "Bursts of blocking tasks: the second never has all "
			 "its workers",
		.published = "at once", .published_id = id_of("burst_again"),
		.subjects = 1,
		.subject = { subject_of(load->variant, f, INJECT_AGAIN) } });
}

void inject_find_burst(const struct inject_load *load,
		       const struct inject_figures *f)
{
	find_again(load, f);
	find_value("burst_peak", load, f, INJECT_PEAK, "workers",
		   "Bursts of blocking tasks: %s workers at most", "202");
	find_value("burst_left", load, f, INJECT_LEFT, "workers",
		   "Between two bursts: %s workers stay", "4");
}

/* ---- tasks that compute ------------------------------------------------- */

/* When every task has a worker, of which as many as cores are of use. */
static void find_all(const struct inject_load *load,
		     const struct inject_figures *f)
{
	char what[TEXT_MAX], never[TEXT_MAX];

	format(what, sizeof(what), "Computing tasks: %u workers are there "
	       "after %%s s", load->tasks);
	format(never, sizeof(never), "Computing tasks: never are there %u "
	       "workers", load->tasks);
	conclude(&(struct conclusion){
		.experiment = "inject", .name = "cpu_all",
		.claim = CLAIM_VALUE, .cores = load->cores, .unit = "s",
		.what = what, .never = never, .published = "about 250 s",
		.published_id = id_of("cpu_all"), .subjects = 1,
		.subject = { subject_of(load->variant, f, INJECT_ALL) } });
}

void inject_find_cpu(const struct inject_load *load,
		     const struct inject_figures *f)
{
	find_value("cpu_injected", load, f, INJECT_ADDED, "workers a second",
		   "Computing tasks, taken for blocked: %s new workers a second",
		   "about 2");
	find_value("cpu_peak", load, f, INJECT_PEAK, "workers",
		   "Computing tasks: %s workers at most, of use are as many as "
		   "cores", "up to 500");
	find_all(load, f);
	find_value("cpu_useless", load, f, INJECT_USELESS, "bytes",
		   "Computing tasks: the useless workers take %s bytes", NULL);
	find_value("cpu_lost", load, f, INJECT_LOST, "percent",
		   "Computing tasks: %s % of the time goes to useless workers",
		   NULL);
	find_value("cpu_inside", load, f, INJECT_INSIDE, "percent",
		   "%s % of the pool's looks interrupt a task", NULL);
}

void inject_find_short(const struct inject_load *load,
		       const struct inject_figures *f)
{
	char what[TEXT_MAX];

	format(what, sizeof(what), "Short tasks: of %u worker%s, %%s stay",
	       load->begin, format_s(load->begin));
	find_value("short_workers", load, f, INJECT_COUNT, "workers", what,
		   "fewer");
}

/* ---- tasks that block half of their time --------------------------------- */

void inject_find_half(const struct inject_load *load,
		      const struct inject_figures *f)
{
	char name[NAME_MAX] = "half_waiters", what[TEXT_MAX];
	unsigned a_core = load->most / load->cores;

	if (!load->waiters)
		format(name, sizeof(name), "half_%u", a_core);
	format(what, sizeof(what), "Half-blocking tasks, %u worker%s a core%s: "
	       "cores compute %%s %% of the time", a_core, format_s(a_core),
	       load->waiters ? ", and waiters" : "");
	find_value(name, load, f, INJECT_BUSY, "percent", what, NULL);
}

/* ---- a mixed load ------------------------------------------------------- */

void inject_find_mixed(const struct inject_load *load,
		       const struct inject_figures *climb, uint32_t best,
		       const struct inject_figures *fixed)
{
	char name[NAME_MAX];

	format(name, sizeof(name), "the best fixed pool, %u", best);
	find_ratio("mixed_share", load, "A mixed load",
		   subject_of(name, fixed, INJECT_THOUSAND),
		   subject_of("hill climbing", climb, INJECT_THOUSAND));
}

/* ---- scales and costs --------------------------------------------------- */

void inject_find_scales(const struct inject_load *load,
			const struct inject_figures figures[2],
			const uint64_t scale[2])
{
	char name[2][NAME_MAX];

	for (unsigned i = 0; i < 2; i++)
		format(name[i], NAME_MAX, "scale %lu", scale[i]);
	find_ratio("scale_apart", load, "The same load at two scales",
		   subject_of(name[0], &figures[0], INJECT_DONE),
		   subject_of(name[1], &figures[1], INJECT_DONE));
}

static void find_cost(const char *name, const struct inject_cost *cost,
		      enum inject_cost_of which, const char *text,
		      const char *published)
{
	char what[TEXT_MAX];

	format(what, sizeof(what), text, record_unit());
	conclude(&(struct conclusion){
		.experiment = "inject", .name = name, .claim = CLAIM_VALUE,
		.fineness = FINE_ONE_CORE, .cores = 1, .unit = record_unit(),
		.what = what, .published = published,
		.published_id = id_of(name), .subjects = 1,
		.subject = { { .name = "cost", .rounds = cost->rounds,
			       .round = cost->round[which] } } });
}

void inject_find_cost(const struct inject_cost *cost)
{
	const int64_t bytes = (int64_t)cost->bytes * 1000;

	find_cost("fiber_switch", cost, INJECT_SWITCH,
		  "A switch of fibers takes %%s %s", "a thread, 6000 to 8000");
	find_cost("fiber_create", cost, INJECT_FRESH,
		  "A fiber's life on a new stack takes %%s %s",
		  "a thread, 200000");
	find_cost("fiber_again", cost, INJECT_POOLED,
		  "A fiber's life on a used stack takes %%s %s", NULL);
	conclude(&(struct conclusion){
		.experiment = "inject", .name = "fiber_bytes",
		.claim = CLAIM_FACT, .unit = "bytes",
		.published_id = "inject.stack",
		.what = "A fiber takes %s bytes (published: a thread's stack, "
			"1048576)",
		.subjects = 1,
		.subject = { { .rounds = 1, .round = &bytes } } });
}
