/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/conditions/disturbed.h"
#include "bench/harness/trial.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

#define FLOOR_TRIES 5u

const uint64_t dispatch_n[DISPATCH_POINTS] = {
	0, 5, 11, 51, 101, 501, 1001, 5001, 10001, 100001, 600,
};

/* ---- floors ------------------------------------------------------------ */

/* The least of some tries: nothing can make a loop faster than it is. */
static int64_t body_milli(uint64_t n, uint64_t ticks)
{
	uint64_t count = ticks / (n + 1) / 4 + 1, least = UINT64_MAX, sum = 0;

	for (unsigned i = 0; i < FLOOR_TRIES; i++)
		least = min_u64(least, dispatch_time_bodies(n, count, &sum));
	return (int64_t)(least * 1000 / count);
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

/* ---- without stamps ---------------------------------------------------- */

static void choose_tasks(const struct dispatch_group *g,
			 struct dispatch_cell *c, uint64_t body)
{
	struct dispatch_pass pass = pass_of(c, dispatch_plain_task, g->ticks);

	begin_cell(c);
	c->tasks_free = g->fixed_tasks ? g->fixed_tasks :
		dispatch_fit_tasks(&pass, body, g->most_tasks);
	trial_step(1);
}

/* The cells of a point that are compared. */
struct compared {
	struct dispatch_group *group;
	unsigned point, cells;
	struct dispatch_cell *cell[DISPATCH_SUBJECTS];
};

static void time_body(void *of, unsigned round)
{
	const struct compared *now = of;
	struct dispatch_group *g = now->group;

	machine_note("dispatch", "body");
	g->round_body_milli[now->point][round] =
		body_milli(dispatch_n[now->point], g->ticks / FLOOR_TRIES);
}

static bool time_cell(void *of, unsigned subject, unsigned round)
{
	const struct compared *now = of;
	struct dispatch_cell *c = now->cell[subject];
	struct dispatch_pass pass = pass_of(c, dispatch_plain_task,
					    now->group->patience);

	begin_cell(c);
	if (!dispatch_run_pass(&pass))
		return wrong_cell(c);
	c->round_milli[round] = (int64_t)(pass.wall * 1000 / pass.tasks);
	return true;
}

static int64_t median_of(const int64_t *value, unsigned n)
{
	int64_t sorted[DISPATCH_ROUNDS];

	memcpy(sorted, value, n * sizeof(*sorted));
	return stats_median(sorted, n);
}

static void conclude_cell(struct dispatch_cell *c, const int64_t *body,
			  unsigned rounds)
{
	int64_t all_in[DISPATCH_ROUNDS];

	for (unsigned r = 0; r < rounds; r++)
		all_in[r] = c->round_milli[r] * c->cores - body[r];
	c->rounds = rounds;
	c->wall_milli = median_of(c->round_milli, rounds);
	c->all_in_milli = median_of(all_in, rounds);
	c->measured = true;
}

bool dispatch_measure_free(struct dispatch_group *g, unsigned point)
{
	struct compared now = { .group = g, .point = point };
	struct trial_rounds plan = {
		.rounds = { .wanted = g->rounds, .timeshared = g->rounds },
		.steps = 1, .before = time_body, .pass = time_cell,
		.of = &now };
	const int64_t *body = g->round_body_milli[point];
	unsigned done;

	for (unsigned s = 0; s < g->subjects; s++)
		if (g->cell[s][point].subject)
			now.cell[now.cells++] = &g->cell[s][point];
	if (!now.cells)
		return true;
	time_body(&now, 0);
	for (unsigned i = 0; i < now.cells; i++)
		choose_tasks(g, now.cell[i], (uint64_t)body[0] / 1000);
	plan.rounds.subjects = now.cells;
	if (!trial_rounds(&plan, &done))
		return false;
	g->body_milli[point] = median_of(body, done);
	for (unsigned i = 0; i < now.cells; i++)
		conclude_cell(now.cell[i], body, done);
	return true;
}

/* ---- with stamps ------------------------------------------------------- */

static void add_worker(struct dispatch_cell *c, unsigned core)
{
	const struct dispatch_worker *w = &dispatch_order.worker[core];

	if (!w->tasks)
		return;
	c->travelled += core ? w->tasks : 0;
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
		.mad = STATS_UNKNOWN,
	};
}

static void summarise_samples(struct dispatch_cell *c)
{
	c->workers = 0;
	c->travelled = 0;
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

bool dispatch_measure_stamped(struct dispatch_group *g, struct dispatch_cell *c)
{
	struct dispatch_pass pass = pass_of(c, dispatch_stamped_task,
					    g->patience);
	struct machine_counters before = machine_counters(), after;
	struct round_facts facts = { 0 };

	begin_cell(c);
	c->kept = dispatch_keeps_samples(pass.tasks);
	if (!dispatch_run_pass(&pass))
		return wrong_cell(c);
	after = machine_counters();
	c->tasks = pass.tasks;
	c->wall = pass.wall;
	summarise_samples(c);
	facts.smi = after.smi - before.smi;
	/* No sample is too long to be true: waiting for work, or for root to
	 * fill the queue again, is part of the answer. */
	c->disturbed = disturbed_by(&facts, ticks_of_seconds(1));
	c->stamped = true;
	trial_step(1);
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

	for (unsigned r = 0; r < c->rounds; r++)
		times[r] = c->round_milli[r] * 1000 /
			   (other->round_milli[r] ? other->round_milli[r] : 1);
	return median_of(times, c->rounds);
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
