/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/handed.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/experiments/dispatch/dispatch.h"
#include "bench/samples/spin.h"
#include "kernel/atomic.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/executor/pace.h"
#include "sched/queue/percore.h"
#include "sched/queue/shared.h"

#define CONTEST_US 300u
#define PUSHES_PER_LOOK 64u /* at the clock */
#define CAPACITY_SHARED 1024u /* as the executors' own */
#define CAPACITY_DEQUE 512u
#define TURNS 100u

static struct {
	struct shared_queue queue;
	struct percore deques;
	void *deques_memory;
	struct timesharing_gate gate;
	uint64_t patience; /* ticks that core 0 goes on for */
	uint64_t took;     /* by core 0 */
	uint32_t over;     /* atomic: it has had its time */
} contest __attribute__((aligned(MACHINE_LINE_PAIR)));

/* Of each core, its own until the join: tasks it has run, how many at once. */
static struct {
	uint64_t count;
	struct pace pace;
} __attribute__((aligned(MACHINE_LINE))) ran[MACHINE_MAX_CORES];

bool handed_prepare(unsigned cores)
{
	contest.deques_memory =
		bench_scratch(percore_bytes_for(cores, CAPACITY_DEQUE));
	return contest.deques_memory;
}

void *handed_queue_memory(const struct executor_options *o)
{
	return bench_scratch(shared_queue_bytes(o->lock, o->queue,
						CAPACITY_SHARED));
}

/* Thousandths of a tick between two tasks that any core runs. */
static int64_t hold_contest(unsigned cores,
			    void (*body)(unsigned core, void *arg))
{
	uint64_t count = 0;

	contest.over = 0;
	contest.patience = ticks_of_us(CONTEST_US);
	timesharing_gate_init(&contest.gate, cores);
	for (unsigned i = 0; i < cores; i++) {
		ran[i].count = 0;
		pace_init(&ran[i].pace, pace_budget(0));
	}
	machine_run(cores, body, NULL);
	for (unsigned i = 0; i < cores; i++)
		count += ran[i].count;
	return (int64_t)(contest.took * 1000 / (count ? count : 1));
}

/* Core 0: does so many steps at a time until its time is over. */
static void feed(void (*step)(void))
{
	uint64_t begin = tsc_start();

	do
		for (unsigned i = 0; i < PUSHES_PER_LOOK; i++)
			step();
	while (tsc_read() - begin < contest.patience);
	contest.took = tsc_stop_lfence() - begin;
	atomic_store_relaxed(&contest.over, 1);
}

static void run_all(unsigned core, struct work *batch, uint32_t n)
{
	uint64_t since = tsc_read();

	for (uint32_t i = 0; i < n; i++)
		batch[i].run(batch[i].arg);
	pace_note(&ran[core].pace, tsc_read() - since, n);
	ran[core].count += n;
}

/* ---- a shared queue ---------------------------------------------------- */

static const struct work empty_work = { .run = dispatch_plain_task };

static void run_some(unsigned core)
{
	struct work batch[PACE_SHARED_MOST];
	uint32_t n = shared_queue_pop_bulk(&contest.queue, batch,
					   pace_shared_batch(&ran[core].pace));

	if (n)
		run_all(core, batch, n);
	else
		cpu_relax();
}

static void push_or_run(void)
{
	while (!shared_queue_push(&contest.queue, empty_work))
		run_some(0);
}

static void contend_queue(unsigned core, void *arg)
{
	(void)arg;
	timesharing_meet(&contest.gate);
	if (!core)
		feed(push_or_run);
	while (!atomic_load_relaxed(&contest.over))
		run_some(core);
}

int64_t handed_queue_milli(unsigned cores, void *memory,
			   const struct executor_options *o)
{
	shared_queue_init(&contest.queue, memory, o->lock, o->queue,
			  CAPACITY_SHARED);
	while (shared_queue_push(&contest.queue, empty_work))
		;
	return hold_contest(cores, contend_queue);
}

/* ---- deques ------------------------------------------------------------ */

static bool run_batch(unsigned core)
{
	struct work batch[PACE_MOST];
	struct pace *pace = &ran[core].pace;
	uint32_t n = deque_pop_bulk(&contest.deques.core[core].deque, batch,
				    pace->batch);

	if (!n)
		n = percore_steal(&contest.deques, core, contest.gate.cores,
				  batch, pace->batch);
	if (n)
		run_all(core, batch, n);
	return n;
}

/* Makes room for many at once. */
static void push_or_run_half(void)
{
	struct deque *own = &contest.deques.core[0].deque;

	if (percore_push_own(&contest.deques, 0, empty_work))
		return;
	do
		run_batch(0);
	while (deque_size(own) > own->mask / 2);
	percore_push_own(&contest.deques, 0, empty_work);
}

static void contend_deques(unsigned core, void *arg)
{
	(void)arg;
	timesharing_meet(&contest.gate);
	if (!core)
		feed(push_or_run_half);
	while (!atomic_load_relaxed(&contest.over))
		if (!run_batch(core))
			cpu_relax();
}

int64_t handed_deques_milli(unsigned cores)
{
	percore_init_for(&contest.deques, contest.deques_memory, cores,
			 CAPACITY_DEQUE);
	while (percore_push_own(&contest.deques, 0, empty_work))
		;
	return hold_contest(cores, contend_deques);
}

/* ---- a line ------------------------------------------------------------ */

static struct {
	uint32_t turn; /* atomic: even, core 0's */
	uint64_t ticks;
} ball __attribute__((aligned(MACHINE_LINE_PAIR)));

/* In relaxed order: nothing is passed on but the line itself. */
static void play_ball(unsigned core, void *arg)
{
	uint64_t begin = 0;
	uint32_t looks = 0;

	(void)arg;
	for (uint32_t i = core; i < 2 * TURNS; i += 2) {
		while (atomic_load_relaxed(&ball.turn) != i)
			spin_again(&looks);
		if (i == 2) /* both cores are there */
			begin = tsc_start();
		atomic_store_relaxed(&ball.turn, i + 1);
	}
	if (!core)
		ball.ticks = tsc_stop_lfence() - begin;
}

int64_t handed_line_milli(unsigned cores)
{
	if (cores < 2)
		return 0;
	ball.turn = 0;
	machine_run(2, play_ball, NULL);
	return (int64_t)(ball.ticks * 1000 / (2 * TURNS - 4));
}
