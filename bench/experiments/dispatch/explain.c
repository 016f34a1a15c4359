/* SPDX-License-Identifier: MIT */
/*
 * A dispatch's cost from its parts, each measured alone. A task that runs where
 * it was submitted costs two calls (submit and the task), a push and a pop; one
 * that travels moves, in addition, the cache lines of the lock, the indices and
 * the slot. Under a lock that is not fair only the slot's: one core runs a
 * burst with the rest. Push and pop are taken to happen one after the other:
 * under one lock they do; elsewhere they overlap, and what is left (the
 * residual) is below zero by as much.
 */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/report/text.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

#define TRIES 5u /* the least counts: nothing makes a loop faster than it is */
#define OPERATIONS 1000u
#define TURNS 500u
#define TURNS_TIMESHARED 8u /* each one may wait for the host's scheduler */
#define CAPACITY 1024u

/* ---- on one core ------------------------------------------------------- */

static int64_t least_milli(void (*body)(void *arg, uint64_t count), void *arg)
{
	uint64_t best = UINT64_MAX;

	for (unsigned i = 0; i < TRIES; i++) {
		uint64_t begin = tsc_start();

		body(arg, OPERATIONS);
		best = min_u64(best, tsc_stop_lfence() - begin);
	}
	return (int64_t)(best * 1000 / OPERATIONS);
}

__attribute__((noinline)) static void call_tasks(void *arg, uint64_t count)
{
	void (*volatile task)(void *arg) = dispatch_plain_task;

	while (count--)
		task(arg);
}

/* An empty task, called through a pointer. */
static int64_t measure_task(void)
{
	dispatch_order.n = 0;
	return least_milli(call_tasks, NULL);
}

/* A primitive's own loop, and what it works on. */
struct loop {
	const struct lock_kind *lock;
	const struct queue_kind *queue;
	void *object;
};

static void run_loop(void *arg, uint64_t count)
{
	const struct loop *loop = arg;

	if (loop->lock)
		loop->lock->pairs(loop->object, count);
	else
		loop->queue->pairs(loop->object, count);
}

/* Acquire + release, nobody else wants it; INT64_MAX: no memory. */
static int64_t measure_lock(const struct lock_kind *kind)
{
	struct loop loop = { .lock = kind,
			     .object = bench_scratch(kind->size) };

	if (!loop.object)
		return INT64_MAX;
	kind->init(loop.object);
	return least_milli(run_loop, &loop);
}

/* Push + pop by one core, with both locks of a locked queue; likewise. */
static int64_t measure_queue(const struct queue_kind *kind)
{
	struct loop loop = { .queue = kind,
			     .object = bench_scratch(kind->size) };
	void *memory = bench_scratch(kind->bytes(CAPACITY));

	if (!loop.object || !memory)
		return INT64_MAX;
	kind->init(loop.object, memory, CAPACITY);
	return least_milli(run_loop, &loop);
}

/* ---- from core to core ------------------------------------------------- */

static struct {
	uint32_t turn; /* atomic: even, core 0's */
	uint32_t turns;
	uint64_t ticks;
} ball __attribute__((aligned(MACHINE_LINE_PAIR)));

/* In relaxed order: nothing is passed on but the line itself. */
static void play_ball(unsigned core, void *arg)
{
	uint64_t begin = 0;

	(void)arg;
	for (uint32_t i = core; i < 2 * ball.turns; i += 2) {
		while (atomic_load_relaxed(&ball.turn) != i)
			cpu_relax();
		if (i == 2) /* both cores are there */
			begin = tsc_start();
		atomic_store_relaxed(&ball.turn, i + 1);
	}
	if (!core)
		ball.ticks = tsc_stop_lfence() - begin;
}

/* A cache line's way from one core to another; 0 on a single core. */
static int64_t measure_line(unsigned cores)
{
	uint64_t best = UINT64_MAX;

	if (cores < 2)
		return 0;
	for (unsigned i = 0; i < TRIES; i++) {
		ball.turn = 0;
		ball.turns = timeshared() ? TURNS_TIMESHARED : TURNS;
		machine_run(2, play_ball, NULL);
		best = min_u64(best, ball.ticks);
	}
	return (int64_t)(best * 1000 / (2 * ball.turns - 4));
}

/* ---- what an executor needs for a task --------------------------------- */

/* The queue of a worker that stays alone: a ring without atomics. */
#define ALONE "spsc/plain"

struct recipe {
	const char *executor;
	const char *queue;   /* pushed to and popped from */
	unsigned line_milli; /* lines that a travelling task moves, x 1000 */
};

/* Of a queue in which only the slots travel, several a line. */
#define SLOTS_MILLI 500u

/* Of a fair lock: its line to the taker and back, the indices, the slot. */
#define LOCK_MILLI 4000u

static const struct recipe recipes[] = {
	{ "loop", ALONE, 0 },
	{ "shared", "ring/backoff", SLOTS_MILLI },
	{ "steal", "deque", SLOTS_MILLI },
	{ "spsc", "spsc", SLOTS_MILLI },
	{ "adaptive", "spsc", SLOTS_MILLI },
};

static const struct recipe *recipe_of(const struct dispatch_subject *s)
{
	for (unsigned i = 0; i < sizeof(recipes) / sizeof(recipes[0]); i++)
		if (!strcmp(recipes[i].executor, s->kind->name))
			return &recipes[i];
	return NULL;
}

static int64_t queue_called(const char *name)
{
	REGISTRY_EACH(qc_queues, const struct queue_kind, queue)
		if (!strcmp((*queue)->name, name))
			return measure_queue(*queue);
	return INT64_MAX;
}

/* Push and pop; INT64_MAX where they could not be measured. */
static int64_t queue_part(const struct recipe *r,
			  const struct dispatch_cell *c)
{
	const struct dispatch_subject *s = c->subject;

	if (s->options.lock)
		return 2 * measure_lock(s->options.lock);
	if (s->options.queue)
		return measure_queue(s->options.queue);
	return queue_called(r->queue);
}

/* Lines that a travelling task moves, in thousandths. */
static unsigned lines_of(const struct recipe *r,
			 const struct dispatch_subject *s)
{
	if (s->options.queue)
		return SLOTS_MILLI;
	if (s->options.lock)
		return s->options.lock->fair ? LOCK_MILLI : SLOTS_MILLI;
	return r->line_milli;
}

static void explain_cell(const struct dispatch_cell *c, int64_t task,
			 int64_t line)
{
	const struct recipe *r = recipe_of(c->subject);
	int64_t queue, lines, sum;

	if (!r || (queue = queue_part(r, c)) == INT64_MAX)
		return;
	lines = (int64_t)lines_of(r, c->subject) * (int64_t)c->travelled /
		(int64_t)c->tasks;
	sum = 2 * task + queue + lines * line / 1000;
	report_conclusion(dispatch_about("explained", c->subject,
					 c->wall_milli - sum, "ticks"),
		       "%s: 2 calls of %s + push and pop %s + %s lines of %s = "
		       "%s ticks predicted, %s measured, %s left",
		       c->subject->name, text_of(task), text_of(queue),
		       text_of(lines), text_of(line), text_of(sum),
		       text_of(c->wall_milli), text_of(c->wall_milli - sum));
}

void dispatch_explain_empty(const struct dispatch_group *g, bool all)
{
	int64_t task = measure_task();
	int64_t line = measure_line(g->cores);

	for (unsigned s = 0; s < g->subjects; s++)
		if (g->cell[s][0].stamped && (all || !g->subject[s].exchanged))
			explain_cell(&g->cell[s][0], task, line);
}
