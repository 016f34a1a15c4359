/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/conditions/disturbed.h"
#include "bench/experiments/dispatch/raw.h"
#include "bench/experiments/dispatch/shape.h"
#include "bench/harness/trial.h"
#include "bench/samples/history.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

#define FLOOR_TRIES 5u
#define STAMPED_PART 8u /* of the tasks without stamps, with them */

uint64_t dispatch_n[DISPATCH_POINTS] = {
	0, 5, 11, 51, 101, 501, 1001, 5001, 10001, 100001, 600,
};

/* ---- floors ------------------------------------------------------------ */

/* Of the body, the last time. */
static struct {
	uint64_t count; /* of bodies, in each */
	int64_t ticks[FLOOR_TRIES];
} tries;

/* The least of some tries: nothing can make a loop faster than it is. */
static int64_t body_milli(uint64_t n, uint64_t ticks)
{
	int64_t least = INT64_MAX;
	uint64_t sum = 0;

	tries.count = ticks / (n + 1) / 4 + 1;
	for (unsigned i = 0; i < FLOOR_TRIES; i++) {
		tries.ticks[i] = (int64_t)dispatch_time_bodies(
			n, tries.count, &sum);
		least = min_i64(least, tries.ticks[i]);
	}
	return least * 1000 / (int64_t)tries.count;
}

/* The published mean, of the least disturbed of some tries. */
void dispatch_measure_stamp(struct dispatch_group *g)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < FLOOR_TRIES; i++)
		least = min_u64(least, dispatch_stamp_milli());
	g->stamp_milli = (int64_t)least;
	dispatch_order.stamp = (g->stamp_milli + 500) / 1000;
}

/* ---- a pass of a cell --------------------------------------------------- */

static void begin_cell(const struct dispatch_cell *c)
{
	struct record_key key = dispatch_key(c->subject, c->cores, NULL);

	trial_begin(&key);
}

static bool wrong_cell(const struct dispatch_cell *c)
{
	struct record_key key = dispatch_key(c->subject, c->cores, NULL);

	return trial_wrong(&key, "n = %lu: a task is missing or a sum wrong",
			   c->n);
}

static struct dispatch_pass pass_of(const struct dispatch_cell *c,
				    void (*task)(void *arg), uint64_t patience)
{
	return (struct dispatch_pass){
		.subject = c->subject, .cores = c->cores,
		.n = c->n, .task = task,
		.tasks = c->tasks_free, .patience = patience,
	};
}

/* ---- with stamps ------------------------------------------------------- */

static void add_worker(struct dispatch_cell *c, unsigned core)
{
	const struct dispatch_worker *w = &dispatch_order.worker[core];

	if (!w->tasks)
		return;
	c->workers++;
	c->overhead_sum += w->overhead;
	c->work_sum += (int64_t)(w->work + w->end - w->entry);
}

static void summarise_kept(struct dispatch_cell *c)
{
	int64_t *sorted = dispatch_sorted();
	size_t n = 0;

	for (unsigned i = 0; i < c->cores; i++) {
		const struct dispatch_worker *w = &dispatch_order.worker[i];

		for (uint64_t k = 0; k < dispatch_samples_of(w); k++)
			sorted[n++] = w->sample[k].ticks;
	}
	c->summary = stats_summarise(sorted, n);
}

/* A negative overhead was counted as 0; no deviation is known. */
static void summarise_counted(struct dispatch_cell *c)
{
	struct histogram *all = &dispatch_order.worker[0].histogram;

	for (unsigned i = 1; i < c->cores; i++)
		histogram_merge(all, &dispatch_order.worker[i].histogram);
	c->summary = (struct summary){
		.n = all->n, .min = all->n ? (int64_t)all->min : 0,
		.max = (int64_t)all->max,
		.p50 = (int64_t)histogram_percentile(all, 5000),
		.p90 = (int64_t)histogram_percentile(all, 9000),
		.p99 = (int64_t)histogram_percentile(all, 9900),
		.p999 = (int64_t)histogram_percentile(all, 9990),
		.p9999 = (int64_t)histogram_percentile(all, 9999),
		.mad = STATS_UNKNOWN,
	};
}

static void summarise_samples(struct dispatch_cell *c)
{
	c->workers = 0;
	c->overhead_sum = c->work_sum = 0;
	for (unsigned i = 0; i < c->cores; i++)
		add_worker(c, i);
	if (c->kept)
		summarise_kept(c);
	else
		summarise_counted(c);
	if (c->summary.n)
		c->overhead_milli = c->overhead_sum * 1000 /
				    (int64_t)c->summary.n;
	c->summary.mean_milli = c->overhead_milli;
	c->work_milli = c->work_sum * 1000 / (int64_t)c->tasks;
}

/*
 * A worker of several may wait for work between two tasks, for as long as that
 * takes: it is part of the answer. A core's own tasks, and all that one core
 * does alone, are interrupted where they take far longer than is usual; to
 * fill a queue again between two tasks is usual.
 */
#define QUEUED_TASKS 1024
static unsigned judge_stamped(const struct dispatch_cell *c)
{
	struct round_facts facts = { .median = c->work_milli / 1000 };
	struct round_facts alone = { .median = c->summary.p50,
				     .max = c->summary.max -
					    c->summary.p50 * QUEUED_TASKS };

	for (unsigned i = 0; i < c->cores; i++)
		facts.max = (int64_t)max_u64((uint64_t)facts.max,
					     dispatch_order.worker[i].longest);
	if (c->workers > 1)
		alone.max = 0;
	return disturbed_by(&facts, ticks_of_seconds(1)) |
	       disturbed_by(&alone, ticks_of_seconds(1));
}

static bool run_stamped(const struct dispatch_group *g, struct dispatch_cell *c,
			uint64_t tasks)
{
	struct dispatch_pass pass = pass_of(c, dispatch_stamped_task,
					    g->patience);

	pass.tasks = tasks;
	c->kept = dispatch_keeps_samples(tasks);
	if (!dispatch_run_pass(&pass))
		return wrong_cell(c);
	c->tasks = pass.tasks;
	c->wall = pass.wall;
	summarise_samples(c);
	return true;
}

bool dispatch_measure_stamped(struct dispatch_group *g, struct dispatch_cell *c)
{
	begin_cell(c);
	if (!run_stamped(g, c, c->tasks_free))
		return false;
	c->disturbed = judge_stamped(c);
	c->stamped = true;
	dispatch_write_stamps(c, DISPATCH_LONG_PASS);
	trial_step(1);
	return true;
}

/* ---- without stamps ---------------------------------------------------- */

static void choose_tasks(const struct dispatch_group *g,
			 struct dispatch_cell *c)
{
	struct dispatch_pass pass = pass_of(c, dispatch_plain_task, g->ticks);

	begin_cell(c);
	c->tasks_free = g->fixed_tasks ? g->fixed_tasks :
		dispatch_fit_tasks(&pass, g->most_tasks);
	trial_step(1);
}

/* The cells of a point that are compared. */
struct compared {
	struct dispatch_group *group;
	unsigned point, cells;
	struct dispatch_cell *cell[DISPATCH_SUBJECTS];
	struct history history[DISPATCH_SUBJECTS];
};

static void time_body(void *of, unsigned round)
{
	const struct compared *now = of;
	struct dispatch_group *g = now->group;

	machine_note("dispatch", "body");
	g->round_body_milli[now->point][round] =
		body_milli(dispatch_n[now->point], g->ticks / FLOOR_TRIES);
	if (g->explains)
		dispatch_time_parts(g, now->point, round);
}

static void begin_round(void *of, unsigned round)
{
	const struct compared *now = of;

	time_body(of, round);
	dispatch_write_body(now->group, now->point, round, tries.count,
			    tries.ticks, FLOOR_TRIES);
}

/* A round's overhead and work, of a short pass with stamps. */
static bool stamp_round(struct dispatch_group *g, struct dispatch_cell *c,
			unsigned round)
{
	if (c->subject->exchanged)
		return true;
	if (!run_stamped(g, c, c->tasks_free / STAMPED_PART + 1))
		return false;
	c->round_overhead[round] = c->summary.p50;
	c->round_overhead_milli[round] = c->overhead_milli;
	c->round_work_milli[round] = c->work_milli;
	c->stamps_disturbed[round] = judge_stamped(c);
	if (c->point == DISPATCH_4700)
		c->round_rule_milli[round] = dispatch_rule_milli(c);
	dispatch_note_shape(g, c, round);
	dispatch_write_stamps(c, (int)round);
	return true;
}

/* Ticks that all tasks take; 0: one is missing. A sample is the whole pass: a
 * pause in a task's time cannot be told from one in which it waits. */
static int64_t time_tasks(struct dispatch_pass *pass, struct dispatch_cell *c,
			  unsigned round)
{
	if (!dispatch_run_pass(pass))
		return 0;
	c->round_milli[round] = (int64_t)(pass->wall * 1000 / pass->tasks);
	c->round_away_milli[round] = (int64_t)(
		(pass->tasks - dispatch_order.worker[0].tasks) * 1000 /
		pass->tasks);
	return (int64_t)(pass->wall * c->tasks_free / pass->tasks);
}

static bool time_cell(void *of, unsigned subject, unsigned round)
{
	struct compared *now = of;
	struct dispatch_cell *c = now->cell[subject];
	struct history *h = &now->history[subject];
	struct dispatch_pass pass;
	int64_t ticks;

	begin_cell(c);
	do {
		history_begin(h, c->subject->kind->parallel ? c->cores : 1);
		pass = pass_of(c, dispatch_plain_task, now->group->patience);
		ticks = time_tasks(&pass, c, round);
		if (!ticks)
			return wrong_cell(c);
	} while (!history_add(h, &ticks, 1));
	dispatch_write_wall(c, round, &pass);
	return stamp_round(now->group, c, round);
}

int64_t dispatch_median(const int64_t *value, const unsigned *disturbed,
			unsigned n)
{
	int64_t sorted[DISPATCH_ROUNDS];
	unsigned clean = 0;

	for (unsigned r = 0; r < n; r++)
		if (!disturbed[r])
			sorted[clean++] = value[r];
	if (!clean)
		memcpy(sorted, value, n * sizeof(*sorted));
	return stats_median(sorted, clean ? clean : n);
}

static void conclude_cell(struct dispatch_cell *c, const struct history *h,
			  const int64_t *body, unsigned rounds)
{
	int64_t all_in[DISPATCH_ROUNDS];

	for (unsigned r = 0; r < rounds; r++) {
		all_in[r] = c->round_milli[r] * c->cores - body[r];
		c->round_disturbed[r] = h->disturbed[r];
		/* The pass with stamps came right after that look. */
		c->stamps_disturbed[r] |= h->disturbed[r] & DISTURBED_TURNS;
	}
	c->rounds = rounds;
	c->wall_milli = dispatch_median(c->round_milli, c->round_disturbed,
					rounds);
	c->all_in_milli = dispatch_median(all_in, c->round_disturbed, rounds);
	c->measured = true;
}

bool dispatch_measure_free(struct dispatch_group *g, unsigned point)
{
	static struct compared now;
	struct trial_rounds plan = {
		.rounds = { .wanted = g->rounds, .timeshared = g->rounds },
		.steps = 1, .before = begin_round, .pass = time_cell,
		.of = &now };
	const int64_t *body = g->round_body_milli[point];
	unsigned done;

	now = (struct compared){ .group = g, .point = point };
	for (unsigned s = 0; s < g->subjects; s++)
		if (g->cell[s][point].subject)
			now.cell[now.cells++] = &g->cell[s][point];
	if (!now.cells)
		return true;
	time_body(&now, 0);
	for (unsigned i = 0; i < now.cells; i++)
		choose_tasks(g, now.cell[i]);
	plan.rounds.subjects = now.cells;
	if (!trial_rounds(&plan, &done))
		return false;
	dispatch_record_body(g, point, done);
	for (unsigned i = 0; i < now.cells; i++) {
		conclude_cell(now.cell[i], &now.history[i], body, done);
		if (g->explains)
			dispatch_explain_cell(g, now.cell[i]);
		else
			dispatch_write_rounds(now.cell[i], NULL);
	}
	return true;
}

/* ---- what follows from a cell ------------------------------------------ */

int64_t dispatch_overhead_percent(const struct dispatch_cell *c)
{
	int64_t both = c->overhead_milli + c->work_milli;
	int64_t percent = both > 0 ? c->overhead_milli * 100000 / both : 0;

	return (percent + 5) / 10 * 10; /* so that both shares add up */
}

int64_t dispatch_price_milli(const struct dispatch_cell *c)
{
	int64_t n = (int64_t)c->n;

	return n ? (c->overhead_milli + c->work_milli) / n : INT64_MAX;
}

int64_t dispatch_times_milli(const struct dispatch_cell *c,
			     const struct dispatch_cell *other)
{
	int64_t times[DISPATCH_ROUNDS];
	unsigned disturbed[DISPATCH_ROUNDS];

	for (unsigned r = 0; r < c->rounds; r++) {
		times[r] = c->round_milli[r] * 1000 /
			   (other->round_milli[r] ? other->round_milli[r] : 1);
		disturbed[r] = c->round_disturbed[r] |
			       other->round_disturbed[r];
	}
	return dispatch_median(times, disturbed, c->rounds);
}

const struct dispatch_cell *dispatch_find_cell(
	const struct dispatch_group *g, const char *name, unsigned point)
{
	for (unsigned s = 0; s < g->subjects; s++)
		if (!strcmp(g->subject[s].name, name) &&
		    g->cell[s][point].measured)
			return &g->cell[s][point];
	return NULL;
}
