/* SPDX-License-Identifier: MIT */
/*
 * The experiment `primes`: its subjects, one pass, and what follows from all
 * of them. Core 0, outside any run.
 */
#ifndef BENCH_EXPERIMENTS_PRIMES_PRIMES_H
#define BENCH_EXPERIMENTS_PRIMES_PRIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/experiments/primes/sieve.h"
#include "sched/executor/executor.h"

#define PRIMES_POINTS 3u    /* lengths of the range: 100, 10,000, 1,000,000 */
#define PRIMES_CROSS_MOST 100000u /* crossovers are looked for up to here */
#define PRIMES_SUBJECTS 16u
#define PRIMES_ROUNDS 5u    /* at most; three at least, as published */
#define PRIMES_REPEATS 10u  /* passes a round where a pass is short */
#define PRIMES_SAMPLES (PRIMES_ROUNDS * PRIMES_REPEATS)
extern const uint32_t primes_n[PRIMES_POINTS];

struct primes_subject {
	const char *name;
	const struct executor_kind *kind; /* NULL: a plain call, no tasks */
	void *executor, *memory;          /* NULL where kind is */
	unsigned samples[PRIMES_POINTS];
	uint64_t sample[PRIMES_POINTS][PRIMES_SAMPLES]; /* ticks a pass */
	uint64_t median[PRIMES_POINTS];   /* 0: not measured */
	bool crossed;                     /* it was looked for */
	int64_t crossover;                /* N in thousandths; TEXT_NULL: never */
};

struct primes_group {
	unsigned cores, points, rounds;
	bool full, all_cores;
	uint64_t deadline;               /* ticks: no further round after it */
	unsigned subjects;               /* the first one is sequential */
	struct primes_subject subject[PRIMES_SUBJECTS];
};

/* ---- a pass (primes_run.c) --------------------------------------------------- */

struct primes_pass {
	const struct primes_subject *subject;
	unsigned cores;
	uint32_t n;
	uint64_t wall; /* ticks from before run() to after it */
	/* Of an executor only: memory for its trace, which begins and ends
	 * with the run; NULL: none is made. */
	void *trace;
	unsigned trace_cores;
	uint32_t trace_events; /* a core's ring */
};

/* Memory for ranges up to `most`; the sieve. After scratch_empty(). False: too
 * little. */
bool primes_prepare(uint32_t most);

/* Memory for the subject's executor; false: none left. */
bool primes_make(struct primes_subject *subject, unsigned cores);

/* Numbers a task looks at; tasks of a range. */
uint32_t primes_chunk(uint32_t n, unsigned cores);
uint32_t primes_tasks(uint32_t n, unsigned cores);

/* Runs it. True if the list it made is that of the sieve, number for number. */
bool primes_run(struct primes_pass *pass);

/* How many primes there are up to n, and their sum, by the sieve. */
struct primes_facts primes_known(uint32_t n);

/* ---- what follows ------------------------------------------------------------ */

/* The N from which on the subject is no slower than the sequential run, by
 * bisection; into subject->crossover. False: a wrong result (primes_cross.c). */
bool primes_cross(const struct primes_group *group,
		  struct primes_subject *subject);

/* The traced pass of each executor at the longest range: series, findings,
 * trace records, pictures. False: a wrong result (primes_trace.c). */
bool primes_traced(const struct primes_group *group);

/* Steps that primes_traced() and primes_cross() report, of each executor. */
#define PRIMES_STEPS_AFTER 2u

/* The page, and the findings that compare with the sequential run
 * (primes_page.c). */
void primes_conclude(const struct primes_group *group);

/* primes.c: warns. Returns false. */
bool primes_wrong(const struct primes_pass *pass);

#endif
