/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/rounds.h"

#include "bench/conditions/disturbed.h"
#include "bench/experiments/dispatch/pass.h"
#include "bench/experiments/dispatch/record.h"
#include "bench/experiments/dispatch/samples.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"

#define BODY_TRIES 5u   /* the least counts: nothing makes a loop faster than it is */
#define STAMPED_PART 8u /* of the tasks without stamps, with them */
#define QUEUED_TASKS 1024
#define PERCENT 100000  /* thousandths, of a whole */
#define NINETEEN 19     /* work to overhead, where that is 5 % */
#define RULE_SAMPLES 100u /* a per cent is one of them at least */

static void begin_cell(const struct dispatch_cell *c)
{
	struct record_key key = dispatch_key(c, NULL);

	trial_begin(&key);
}

static bool wrong_cell(const struct dispatch_cell *c)
{
	struct record_key key = dispatch_key(c, NULL);

	return trial_wrong(&key, "n = %lu: a task is missing or a sum wrong",
			   c->n);
}

/* ---- with stamps ------------------------------------------------------- */

static void summarise_samples(struct dispatch_cell *c)
{
	struct dispatch_stamped *s = &c->stamped;
	int64_t *sorted = dispatch_sorted();
	size_t n = 0;

	for (unsigned i = 0; i < c->cores; i++) {
		const struct dispatch_worker *w = &dispatch_order.worker[i];

		if (!w->tasks)
			continue;
		s->workers++;
		s->work += (int64_t)(w->work + w->end - w->entry);
		for (uint64_t k = 0; k < dispatch_samples_of(w); k++)
			sorted[n++] = w->sample[k].ticks;
	}
	s->work_milli = s->work * 1000 / (int64_t)s->tasks;
	s->summary = stats_summarise(sorted, n);
}

/*
 * A worker of several may wait for work between two tasks, for as long as that
 * takes: it is part of the answer. A core's own tasks, and all that one core
 * does alone, are interrupted where they take far longer than is usual; to
 * fill a queue again between two tasks is usual.
 */
static unsigned judge_stamped(const struct dispatch_cell *c)
{
	const struct dispatch_stamped *s = &c->stamped;
	struct round_facts facts = { .median = s->work_milli / 1000 };
	struct round_facts alone = { .median = s->summary.p50,
				     .max = s->summary.max -
					    s->summary.p50 * QUEUED_TASKS };

	for (unsigned i = 0; i < c->cores; i++)
		facts.max = (int64_t)max_u64((uint64_t)facts.max,
					     dispatch_order.worker[i].longest);
	if (s->workers > 1)
		alone.max = 0;
	return disturbed_by(&facts, ticks_of_seconds(1)) |
	       disturbed_by(&alone, ticks_of_seconds(1));
}

static bool run_stamped(const struct dispatch_group *g, struct dispatch_cell *c,
			uint64_t tasks)
{
	struct dispatch_pass pass = { .task = dispatch_stamped_task,
				      .tasks = min_u64(tasks, g->room),
				      .patience = g->patience };

	if (!dispatch_run_pass(c, &pass))
		return wrong_cell(c);
	c->stamped = (struct dispatch_stamped){ .tasks = pass.tasks,
						.wall = pass.wall };
	summarise_samples(c);
	c->stamped.disturbed = judge_stamped(c);
	return true;
}

bool dispatch_measure_stamped(const struct dispatch_group *g,
			      struct dispatch_cell *c)
{
	begin_cell(c);
	if (!run_stamped(g, c, c->tasks))
		return false;
	trial_step(1);
	return true;
}

/* How many of the tasks have 5 % of overhead or less. */
static int64_t rule_of(const struct dispatch_stamped *s)
{
	const int64_t *sorted = dispatch_sorted();
	size_t kept = 0;

	if (s->summary.n < RULE_SAMPLES)
		return QUANTITY_NONE;
	while (kept < s->summary.n &&
	       sorted[kept] * 1000 * NINETEEN <= s->work_milli)
		kept++;
	return (int64_t)(kept * PERCENT / s->summary.n);
}

/* Overheads and work, by the wall time of all workers. A value that cannot be
 * is none. */
static int64_t told_of(const struct dispatch_stamped *s)
{
	int64_t told = s->summary.mean_milli * (int64_t)s->summary.n / 1000 +
		       s->work;
	int64_t all = (int64_t)s->wall * s->workers;

	return told < 0 || told > 2 * all || !all ? QUANTITY_NONE :
	       told * PERCENT / all;
}

static bool stamp_round(const struct dispatch_group *g, struct dispatch_cell *c,
			unsigned round)
{
	const struct dispatch_stamped *s = &c->stamped;

	if (c->subject->exchanged)
		return true;
	if (!run_stamped(g, c, c->tasks / STAMPED_PART + 1))
		return false;
	c->stamps_disturbed[round] = s->disturbed;
	c->figure[P50][round] = s->summary.p50;
	c->figure[MEAN][round] = s->summary.mean_milli;
	c->figure[WORK][round] = s->work_milli;
	c->figure[RULE][round] = rule_of(s);
	c->figure[WORKERS][round] = s->workers * 1000;
	c->figure[TOLD][round] = told_of(s);
	dispatch_record_round(g, c, round);
	dispatch_raw_stamps(c, (int)round);
	return true;
}

/* ---- without stamps ---------------------------------------------------- */

static void choose_tasks(const struct dispatch_group *g,
			 struct dispatch_cell *c)
{
	begin_cell(c);
	c->tasks = g->fixed_tasks ? g->fixed_tasks :
		dispatch_fit_tasks(c, g->ticks, g->most_tasks);
	trial_step(1);
}

static int64_t body_milli(uint64_t n, uint64_t ticks)
{
	uint64_t least = UINT64_MAX, sum = 0, count = ticks / (n + 1) / 4 + 1;

	for (unsigned i = 0; i < BODY_TRIES; i++)
		least = min_u64(least, dispatch_time_bodies(n, count, &sum));
	return (int64_t)(least * 1000 / count);
}

/* What the executors are compared with in this round. */
static void begin_round(void *of, unsigned round)
{
	struct dispatch_group *g = of;

	machine_note("dispatch", "body");
	g->body[round] = body_milli(g->n, g->ticks / BODY_TRIES);
}

/* Ticks that all tasks take; 0: one is missing. A sample is the whole pass: a
 * pause in a task's time cannot be told from one in which it waits. */
static int64_t time_tasks(const struct dispatch_group *g,
			  struct dispatch_cell *c, unsigned round)
{
	struct dispatch_pass pass = { .task = dispatch_plain_task,
				      .tasks = c->tasks,
				      .patience = g->patience };

	if (!dispatch_run_pass(c, &pass))
		return 0;
	c->figure[WALL][round] = (int64_t)(pass.wall * 1000 / pass.tasks);
	c->figure[ALL_IN][round] = c->figure[WALL][round] * c->cores -
				   g->body[round];
	c->figure[AWAY][round] = (int64_t)(
		(pass.tasks - dispatch_order.worker[0].tasks) * 1000 /
		pass.tasks);
	return (int64_t)(pass.wall * c->tasks / pass.tasks);
}

static bool time_cell(void *of, unsigned cell, unsigned round)
{
	struct dispatch_group *g = of;
	struct dispatch_cell *c = &g->cell[cell];
	int64_t ticks;

	begin_cell(c);
	do {
		history_begin(&c->history,
			      c->subject->kind->parallel ? c->cores : 1);
		ticks = time_tasks(g, c, round);
		if (!ticks)
			return wrong_cell(c);
	} while (!history_add(&c->history, &ticks, 1));
	return stamp_round(g, c, round);
}

bool dispatch_measure_rounds(struct dispatch_group *g)
{
	struct trial_rounds plan = {
		.rounds = { .subjects = g->cells, .wanted = g->rounds,
			    .timeshared = g->rounds },
		.steps = 1, .before = begin_round, .pass = time_cell,
		.of = g };
	unsigned done;

	for (unsigned i = 0; i < g->cells; i++)
		choose_tasks(g, &g->cell[i]);
	if (!trial_rounds(&plan, &done))
		return false;
	dispatch_record_body(g, done);
	for (unsigned i = 0; i < g->cells; i++) {
		struct dispatch_cell *c = &g->cell[i];

		c->rounds = done;
		/* The pass with stamps came right after that look. */
		for (unsigned r = 0; r < done; r++)
			c->stamps_disturbed[r] |= c->history.disturbed[r] &
						  DISTURBED_TURNS;
	}
	return true;
}
