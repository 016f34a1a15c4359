/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/raw.h"

#include "bench/harness/raw.h"

#define LENGTH_PARAMS(n) { { "n", (int64_t)(n) }, { NULL, 0 } }

/* ---- the body ---------------------------------------------------------- */

struct tries {
	unsigned round;
	uint64_t count;
	const int64_t *ticks;
};

static void try_row(const void *of, unsigned index, int64_t *value)
{
	const struct tries *t = of;

	value[0] = t->round;
	value[1] = (int64_t)t->count;
	value[2] = t->ticks[index];
}

void dispatch_write_body(const struct dispatch_group *g, unsigned point,
			 unsigned round, uint64_t count, const int64_t *ticks,
			 unsigned tries)
{
	static const struct series_column columns[] = {
		{ .name = "round" }, { .name = "bodies" }, { .name = "ticks" },
		{ .name = NULL } };
	const struct param params[] = LENGTH_PARAMS(dispatch_n[point]);

	raw_series(&(struct series_record){
		.key = { "dispatch", "body", g->cores, params },
		.columns = columns, .rows = tries, .row = try_row,
		.of = &(struct tries){ round, count, ticks } });
}

/* ---- without stamps ---------------------------------------------------- */

struct wall {
	unsigned round;
	const struct dispatch_pass *pass;
};

static void wall_row(const void *of, unsigned index, int64_t *value)
{
	const struct wall *w = of;

	(void)index;
	value[0] = w->round;
	value[1] = (int64_t)w->pass->tasks;
	value[2] = (int64_t)dispatch_order.worker[0].tasks;
	value[3] = (int64_t)w->pass->wall;
}

void dispatch_write_wall(const struct dispatch_cell *c, unsigned round,
			 const struct dispatch_pass *pass)
{
	static const struct series_column columns[] = {
		{ .name = "round" }, { .name = "tasks" },
		{ .name = "on_core_0" }, { .name = "wall" }, { .name = NULL } };
	const struct param params[] = LENGTH_PARAMS(c->n);

	raw_series(&(struct series_record){
		.key = dispatch_key(c->subject, c->cores, params),
		.columns = columns, .rows = 1, .row = wall_row,
		.of = &(struct wall){ round, pass } });
}

/* ---- with stamps ------------------------------------------------------- */

struct stamps {
	const struct dispatch_cell *cell;
	int round;
};

static void stamp_row(const void *of, unsigned index, int64_t *value)
{
	const struct stamps *s = of;
	const struct dispatch_worker *w = dispatch_order.worker;

	while (index >= dispatch_samples_of(w))
		index -= (unsigned)dispatch_samples_of(w++);
	value[0] = w - dispatch_order.worker;
	value[1] = s->round;
	value[2] = w->sample[index].ticks;
}

static void work_row(const void *of, unsigned index, int64_t *value)
{
	const struct stamps *s = of;

	(void)index;
	value[0] = s->round;
	value[1] = (int64_t)s->cell->tasks;
	value[2] = s->cell->work_sum;
	value[3] = s->cell->workers;
	value[4] = (int64_t)s->cell->wall;
}

void dispatch_write_stamps(const struct dispatch_cell *c, int round)
{
	static const struct series_column overheads[] = {
		{ .name = "worker" }, { .name = "round" }, { .name = "ticks" },
		{ .name = NULL } };
	static const struct series_column work[] = {
		{ .name = "round" }, { .name = "tasks" }, { .name = "work" },
		{ .name = "workers" }, { .name = "wall" }, { .name = NULL } };
	const struct param params[] = LENGTH_PARAMS(c->n);
	struct series_record series = {
		.key = dispatch_key(c->subject, c->cores, params),
		.columns = overheads, .rows = (unsigned)c->summary.n,
		.row = stamp_row, .of = &(struct stamps){ c, round } };

	if (!c->kept)
		return;
	raw_series(&series);
	series.columns = work;
	series.rows = 1;
	series.row = work_row;
	raw_series(&series);
}

struct first {
	unsigned round;
	const uint64_t *taken;
};

static void first_row(const void *of, unsigned worker, int64_t *value)
{
	const struct first *f = of;

	value[0] = f->round;
	value[1] = worker;
	value[2] = (int64_t)f->taken[worker];
}

void dispatch_write_first(const struct dispatch_cell *c, unsigned round,
			  const uint64_t *taken)
{
	static const struct series_column columns[] = {
		{ .name = "round" }, { .name = "worker" }, { .name = "first" },
		{ .name = NULL } };
	const struct param params[] = LENGTH_PARAMS(c->n);

	raw_series(&(struct series_record){
		.key = dispatch_key(c->subject, c->cores, params),
		.columns = columns, .rows = c->cores, .row = first_row,
		.of = &(struct first){ round, taken } });
}

/* ---- all rounds -------------------------------------------------------- */

struct judged_rounds {
	const struct dispatch_cell *cell;
	const struct dispatch_parts *parts;
};

static void judged_row(const void *of, unsigned round, int64_t *value)
{
	const struct judged_rounds *j = of;
	const struct dispatch_parts none = { 0 };
	const struct dispatch_parts *p = j->parts ? &j->parts[round] : &none;

	*value++ = round;
	*value++ = j->cell->round_disturbed[round];
	*value++ = j->cell->stamps_disturbed[round];
	*value++ = p->submit_milli;
	*value++ = p->run_milli;
	*value++ = p->handed_milli;
	*value++ = p->start * 1000;
	*value = (int64_t)j->cell->tasks_free;
}

void dispatch_write_rounds(const struct dispatch_cell *c,
			   const struct dispatch_parts *parts)
{
	static const struct series_column columns[] = {
		{ .name = "round" }, { .name = "disturbed" },
		{ .name = "stamps_disturbed" }, { .name = "submit_milli" },
		{ .name = "run_milli" }, { .name = "handed_milli" },
		{ .name = "start_milli" }, { .name = "wanted" },
		{ .name = NULL } };
	const struct param params[] = LENGTH_PARAMS(c->n);

	raw_series(&(struct series_record){
		.key = dispatch_key(c->subject, c->cores, params),
		.columns = columns, .rows = c->rounds, .row = judged_row,
		.of = &(struct judged_rounds){ c, parts } });
}
