/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/parts.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/experiments/dispatch/task.h"
#include "kernel/tsc.h"

#define TRIES 5u
#define OPERATIONS 1000u
#define TURNS 500u
#define TURNS_TIMESHARED 8u /* each one may wait for the host's scheduler */
#define CAPACITY 1024u

/* ---- on one core ---------------------------------------------------------- */

static int64_t least(void (*body)(void *arg, uint64_t count), void *arg)
{
	uint64_t best = UINT64_MAX;

	for (unsigned i = 0; i < TRIES; i++) {
		uint64_t begin = tsc_start(), ticks;

		body(arg, OPERATIONS);
		ticks = tsc_stop_lfence() - begin;
		best = ticks < best ? ticks : best;
	}
	return (int64_t)(best * 1000 / OPERATIONS);
}

__attribute__((noinline)) static void call_tasks(void *arg, uint64_t count)
{
	void (*volatile task)(void *arg) = dispatch_plain;

	while (count--)
		task(arg);
}

int64_t dispatch_task_part(void)
{
	dispatch_order.n = 0;
	return least(call_tasks, NULL);
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

int64_t dispatch_lock_part(const struct lock_kind *kind)
{
	struct loop loop = { .lock = kind,
			     .object = bench_scratch(kind->size) };

	if (!loop.object)
		return INT64_MAX;
	kind->init(loop.object);
	return least(run_loop, &loop);
}

int64_t dispatch_queue_part(const struct queue_kind *kind)
{
	struct loop loop = { .queue = kind,
			     .object = bench_scratch(kind->size) };
	void *memory = bench_scratch(kind->bytes(CAPACITY));

	if (!loop.object || !memory)
		return INT64_MAX;
	kind->init(loop.object, memory, CAPACITY);
	return least(run_loop, &loop);
}

/* ---- from core to core ----------------------------------------------------- */

static struct {
	uint32_t turn; /* atomic: even, core 0's */
	uint32_t turns;
	uint64_t ticks;
} ball __attribute__((aligned(MACHINE_LINE_PAIR)));

/* In relaxed order: nothing is passed on but the line itself. */
static void play(unsigned core, void *arg)
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

int64_t dispatch_line_part(unsigned cores)
{
	uint64_t best = UINT64_MAX;

	if (cores < 2)
		return 0;
	for (unsigned i = 0; i < TRIES; i++) {
		ball.turn = 0;
		ball.turns = timeshared() ? TURNS_TIMESHARED : TURNS;
		machine_run(2, play, NULL);
		best = ball.ticks < best ? ball.ticks : best;
	}
	return (int64_t)(best * 1000 / (2 * ball.turns - 4));
}
