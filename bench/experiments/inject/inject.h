/* SPDX-License-Identifier: MIT */
/* Private to experiment `inject`: loads on a pool. Times are published ones, in
 * ms, unless said. Core 0, outside any run. */
#ifndef BENCH_EXPERIMENTS_INJECT_INJECT_H
#define BENCH_EXPERIMENTS_INJECT_INJECT_H

#include <stdbool.h>
#include <stdint.h>

enum { INJECT_LOADS = 8, INJECT_ROUNDS = 8, INJECT_TOLD = 8 }; /* at most */
#define INJECT_ROWS_MOST 2048u  /* seen of a run */

struct inject_load {
	const char *variant;
	unsigned cores;
	uint32_t tasks, bursts;        /* in a burst; 0 counts as 1 */
	uint32_t every_ms;             /* from one burst to the next */
	uint32_t compute_ms, block_ms; /* of a task: time-sliced; then asleep */
	bool uneven;      /* by turns half as long to half as long again, or
			   * tasks that begin together stay in step */
	bool again;       /* a task that ends puts itself in again */
	bool starve, climb;            /* policies */
	uint32_t period_ms, climb_every; /* a look; looks in its sample */
	uint32_t least, most;          /* workers */
	uint32_t begin;   /* workers that an earlier load has left; or 0 */
	uint32_t waiters; /* of a second pool, which does all the sleeping */
	uint32_t stop_ms; /* 0: when all tasks are done, all workers retired */
	uint32_t settled_ms;           /* tasks are counted from then on */
	uint32_t row_ms;               /* from row to row of the log; 0: few */
	uint64_t scale;                /* 0: of the option */
	bool hidden;                   /* its first round has no series */
	const char *told[INJECT_TOLD]; /* figures (figures.c) for the record */
};

struct inject_seen {
	struct inject_row {            /* at one moment, each second */
		uint64_t at, done;     /* ticks since the start; tasks */
		uint32_t threads, running, pending, target;
	} *row;
	uint32_t rows, rows_lost;      /* those had no room */
	uint64_t done_at, computed, elapsed; /* ticks: all done; in slices */
	uint32_t looks, inside;        /* those that interrupted a task */
	uint32_t limit, count;         /* workers: by memory; of the climb */
	bool settled, late;            /* the climb; it had to be cut off */
};

/* run.c: why it cannot run, or did not; or NULL. */
const char *inject_unfit(const struct inject_load *load);
const char *inject_run(const struct inject_load *load, struct inject_seen *seen);

/* figures.c: rounds of loads, in turn, and their records. */
void inject_measure(const struct inject_load *load, unsigned count,
		    unsigned rounds);
/* series.c: a round's rows and facts. */
void inject_series(const struct inject_load *load,
		   const struct inject_seen *seen, unsigned round);
/* cost.c: of a worker, likewise. False: no memory for a single fiber. */
bool inject_cost(unsigned rounds);

#endif
