/* SPDX-License-Identifier: MIT */
/*
 * The experiment `primes`: two ways to find primes, one pass over a range, its
 * trace, and what follows from all passes. Core 0, outside any run.
 */
#ifndef BENCH_EXPERIMENTS_PRIMES_PRIMES_H
#define BENCH_EXPERIMENTS_PRIMES_PRIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/report/key.h"
#include "bench/samples/history.h"
#include "sched/executor/executor.h"
#include "sched/trace.h"

/* ---- primes in two ways that share nothing (sieve.c, pure) ------------- */

#define PRIMES_MOST 1000000u /* the largest range */

/*
 * Trial division, as published; it is timed. Lists the primes in first .. last
 * (both included), in ascending order; returns how many. list has room for
 * primes_room() of them.
 */
uint32_t primes_divide(uint32_t first, uint32_t last, uint32_t *list);

/* More than there are primes among so many numbers in a row. */
static inline uint32_t primes_room(uint32_t numbers)
{
	return numbers / 2 + 2;
}

static inline size_t primes_sieve_bytes(uint32_t last)
{
	return (size_t)last + 1;
}

/* The sieve of Eratosthenes, which checks the other. Afterwards composite[i] is
 * 0 for the primes i <= last. It may hold anything before. */
void primes_sieve(uint8_t *composite, uint32_t last);

/* Counts and adds up the primes <= last. */
struct primes_facts { uint32_t count; uint64_t sum; };
struct primes_facts primes_facts(const uint8_t *composite, uint32_t last);

/*
 * True if list holds the next n primes of the sieve after *at, which is moved
 * to the last one.
 */
bool primes_next(const uint8_t *composite, uint32_t last, uint32_t *at,
		 const uint32_t *list, uint32_t n);

/* ---- subjects ---------------------------------------------------------- */

#define PRIMES_POINTS 3u    /* lengths of the range: 100, 10,000, 1,000,000 */
#define PRIMES_CROSS_MOST 100000u /* crossovers are looked for up to here */
#define PRIMES_SUBJECTS 16u
#define PRIMES_ROUNDS 10u   /* at most; three at least, as published */
#define PRIMES_CROSSINGS 9u /* crossovers of a subject */
#define PRIMES_REPEATS 10u  /* passes a round where a pass is short */
#define PRIMES_SAMPLES (PRIMES_ROUNDS * PRIMES_REPEATS)
extern const uint32_t primes_n[PRIMES_POINTS];

/* Where parallel begins to pay: ticks of work, and of overhead. */
enum { PRIMES_PRICE_WORK, PRIMES_PRICE_OVERHEAD, PRIMES_PRICES };

struct primes_subject {
	const char *name;
	const struct executor_kind *kind; /* NULL: a plain call, no tasks */
	void *executor, *memory;          /* NULL where kind is */
	unsigned samples[PRIMES_POINTS];
	int64_t sample[PRIMES_POINTS][PRIMES_SAMPLES]; /* ticks a pass */
	int64_t median[PRIMES_POINTS];    /* 0: not measured */
	struct history history[PRIMES_POINTS];
	uint32_t count[PRIMES_POINTS][PRIMES_ROUNDS]; /* the history's */
	unsigned crossings;               /* so many were looked for */
	/* N in thousandths; QUANTITY_NEVER; QUANTITY_NONE: in turns */
	int64_t crossover[PRIMES_CROSSINGS];
	int64_t price[PRIMES_PRICES][PRIMES_CROSSINGS]; /* there; the same */
};

struct primes_group {
	unsigned cores, points, rounds;
	bool full, all_cores;
	uint64_t deadline;               /* ticks: no further round after it */
	unsigned subjects;               /* the first one is sequential */
	struct primes_subject subject[PRIMES_SUBJECTS];
};

/* What records and lines about a subject are about; params: NULL for none. */
static inline struct record_key primes_key(const struct primes_subject *s,
					   unsigned cores,
					   const struct param *params)
{
	return (struct record_key){ "primes", s->name, cores, params };
}

/* Those of a result. */
#define PRIMES_PARAMS(s, n, cores) {                                         \
		{ "n", n },                                                  \
		{ "tasks", (s)->kind ? primes_tasks(n, cores) : 0 },         \
		{ NULL, 0 } }

/* ---- a pass (pass.c) --------------------------------------------------- */

struct primes_pass {
	const struct primes_subject *subject;
	unsigned cores;
	uint32_t n;
	int64_t wall; /* ticks from before run() to after it */
	uint64_t begun, root_begun, root_ended; /* ticks; root's: executors */
	/* Of an executor only: memory for its trace, which begins and ends
	 * with the run; NULL: none is made. */
	void *trace;
	unsigned trace_cores;
	uint32_t trace_events; /* a core's ring */
	bool as_timed;         /* the executor as it is without a trace */
};

/* Memory for ranges up to `most`; the sieve. After scratch_empty(). False: too
 * little. */
bool primes_make_room(uint32_t most);

/* Memory for the subject's executor; false: none left. */
bool primes_make_executor(struct primes_subject *subject, unsigned cores);

/* Tasks of a range. */
uint32_t primes_tasks(uint32_t n, unsigned cores);

/* True if the list it made is that of the sieve, number for number. */
bool primes_run_pass(struct primes_pass *pass);

/* The same; warns where it is not. */
bool primes_run_right(struct primes_pass *pass);

/* How many primes there are up to n, and their sum, by the sieve. */
struct primes_facts primes_known(uint32_t n);

/* A ticket lock that tells the trace who waits for it, and until when. Not
 * registered: for traced passes only (traced_lock.c). */
extern const struct lock_kind traced_lock;

/* ---- what follows ------------------------------------------------------ */

/* The N from which on a parallel subject is no slower than the sequential run,
 * by bisection, round by round. False: a wrong result (crossover.c). */
bool primes_find_crossovers(struct primes_group *group);

/* Where each begins to pay: quantities. And the page (page.c). */
void primes_show_page(const struct primes_group *group);

/* The traced passes of each executor at the longest range: series, quantities,
 * trace records, pictures. False: a wrong result (traced.c). */
bool primes_trace_executors(const struct primes_group *group);

/* Where the time of the shortest range goes, with cores asleep and awake:
 * series, quantities, page. False: a wrong result (split.c). */
bool primes_split(const struct primes_group *group);

/* Steps that the crossover and the traced pass report, of each executor. */
#define PRIMES_STEPS_AFTER 2u

/* ---- a recorded trace (timeline.c) ------------------------------------- */

/* The option `trace`: write timelines that would otherwise stay unwritten. */
bool timeline_wanted(void);

/* The `trace` records of each core: all events that its ring has kept. */
void timeline_record(const struct record_key *key,
		     const struct trace_ring *ring, unsigned cores);

/*
 * A line a core, at most `most` of them: columns of equal time, each a letter
 * for what the core did most of it. Then the letters' meaning.
 */
void timeline_show(const struct trace_ring *ring, unsigned cores,
		   unsigned most);

/* Ticks that one event costs, in thousandths: the least of some tries. memory
 * has room for trace_bytes(1, capacity). */
int64_t timeline_event_milli(void *memory, uint32_t capacity);

#endif
