/* SPDX-License-Identifier: MIT */
/* Private to experiment `threads`. Core 0, outside any run. */
#ifndef BENCH_EXPERIMENTS_THREADS_THREADS_H
#define BENCH_EXPERIMENTS_THREADS_THREADS_H

#include "bench/experiments/threads/design.h"
#include "bench/harness/row.h"

#define THREADS_DESIGNS 8u
/* Six are the fewest that a statement needs; in full two may be disturbed. */
#define THREADS_ROUNDS 8u
#define THREADS_ROUNDS_QUICK 6u
#define THREADS_MEMORY_KEPT ((size_t)4 << 20) /* beside fibers */

/* The published task: 3 s of computing in steps with a sleep between two. The
 * quick suite's is an eighth of it, of the same steps. */
#define THREADS_CPU_MS 3000u
#define THREADS_SLEEP_MS 500u
#define THREADS_STEPS 106u
#define THREADS_STEPS_QUICK 14u

/* The task, made for this machine and this scale. */
struct threads_plan {
	const struct settings *settings;
	unsigned cores, rounds;
	uint32_t steps;           /* of a task that sleeps */
	uint32_t decimals;
	uint64_t turns, checksum; /* of its spigot */
	uint64_t cpu;             /* ticks it takes alone */
	uint64_t sleep, slice;    /* ticks */
};

/* Makes the task: measures the spigot, chooses the decimals, checks them
 * against known ones, records it. False, with a warning: not possible. */
bool threads_make_plan(struct threads_plan *plan,
		       const struct settings *settings);

/* Rounds of each row. */
unsigned threads_rounds(const struct settings *settings);

/* Whether a task's digits were pi's: as trial_verdict(). */
bool threads_verdict(const struct record_key *key, uint64_t operations,
		     bool wrong);

/* Steps that threads_curves() takes for a design. */
unsigned threads_steps(const struct settings *settings,
		       const struct threads_design *design);

/* Measures and records all designs. False: digits were wrong. */
bool threads_curves(const struct threads_plan *plan,
		    const struct threads_design *const *design, unsigned count);

/* A task beside sleepers; the same. */
bool threads_asleep(const struct threads_plan *plan);

/* Runs all workers as fibers, with a bystander on each core: what a design
 * without launch() gets. */
void threads_fibers(struct threads_run *run);

#endif
