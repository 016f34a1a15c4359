/* SPDX-License-Identifier: MIT */
/*
 * Private to experiment `inject`: loads on a pool (sched/pool/pool.h), watched
 * each published second. All times here are published ones, in milliseconds
 * or seconds; bench/config/scale.h makes ticks of them. Core 0, outside any
 * run, unless said.
 */
#ifndef BENCH_EXPERIMENTS_INJECT_INJECT_H
#define BENCH_EXPERIMENTS_INJECT_INJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INJECT_IDLE_MS 20000u   /* until an idle worker retires */
#define INJECT_ROWS_MOST 2048u  /* seen of a run */

/* What was seen at one moment. */
struct inject_row {
	uint64_t at;            /* ticks since the start */
	uint32_t threads, running, pending, target;
	uint64_t done;
};

/* What is asked: fixed before the run. */
struct inject_load {
	const char *variant;
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

	/* From within the run, where it is to be seen as it goes; or NULL. */
	void (*show)(const struct inject_load *load,
		     const struct inject_row *row, uint32_t rows);
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

/* ---- run.c -------------------------------------------------------------- */

/* Why no run is possible with these figures; NULL if one is. */
const char *inject_unfit(const struct inject_load *load);

/* Room for rows and queue from bench_scratch(), which is emptied first.
 * False: not even the queue fits, or no worker could be made. */
bool inject_run(const struct inject_load *load, struct inject_seen *seen);

/* ---- page.c: screen and log --------------------------------------------- */

/* Before a run. */
void inject_show_begin(const struct inject_load *load);

/*
 * From within it: the newest row on the status line, ten times a second at
 * most, and where the scale is slow enough for the serial line, the table as
 * it grows.
 */
void inject_show_live(const struct inject_load *load,
		      const struct inject_row *row, uint32_t rows);

/* After it: what the table does not have yet. */
void inject_show_table(const struct inject_seen *seen);

/* The series record: one row each load->row_ms. */
void inject_record(const struct inject_load *load,
		   const struct inject_seen *seen);

/* ---- cost.c: what a worker costs ---------------------------------------- */

struct inject_cost {
	int64_t switch_milli;   /* thousandths of a tick: one switch, by yield */
	int64_t fresh;          /* ticks: create, run and end, stack new */
	int64_t pooled;         /* the same on a stack that was used before */
	size_t bytes;           /* a fiber with stack and guard page */
};

/* Medians. False: no memory for a single fiber. */
bool inject_measure_cost(struct inject_cost *cost);

/* ---- findings.c: sentences, the published figure in each ---------------- */

void inject_find_block(const struct inject_load *load,
		       const struct inject_seen *seen);
void inject_find_burst(const struct inject_load *load,
		       const struct inject_seen *seen);
void inject_find_cpu(const struct inject_load *load,
		     const struct inject_seen *seen);
void inject_find_short(const struct inject_load *load,
		       const struct inject_seen *seen);

/* Tasks a second, thousandths: of hill climbing once settled, and of the best
 * pool of a fixed size. */
void inject_find_mixed(const struct inject_seen *seen, uint64_t rate_milli,
		       uint32_t best, uint64_t best_milli);

/* The same load at two scales. */
void inject_find_scale(const struct inject_seen *a, uint64_t scale_a,
		       const struct inject_seen *b, uint64_t scale_b);

void inject_find_cost(const struct inject_cost *cost);

/* Tasks done in a published second, thousandths, from one moment to the end. */
uint64_t inject_rate_milli(const struct inject_seen *seen, uint64_t from_ms,
			   uint64_t until_ms);

#endif
