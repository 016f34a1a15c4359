/* SPDX-License-Identifier: MIT */
/* The experiment `primes`: one pass over a range, and what is asked besides
 * about the executors. Core 0, outside any run. */
#ifndef BENCH_EXPERIMENTS_PRIMES_PRIMES_H
#define BENCH_EXPERIMENTS_PRIMES_PRIMES_H

#include "sched/executor/executor.h"

#define PRIMES_CROSS_MOST 100000u /* crossovers are looked for up to here */
#define PRIMES_SUBJECTS 16u
#define PRIMES_ROUNDS 10u         /* at most; three at least, as published */
#define PRIMES_REPEATS 10u        /* passes a round where a pass is short */
#define PRIMES_STEPS_AFTER 2u     /* of an executor: crossover and trace */

struct primes_subject {
	const char *name;
	const struct executor_kind *kind; /* NULL: a plain call, no tasks */
	bool parallel;                    /* on more cores than one */
	void *executor, *memory;          /* NULL where kind is */
};

struct primes_group {
	unsigned cores, rounds, subjects;
	bool full;
	uint32_t shortest, longest; /* ranges */
	uint64_t deadline; /* ticks: no further round after it */
	struct primes_subject subject[PRIMES_SUBJECTS]; /* first: sequential */
};

struct primes_pass {
	const struct primes_subject *subject;
	unsigned cores;
	uint32_t n;
	void *trace; /* memory for it; NULL: none. Begins and ends with the run */
	unsigned trace_cores;
	uint32_t trace_events; /* a core's ring */
	bool trace_lock;       /* `shared` has a lock that tells who waits */
	int64_t wall;          /* ticks from before run() to after it */
	uint64_t begun, root_begun, root_ended; /* ticks; root's: executors */
};

/* Memory for ranges up to `most`, and for an executor. False: too little. */
bool primes_make_room(uint32_t most);
bool primes_make_executor(struct primes_subject *subject, unsigned cores);
uint32_t primes_tasks(uint32_t n, unsigned cores);
struct primes_facts { uint32_t count; uint64_t sum; } primes_known(uint32_t n);

/* False: the list it made is not the sieve's; _right() warns of it. */
bool primes_run_pass(struct primes_pass *pass);
bool primes_run_right(struct primes_pass *pass);

/* Records; false: a wrong result. From which N on a parallel run is no slower;
 * where the shortest range's time goes; what cores do at the longest one. */
bool primes_find_crossovers(const struct primes_group *group);
bool primes_split(const struct primes_group *group);
bool primes_trace(const struct primes_group *group);

#endif
