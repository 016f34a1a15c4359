/* SPDX-License-Identifier: MIT */
/*
 * What does it cost to hand a task to a pool, and when does it pay? Every
 * registered executor runs tasks of ten lengths, by the method of the open
 * .NET book's chapter on thread pools (docs/method.md).
 */
#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/experiments/dispatch/check.h"
#include "bench/experiments/dispatch/pass.h"
#include "bench/experiments/dispatch/plan.h"
#include "bench/experiments/dispatch/record.h"
#include "bench/experiments/dispatch/rounds.h"
#include "bench/harness/shared_queue.h"
#include "bench/harness/sweep.h"
#include "bench/harness/trial.h"
#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/tsc.h"

#define STAMP_TRIES 5u
#define ACROSS 8u /* executors side by side */

/* Of a cell: the number of its tasks, the rounds, the pass with stamps. */
static unsigned steps_of(struct dispatch_group *g)
{
	return dispatch_count_planned(g) * (g->rounds + 2);
}

static unsigned dispatch_steps(const struct settings *settings)
{
	/* Too large for a stack. */
	struct dispatch_group *g = scratch_keep(sizeof(*g));
	unsigned sum = 0;

	for (unsigned c = 1; g && c; c = sweep_next_cores(settings, c)) {
		dispatch_plan(g, settings, c);
		sum += steps_of(g);
	}
	return sum;
}

/* ---- before the passes ------------------------------------------------- */

static bool validate(const struct dispatch_subject *s,
		     const struct record_key *key)
{
	struct proof proof;

	trial_begin(key);
	/* Without memory executor_check() proves what it can. */
	proof = shared_queue_prove(s->options.lock, s->options.queue,
				   key->cores);
	proof.property = EXECUTOR_PROPERTY;
	proof.primitive = NULL;
	proof.operations = 0;
	if (proof.proven != DISPROVEN)
		executor_check(&(struct executor_checked){
			.kind = s->kind, .options = &s->options,
			.executor = s->executor, .memory = s->memory,
			.cores = key->cores }, &proof);
	return trial_verdict(key, &proof);
}

/* False: a validation failed; that executor is left out, the others are not. */
static bool validate_subjects(struct dispatch_group *g)
{
	bool ok = true;

	for (unsigned i = 0; i < g->subjects; i++) {
		struct dispatch_subject *s = &g->subject[i];
		struct record_key key = { "dispatch", s->name, g->cores, NULL };

		if (s->out)
			continue;
		if (!dispatch_make_executor(s, g->cores)) {
			trial_skip_memory(&key);
			s->out = true;
		} else if (!validate(s, &key)) {
			s->out = true;
			ok = false;
		}
	}
	return ok;
}

static bool make_room(struct dispatch_group *g)
{
	struct record_key key = { "dispatch", "loop", g->cores, NULL };

	scratch_empty();
	if (!dispatch_make_room(g->cores, g->most_tasks, &g->room))
		return trial_skip_memory(&key);
	if (g->room < g->most_tasks)
		log_warning("few_results", "dispatch: no memory for %lu "
			    "samples on %u core%s: passes with stamps have %lu "
			    "tasks at most", g->most_tasks, g->cores,
			    format_s(g->cores), g->room);
	return true;
}

/* The published mean, of the least disturbed of some tries. */
static void measure_stamp(void)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < STAMP_TRIES; i++)
		least = min_u64(least, dispatch_stamp_milli());
	dispatch_order.stamp = (int64_t)((least + 500) / 1000);
}

/* ---- on the screen ----------------------------------------------------- */

/* The wall times of a task, which no row of the table has; 0: none. */
static int64_t wall[DISPATCH_SUBJECTS][DISPATCH_LENGTHS];

static void note_walls(const struct dispatch_group *g, unsigned point)
{
	for (unsigned i = 0; i < g->cells && point < DISPATCH_LENGTHS; i++)
		wall[g->cell[i].subject - g->subject][point] =
			dispatch_median(&g->cell[i], WALL);
}

/* From the first executor on; none where the next one is an exchange. */
static void show_walls(const struct dispatch_group *g, unsigned first)
{
	unsigned end = first;

	while (end < g->subjects && end - first < ACROSS &&
	       !g->subject[end].exchanged)
		end++;
	if (end == first)
		return;
	grid_title("Wall time of a task of n iterations on %u core%s%s (%s)",
		   g->cores, format_s(g->cores),
		   g->oversubscribed ? ", oversubscribed" : "", record_unit());
	grid_column(7, "n");
	for (unsigned s = first; s < end; s++)
		grid_column(9, "%.8s", g->subject[s].name);
	grid_row();
	for (unsigned p = 0; p < DISPATCH_LENGTHS; p++) {
		grid_count((int64_t)dispatch_n[p]);
		for (unsigned s = first; s < end; s++)
			if (wall[s][p])
				grid_milli(wall[s][p]);
			else
				grid_text("-");
		grid_row();
	}
	show_walls(g, end);
}

/* ---- the experiment ---------------------------------------------------- */

/* Of an exchange, wall times beyond the empty task give the break-even only. */
static bool measure_behind(const struct dispatch_group *g,
			   struct dispatch_cell *c)
{
	if (c->subject->exchanged && c->n && !g->settings->full) {
		trial_step(1);
		return true;
	}
	if (!dispatch_measure_stamped(g, c))
		return false;
	dispatch_record_cell(g, c);
	return true;
}

static bool measure_point(struct dispatch_group *g, unsigned point)
{
	dispatch_plan_point(g, point);
	if (g->cells && !dispatch_measure_rounds(g))
		return false;
	note_walls(g, point);
	for (unsigned i = 0; i < g->cells; i++)
		if (!measure_behind(g, &g->cell[i]))
			return false;
	return true;
}

static bool measure_points(struct dispatch_group *g)
{
	uint64_t patience = steps_of(g) * g->ticks * 3 / 2;
	uint64_t begun = tsc_read();
	bool ok = true;

	memset(wall, 0, sizeof(wall));
	for (unsigned p = 0; p <= DISPATCH_4700; p++) {
		ok &= measure_point(g, p);
		if (tsc_read() - begun > patience)
			dispatch_lower_effort(g);
	}
	return ok;
}

static bool measure_on_cores(const struct settings *settings,
			     struct dispatch_group *g, unsigned cores)
{
	bool ok;

	timesharing_look(cores);
	dispatch_plan(g, settings, cores);
	if (g->left_out && cores == 1)
		log_warning("few_executors", "dispatch: %u executors of %u are "
			    "left out, %u have room: name those you want by "
			    "variant=", g->left_out,
			    g->subjects + g->left_out, g->subjects);
	if (!dispatch_count_planned(g))
		return true;
	if (!make_room(g))
		return false;
	ok = validate_subjects(g);
	if (cores == 1)
		measure_stamp();
	ok &= measure_points(g);
	if (g->all_cores)
		show_walls(g, 0);
	return ok;
}

static bool dispatch_run(const struct settings *settings)
{
	struct record_key key = { "dispatch", "loop", settings->cores, NULL };
	struct dispatch_group *g = scratch_keep(sizeof(*g));
	bool ok = true;

	if (!g)
		return trial_skip_memory(&key);
	dispatch_find_length();
	for (unsigned c = 1; c; c = sweep_next_cores(settings, c))
		ok &= measure_on_cores(settings, g, c);
	return ok;
}

EXPERIMENT_RUN(dispatch, dispatch_steps, dispatch_run,
	       "what does it cost to hand a task to a pool, when does it pay?",
	       .order = ORDER_WHOLE, .step_ms = { 9, 27 },
	       .page = ""); /* each length has rows of its own */
