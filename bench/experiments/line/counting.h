/* SPDX-License-Identifier: MIT */
/*
 * Two cores that count, each in a word of its own: the samples behind false
 * sharing. Core 0, outside any run.
 */
#ifndef BENCH_EXPERIMENTS_LINE_COUNTING_H
#define BENCH_EXPERIMENTS_LINE_COUNTING_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine.h"

#define COUNTING_BATCH 256u        /* increments in a sample */
#define COUNTING_SAMPLES_MAX 120u  /* of one core */
#define COUNTING_BYTES_MAX 256u    /* between the counters */
#define COUNTING_TOGETHER_PERMILLE 750u /* else the cores took turns */

/* What a core brought, in the order of time. One line pair each: what a core
 * writes down must not disturb the other. */
struct counting_core {
	unsigned n;       /* samples */
	uint64_t added;   /* increments, those after its last sample included */
	uint64_t start[COUNTING_SAMPLES_MAX];
	int64_t ticks[COUNTING_SAMPLES_MAX];
} __attribute__((aligned(MACHINE_LINE_PAIR)));
extern struct counting_core counting_core[2];

/* Which cores count from now on, and the ticks after which no further sample
 * begins. */
void counting_prepare(unsigned first, unsigned second, uint64_t ticks);

/* The number of the core whose samples are counting_core[which]. */
unsigned counting_number(unsigned which);

/*
 * `counting` of them (1 or 2) count, so many bytes apart, at most so many
 * samples each. True if every increment is in the counter that it is meant for.
 */
bool counting_run(unsigned bytes, unsigned counting, unsigned most);

/* The same of both, again as long as the two take turns; *permille gets how
 * much of the time they ran together (bench/stats/overlap.h). */
bool counting_together(unsigned bytes, unsigned *permille);

#endif
