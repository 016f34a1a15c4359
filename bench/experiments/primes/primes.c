/* SPDX-License-Identifier: MIT */
/*
 * When does parallel beat sequential? The primes in 1..N by trial division, in
 * one call and as tasks on every registered executor, by the method of an
 * article on the overhead of synchronisation (docs/method.md).
 */
#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/rows.h"
#include "bench/experiments/primes/primes.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/harness/trial_old.h"
#include "bench/samples/scratch.h"
#include "bench/config/settings.h"
#include "bench/stats/stats.h"
#include "bench/harness/sweep.h"
#include "bench/report/table.h"
#include "bench/report/text.h"
#include "kernel/log.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define POINTS_QUICK 2u
#define ROUNDS_LEAST 3u
#define SHORT 1000u       /* ranges up to here are run several times a round */
#define SECONDS_QUICK 2u  /* of rounds; then no further one begins */
#define SECONDS_FULL 60u

const uint32_t primes_n[PRIMES_POINTS] = { 100, 10000, PRIMES_MOST };

static struct primes_group group;

/* ---- what is measured -------------------------------------------------- */

static void add_subject(const struct settings *settings, struct primes_group *g,
			const char *name, const struct executor_kind *kind)
{
	if (g->subjects == PRIMES_SUBJECTS ||
	    (kind && !settings_wants(settings, name)))
		return;
	g->subject[g->subjects++] = (struct primes_subject){
		.name = name, .kind = kind, .crossover = TEXT_NULL };
}

/* The sequential run is always there: all others are compared with it. */
static void plan_group(const struct settings *settings, unsigned cores,
		       struct primes_group *g)
{
	g->cores = cores;
	g->full = settings->full;
	g->all_cores = cores == settings->cores;
	g->points = settings->full ? PRIMES_POINTS : POINTS_QUICK;
	g->rounds = settings->rounds < ROUNDS_LEAST ? ROUNDS_LEAST :
		    settings->rounds < PRIMES_ROUNDS ? settings->rounds
						     : PRIMES_ROUNDS;
	g->subjects = 0;
	add_subject(settings, g, "sequential", NULL);
	EXECUTOR_EACH(kind)
		add_subject(settings, g, (*kind)->name, *kind);
}

static bool cores_wanted(const struct settings *settings, unsigned cores)
{
	return settings->full || cores == settings->cores;
}

static unsigned primes_steps(const struct settings *settings)
{
	unsigned sum = 0;

	for (unsigned c = 1; c; c = sweep_next_cores(settings, c))
		if (cores_wanted(settings, c)) {
			plan_group(settings, c, &group);
			sum += group.subjects * (group.points * group.rounds +
						 PRIMES_STEPS_AFTER + 1);
		}
	return sum;
}

/* ---- before the passes ------------------------------------------------- */

bool primes_warn_wrong(const struct primes_pass *pass)
{
	log_warning("validation_failed", "primes %s on %u cores, N = %u: the "
		    "list is not that of the sieve", pass->subject->name,
		    pass->cores, pass->n);
	return false;
}

static bool primes_validate(const struct primes_subject *s, unsigned cores)
{
	struct variant variant = {
		.name = s->name,
		.property = "the sieve's primes, number for number" };
	struct cell cell = { .variant = &variant, .experiment = "primes",
			     .cores = cores };
	bool ok = true;

	machine_note("primes", s->name);
	for (unsigned p = 0; p < POINTS_QUICK; p++) {
		struct primes_pass pass = { .subject = s, .cores = cores,
					    .n = primes_n[p] };

		ok = ok && primes_run_pass(&pass);
		cell.checked += primes_n[p];
	}
	old_validation(&cell, ok);
	old_progress("primes", s->name, 1);
	if (!ok) {
		log_warning("validation_failed", "primes %s on %u cores lists "
			    "wrong numbers: not timed", s->name, cores);
		old_note(s->name, "VALIDATION FAILED: not timed");
	}
	return ok;
}

/* Leaves out who has no memory or fails; false: somebody has failed. */
static bool primes_prepare(struct primes_group *g)
{
	unsigned kept = 0;
	bool ok = true, proven;

	for (unsigned i = 0; i < g->subjects; i++) {
		struct primes_subject *s = &g->subject[i];

		if (!primes_make_executor(s, g->cores)) {
			old_skipped("primes", s->name, "not enough memory");
			continue;
		}
		proven = primes_validate(s, g->cores);
		ok &= proven;
		if (proven)
			g->subject[kept++] = *s;
	}
	g->subjects = kept;
	return ok;
}

/* ---- passes ------------------------------------------------------------ */

static bool time_pass(const struct primes_group *g, struct primes_subject *s,
		      unsigned point)
{
	struct primes_pass pass = { .subject = s, .cores = g->cores,
				    .n = primes_n[point] };

	if (!primes_run_pass(&pass))
		return primes_warn_wrong(&pass);
	s->sample[point][s->samples[point]++] = pass.wall;
	return true;
}

static bool time_round(struct primes_group *g, unsigned point, bool backwards)
{
	unsigned passes = primes_n[point] <= SHORT && !timeshared() ?
			  PRIMES_REPEATS : 1;

	for (unsigned i = 0; i < g->subjects; i++) {
		struct primes_subject *s =
			&g->subject[backwards ? g->subjects - 1 - i : i];

		machine_note("primes", s->name);
		for (unsigned k = 0; k < passes; k++)
			if (!time_pass(g, s, point))
				return false;
		old_progress("primes", s->name, 1);
	}
	return true;
}

/* The record being written. */
static struct primes_facts known;

static void log_fields(const struct cell *cell)
{
	(void)cell;
	log_number("primes", known.count);
	log_number("checksum", known.sum);
}

static void record_subject(const struct primes_group *g,
			   struct primes_subject *s, unsigned point)
{
	const struct param params[] = {
		{ "n", primes_n[point] },
		{ "tasks", s->kind ? primes_tasks(primes_n[point], g->cores)
				   : 0 }, { NULL, 0 } };
	struct report report = {
		.experiment = "primes", .variant = s->name, .per = "number",
		.params = params, .cores = g->cores, .batch = primes_n[point],
		.quiet = true, .fields = log_fields };

	known = primes_known(primes_n[point]);
	s->median[point] = report_samples(&report, s->sample[point],
					  s->samples[point]);
}

/* Few rounds where time is short, but one in any case. */
static bool measure_point(struct primes_group *g, unsigned point)
{
	for (unsigned r = 0; r < g->rounds; r++) {
		bool late = timeshared() || tsc_read() > g->deadline;

		if (r && late)
			break;
		if (!time_round(g, point, r % 2))
			return false;
	}
	for (unsigned i = 0; i < g->subjects; i++)
		record_subject(g, &g->subject[i], point);
	return true;
}

/* ---- the experiment ---------------------------------------------------- */

/* Where cores take turns no crossing means anything. */
static bool find_crossovers(struct primes_group *g)
{
	for (unsigned i = 0; i < g->subjects; i++) {
		struct primes_subject *s = &g->subject[i];

		if (!s->kind || !s->kind->parallel || g->cores == 1)
			continue;
		if (timeshared() || tsc_read() > g->deadline) {
			old_skipped("primes", s->name, "no crossover: cores "
				       "take turns, or time is up");
			continue;
		}
		machine_note("primes", s->name);
		if (!primes_find_crossover(g, s))
			return false;
		old_progress("primes", s->name, 1);
	}
	return true;
}

static bool measure_points(struct primes_group *g)
{
	g->deadline = tsc_read() + ticks_of_seconds(g->full ? SECONDS_FULL
							   : SECONDS_QUICK);
	for (unsigned p = 0; p < g->points; p++)
		if (!measure_point(g, p))
			return false;
	return !g->all_cores || find_crossovers(g);
}

static bool measure_on_cores(const struct settings *settings, unsigned cores)
{
	struct primes_group *g = &group;
	uint32_t most;
	bool ok;

	timesharing_look(cores);
	plan_group(settings, cores, g);
	most = primes_n[g->points - 1];
	scratch_empty();
	if (!primes_make_room(most > PRIMES_CROSS_MOST ? most :
			      PRIMES_CROSS_MOST)) {
		old_skipped("primes", "sequential", "not enough memory");
		return true;
	}
	ok = primes_prepare(g);
	if (!g->subjects || g->subject[0].kind || !measure_points(g))
		return false;
	primes_show_page(g);
	return (!g->all_cores || primes_trace_executors(g)) && ok;
}

static bool primes_run(const struct settings *settings)
{
	bool ok = true;

	for (unsigned c = 1; c; c = sweep_next_cores(settings, c))
		if (cores_wanted(settings, c))
			ok &= measure_on_cores(settings, c);
	return ok;
}

static const struct variant *primes_names(unsigned *count)
{
	MADE_ROWS(made, PRIMES_SUBJECTS);

	made_rows_name(&made, "sequential", "all in one call");
	EXECUTOR_EACH(kind)
		made_rows_name(&made, (*kind)->name, (*kind)->summary);
	*count = made.count;
	return made.row;
}

ROWS_MADE(primes, primes_names);
EXPERIMENT_RUN(primes, primes_steps, primes_run,
	       "when does parallel beat sequential?",
	       .order = ORDER_WHOLE);
