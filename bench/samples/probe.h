/* SPDX-License-Identifier: MIT */
/*
 * What lies around a round, by fixed work before and after it: the core's clock,
 * whether another thread uses the same core, and how far the cores lie apart.
 * None of it is seen in what the round measures, and all of it moves that.
 */
#ifndef BENCH_SAMPLES_PROBE_H
#define BENCH_SAMPLES_PROBE_H

#include <stdint.h>

/* The worst core's, in ticks; all 0 where instructions are counted. */
struct probe {
	uint32_t chain;  /* PROBE_CHAIN multiplications, each waits for another */
	uint32_t wide;   /* PROBE_WIDE additions, of which four are independent */
	uint32_t line;   /* a line from core to core, the quarter of a ring of all;
			  * 0: unknown, or one core */
};
#define PROBE_CHAIN 8000u
#define PROBE_WIDE 16000u

/* Takes some 30 us; of several cores what waking them takes, and 1 ms at most
 * where they are not all there. On 0 .. cores - 1: core 0, outside any run. */
struct probe probe_take(unsigned cores);

/* A round's, of the probes before and after it. */
struct around {
	uint32_t chain;      /* ticks in thousandths a multiplication, the mean */
	uint32_t wide_milli; /* wide over chain: the larger one. A fourth of
			      * PROBE_WIDE over three times PROBE_CHAIN is 167:
			      * a core of its own */
	uint32_t line;       /* 0: unknown, or it moved meanwhile */
};
struct around around_between(const struct probe *before,
			     const struct probe *after);

#endif
