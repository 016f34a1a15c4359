/* SPDX-License-Identifier: MIT */
/*
 * One run of experiment `inject`: a load on a pool (sched/pool/pool.h), watched
 * each published second. All times here are published ones, in milliseconds
 * or seconds; bench/config/scale.h makes ticks of them. Core 0, outside any run.
 */
#ifndef BENCH_EXPERIMENTS_INJECT_RUN_H
#define BENCH_EXPERIMENTS_INJECT_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/config/settings.h"

#define INJECT_IDLE_MS 20000u   /* until an idle worker retires */

/* What is asked: fixed before the run. */
struct inject_load {
	const char *variant;
	const char *summary;    /* one sentence */
	unsigned cores;
	uint32_t tasks;         /* in a burst */
	uint32_t bursts;        /* 0 counts as 1 */
	uint32_t every_ms;      /* from one burst to the next */
	uint32_t compute_ms;    /* a task computes, time-sliced, ... */
	uint32_t block_ms;      /* ... then sleeps */
	bool again;             /* a task that ends puts itself in again */
	uint32_t least, most;   /* workers */
	uint32_t begin;         /* workers that an earlier load has left; or 0 */
	bool starve, climb;
	uint32_t climb_every;   /* looks in a sample of the climb */
	uint32_t period_ms;     /* between two looks of the policies */
	uint32_t stop_ms;       /* stopped then; 0: all tasks done, all workers
				 * retired */
	uint32_t row_ms;        /* between two rows of the log; 0: as the table */
	bool quiet;             /* no table */
};

/* What was seen at one moment. */
struct inject_row {
	uint64_t at;            /* ticks since the start */
	uint32_t threads, running, pending, target;
	uint64_t done;
};

/* What came of it. Times in published milliseconds. */
struct inject_seen {
	const struct inject_row *row;
	uint32_t rows;
	uint32_t rows_lost;     /* memory for them had ended */
	uint64_t done_ms;       /* all of the first burst were done */
	uint64_t empty_ms;      /* the queue was empty for the first time */
	uint64_t retire_ms;     /* from then on workers retired */
	uint32_t peak;          /* workers */
	uint32_t retired_most;  /* in one published second */
	uint32_t left;          /* fewest workers between two bursts */
	uint64_t back_ms;       /* from the last burst until its peak */
	uint32_t limit;         /* workers memory allowed; UINT32_MAX: all */
	uint32_t inside;        /* looks that interrupted a task or other work
				 * of core 0, not its idle loop */
	uint32_t looks;
	uint32_t count, trials; /* hill climbing: best count, others tried */
	bool settled;
	bool late;              /* it had to be cut off */
};

/* Why no run is possible with these figures; NULL if one is. */
const char *inject_unfit(const struct inject_load *load);

/* Room for rows and queue from bench_scratch(), which is emptied first.
 * False: not even the queue fits, or no worker could be made. */
bool inject_run(const struct inject_load *load, struct inject_seen *seen);

/* Ticks as published milliseconds. */
uint64_t inject_ms(uint64_t ticks);

#endif
