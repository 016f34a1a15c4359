/* SPDX-License-Identifier: MIT */
/*
 * Are our cores really there at the same time? Virtual cores may take turns on
 * fewer real ones: then a core that spins for another keeps it from running,
 * and each hand-over waits for the host's scheduler. Figures of several cores
 * mean little there; so few are taken, politely, and a warning says so.
 */
#ifndef BENCH_CONDITIONS_TIMESHARING_H
#define BENCH_CONDITIONS_TIMESHARING_H

#include <stdbool.h>
#include <stdint.h>

/* Looks how long so many cores need to meet, and whether instructions are
 * counted. Core 0, outside any run. */
void timesharing_look(unsigned cores);

/* From now on several cores take turns, however lucky a look would be: there are
 * many on two real ones, and which two are there at once is chance. Core 0. */
void timesharing_settle(void);

/* How long may take what takes `ms` where cores are there: an eighth, once it
 * is settled that they take turns. It may end unproven then. */
uint64_t timesharing_ms(uint64_t ms);
bool timeshared_settled(void);

/* What the last look found: they take turns. */
bool timeshared(void);

/* They do since instructions are counted. */
bool timeshared_by_counting(void);

/* Instructions are counted: a tick says nothing of what lies around. */
bool timesharing_counted(void);

/* Where cores meet: spins, or sleeps in between where they are timeshared. */
struct timesharing_gate {
	uint32_t cores;    /* fixed */
	uint32_t come;     /* atomic */
	uint32_t episode;  /* atomic */
};
void timesharing_gate_init(struct timesharing_gate *gate, unsigned cores);

/* Returns when all have called it; what they did before is seen after. */
void timesharing_meet(struct timesharing_gate *gate);

#endif
