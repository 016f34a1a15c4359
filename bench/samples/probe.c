/* SPDX-License-Identifier: MIT */
#include "bench/samples/probe.h"

#include <stdbool.h>

#include "bench/conditions/timesharing.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define TRIES 3u        /* the shortest counts: an interrupt only lengthens */
#define UNROLLED 8u     /* multiplications; twice as many additions */
#define TURNS 65u       /* of the ring */
#define LEAST_TURNS 9u  /* that tell a middle */
#define LOOKS 64u       /* at the ring's line between two at the clock */
#define RING_US 1000u
#define MOVED_PERCENT 150u

static struct {
	uint32_t turn __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint32_t come __attribute__((aligned(MACHINE_LINE_PAIR)));
	unsigned cores __attribute__((aligned(MACHINE_LINE_PAIR)));
	bool alone;      /* no ring */
	uint32_t line;
} ring;

/* Each core stores its own after it has timed: neighbours may share a line. */
static struct probe found[MACHINE_MAX_CORES];

static uint32_t shorter(uint32_t least, uint64_t ticks)
{
	return ticks < least ? (uint32_t)ticks : least;
}

static uint32_t chain_once(uint32_t least)
{
	uint64_t x = 3, start = tsc_start();

	for (unsigned i = 0; i < PROBE_CHAIN / UNROLLED; i++)
		__asm__ volatile("imul %0, %0\n\timul %0, %0\n\t"
				 "imul %0, %0\n\timul %0, %0\n\t"
				 "imul %0, %0\n\timul %0, %0\n\t"
				 "imul %0, %0\n\timul %0, %0"
				 : "+r"(x) : : "cc");
	return shorter(least, tsc_read() - start);
}

#define FOUR_ADDS "add $3, %0\n\tadd $3, %1\n\tadd $3, %2\n\tadd $3, %3\n\t"

static uint32_t wide_once(uint32_t least)
{
	uint64_t a = 1, b = 1, c = 1, d = 1, start = tsc_start();

	for (unsigned i = 0; i < PROBE_WIDE / UNROLLED / 2; i++)
		__asm__ volatile(FOUR_ADDS FOUR_ADDS FOUR_ADDS FOUR_ADDS
				 : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : : "cc");
	return shorter(least, tsc_read() - start);
}

static struct probe work(void)
{
	struct probe probe = { .chain = UINT32_MAX, .wide = UINT32_MAX };

	for (unsigned i = 0; i < TRIES; i++) {
		probe.chain = chain_once(probe.chain);
		probe.wide = wide_once(probe.wide);
	}
	return probe;
}

/* False: it is over. */
static bool reached(const uint32_t *what, uint32_t value, uint64_t end)
{
	do {
		for (unsigned i = 0; i < LOOKS; i++)
			if (atomic_load_relaxed(what) == value)
				return true;
	} while (tsc_read() < end);
	return false;
}

static void put_in_order(uint32_t *sorted, unsigned n, uint32_t value)
{
	for (; n && sorted[n - 1] > value; n--)
		sorted[n] = sorted[n - 1];
	sorted[n] = value;
}

/* The line goes around: each core waits for its turn and gives the next one
 * its own. Core 0 times the turns of all of them. */
static void pass_around(unsigned core, uint64_t end)
{
	uint32_t took[TURNS];
	uint64_t last = 0, now;
	unsigned n = 0;

	for (unsigned i = 0; i < TURNS; i++) {
		uint32_t turn = i * ring.cores + core;

		if (!reached(&ring.turn, turn, end))
			break;
		now = tsc_read();
		atomic_store_relaxed(&ring.turn, turn + 1);
		if (i && !core)
			put_in_order(took, n++, (uint32_t)(now - last));
		last = now;
	}
	if (!core && n >= LEAST_TURNS)
		ring.line = took[n / 4] / ring.cores;
}

static void on_core(unsigned core, void *arg)
{
	uint64_t end = tsc_read() + ticks_of_us(RING_US);

	(void)arg;
	if (!ring.alone) {
		atomic_add_relaxed(&ring.come, 1);
		if (!reached(&ring.come, ring.cores, end))
			end = 0;
	}
	found[core] = work();
	if (!ring.alone && end)
		pass_around(core, end);
}

struct probe probe_take(unsigned cores)
{
	struct probe worst = { 0 };

	if (timesharing_counted())
		return worst;
	ring.alone = cores < 2 || timeshared();
	ring.cores = ring.alone ? 1 : cores;
	ring.turn = ring.come = ring.line = 0;
	if (ring.alone)
		on_core(0, NULL);
	else
		machine_run(cores, on_core, NULL);
	for (unsigned i = 0; i < ring.cores; i++) {
		const struct probe *p = &found[i];

		worst.chain = p->chain > worst.chain ? p->chain : worst.chain;
		worst.wide = p->wide > worst.wide ? p->wide : worst.wide;
	}
	worst.line = ring.line;
	return worst;
}

static uint32_t wide_milli(const struct probe *p)
{
	return p->chain ? (uint32_t)((uint64_t)p->wide * 1000 / p->chain) : 0;
}

/* That of the round, where both say the same. */
static uint32_t line_of(uint32_t one, uint32_t two)
{
	uint32_t less = one < two ? one : two, more = one < two ? two : one;

	if ((uint64_t)more * 100 > (uint64_t)less * MOVED_PERCENT)
		return 0;
	return more;
}

struct around around_between(const struct probe *before,
			     const struct probe *after)
{
	uint32_t one = wide_milli(before), two = wide_milli(after);

	return (struct around){
		.chain = (uint32_t)(((uint64_t)before->chain + after->chain) *
				    500 / PROBE_CHAIN),
		.wide_milli = one > two ? one : two,
		.line = line_of(before->line, after->line),
	};
}
