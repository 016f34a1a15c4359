/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/counting.h"

#include "bench/harness/trial.h"
#include "bench/stats/overlap.h"
#include "bench/stats/stats.h"
#include "kernel/atomic.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/barrier/central.h"

/*
 * Figures of two cores mean something if they ran at the same time: their
 * samples lie side by side. A sample that took that much longer than the slow
 * ones, or that long, does not count: the core may have been away.
 */
#define TOGETHER_TRIES 4u
#define AWAY_TIMES 8u
#define SLOW_PERMILLE 900u
#define AWAY_US 100u

static struct {
	unsigned core[2], counting;   /* which; how many of them: 1 or 2 */
	unsigned bytes;               /* between the counters */
	unsigned most;                /* samples of each */
	uint64_t ticks;               /* no further sample after that */
	struct barrier together;
	uint32_t unfinished;          /* atomic: cores still sampling */
} order;

struct counting_core counting_core[2];

/* Aligned so that distances mean what they say: 0 to 56 is one line. */
static uint64_t counters[COUNTING_BYTES_MAX / sizeof(uint64_t) + 1]
	__attribute__((aligned(2 * COUNTING_BYTES_MAX))); /* atomic */

void counting_prepare(unsigned first, unsigned second, uint64_t ticks)
{
	order.core[0] = first;
	order.core[1] = second;
	order.ticks = ticks;
}

unsigned counting_number(unsigned which)
{
	return order.core[which];
}

/* ---- two cores count ---------------------------------------------------- */

/* A locked add, so that it can be counted at distance 0, too. */
__attribute__((noinline)) static void false_count(uint64_t *counter,
						  uint64_t count)
{
	while (count--)
		(void)atomic_add_relaxed(counter, 1);
}

static void take_samples(struct counting_core *me, uint64_t *counter)
{
	uint64_t deadline = tsc_read() + order.ticks, start, end;
	bool rdtscp = machine_clock()->has_rdtscp;

	do {
		start = tsc_start();
		false_count(counter, COUNTING_BATCH);
		end = rdtscp ? tsc_stop_rdtscp() : tsc_stop_lfence();
		me->start[me->n] = start;
		me->ticks[me->n++] = (int64_t)(end - start);
	} while (me->n < order.most && end < deadline);
	me->added = (uint64_t)me->n * COUNTING_BATCH;
}

static void count_on_core(unsigned core, void *arg)
{
	unsigned which = core == order.core[1];
	struct counting_core *me = &counting_core[which];
	uint64_t *counter = &counters[which * order.bytes / sizeof(uint64_t)];

	(void)arg;
	if (which >= order.counting)
		return; /* parked again */
	me->n = 0;
	barrier_wait(&order.together);
	take_samples(me, counter);
	atomic_sub_relaxed(&order.unfinished, 1);
	/* The other's last samples are to be disturbed like its first. */
	while (atomic_load_relaxed(&order.unfinished)) {
		false_count(counter, COUNTING_BATCH);
		me->added += COUNTING_BATCH;
	}
}

bool counting_run(unsigned bytes, unsigned counting, unsigned most)
{
	unsigned *core = order.core;

	order.bytes = bytes;
	order.counting = counting;
	order.most = most;
	counters[0] = counters[bytes / sizeof(uint64_t)] = 0;
	counting_core[1].n = counting_core[1].added = 0;
	barrier_init(&order.together, counting);
	order.unfinished = counting;
	machine_run_two(core[0], core[1], count_on_core, NULL);
	if (!bytes)
		return counters[0] ==
		       counting_core[0].added + counting_core[1].added;
	return counters[0] == counting_core[0].added &&
	       counters[bytes / sizeof(uint64_t)] == counting_core[1].added;
}

/* ---- at the same time? -------------------------------------------------- */

/* A core's samples, each with the pause up to the next one. */
static struct overlap_side side_of(unsigned which)
{
	static uint64_t length[2][COUNTING_SAMPLES_MAX];
	int64_t sorted[COUNTING_SAMPLES_MAX];
	uint64_t longest = ticks_of_us(AWAY_US);
	const struct counting_core *core = &counting_core[which];
	uint64_t slow;

	for (unsigned s = 0; s < core->n; s++) {
		length[which][s] = s + 1 < core->n ?
			core->start[s + 1] - core->start[s] :
			(uint64_t)core->ticks[s];
		sorted[s] = (int64_t)length[which][s];
	}
	stats_sort(sorted, core->n);
	slow = AWAY_TIMES *
	       (uint64_t)stats_percentile(sorted, core->n, SLOW_PERMILLE);
	return (struct overlap_side){ core->start, length[which], core->n,
				      min_u64(slow, longest) };
}

bool counting_together(unsigned bytes, unsigned *permille)
{
	struct overlap_side a, b;
	bool ok = true;

	*permille = 0;
	for (unsigned i = 0; i < TOGETHER_TRIES && ok &&
	     *permille < COUNTING_TOGETHER_PERMILLE; i++) {
		ok = counting_run(bytes, 2, COUNTING_SAMPLES_MAX);
		a = side_of(0);
		b = side_of(1);
		*permille = overlap_permille(&a, &b);
		trial_step(0);
	}
	return ok;
}
