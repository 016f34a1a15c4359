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
#define INJECT_ROUNDS 8u        /* of a load, at most */

/* What was seen at one moment. */
struct inject_row {
	uint64_t at;            /* ticks since the start */
	uint32_t threads, running, pending, target;
	uint64_t done;
};

/* What is seen of a round of a load; thousandths. Times are published s. */
enum inject_figure {
	INJECT_DONE,     /* when all tasks were done */
	INJECT_EMPTY,    /* when the queue was empty */
	INJECT_FIRST,    /* when a task was done */
	INJECT_DIP,      /* when workers began to leave */
	INJECT_ALL,      /* when each task had a worker */
	INJECT_PEAK,     /* workers */
	INJECT_LEFT,     /* fewest workers between two bursts */
	INJECT_RETIRED,  /* workers a second, at most */
	INJECT_ADDED,    /* workers a second */
	INJECT_GROWN,    /* the same, until the queue was empty */
	INJECT_AGAIN,    /* until a second burst has all its workers */
	INJECT_STEP,     /* from a row of the table to the next */
	INJECT_INSIDE,   /* per cent of the looks that were inside a task */
	INJECT_LOST,     /* per cent of the cores' time outside of tasks */
	INJECT_BUSY,     /* per cent of it in tasks that compute */
	INJECT_USELESS,  /* bytes of the workers beyond one a core */
	INJECT_COUNT,    /* workers that hill climbing arrived at */
	INJECT_THOUSAND, /* s for 1,000 tasks, once settled */
	INJECT_FIGURES
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
	bool uneven;            /* by turns half as long to half as long again,
				 * or tasks that begin together stay in step */
	uint32_t waiters;       /* workers of a second pool, which do all the
				 * sleeping; 0: there is none */
	bool again;             /* a task that ends puts itself in again */
	uint32_t least, most;   /* workers */
	uint32_t begin;         /* workers that an earlier load has left; or 0 */
	bool starve, climb;
	uint32_t climb_every;   /* looks in a sample of the climb */
	uint32_t period_ms;     /* between two looks of the policies */
	uint32_t stop_ms;       /* stopped then; 0: all tasks done, all workers
				 * retired */
	uint32_t settled_ms;    /* tasks are counted from then on */
	uint32_t row_ms;        /* between two rows of the log; 0: as the table */

	/* What its rounds are told by in the log, ends with INJECT_FIGURES: the
	 * first gives the record its unit. */
	const enum inject_figure *told;

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
	uint64_t first_ms;      /* a task was done */
	uint64_t dip_ms;        /* there were fewer workers for the first time */
	uint64_t all_ms;        /* each task had a worker; 0: never */
	uint64_t again_ms;      /* from the second burst to a worker for each
				 * of its tasks; UINT64_MAX: never */
	uint64_t step_ms;       /* from a row to the next, on an average */
	uint32_t grown;         /* workers when the queue was empty */
	uint32_t peak;          /* workers */
	uint32_t retired_most;  /* in one published second */
	uint32_t left;          /* fewest workers between two bursts */
	uint32_t limit;         /* workers memory allowed; UINT32_MAX: all */
	uint32_t inside;        /* looks that interrupted a task or other work
				 * of core 0, not its idle loop */
	uint32_t looks;
	uint64_t computed;      /* ticks, in slices of tasks on all cores */
	uint64_t elapsed;       /* ticks */
	uint32_t count;         /* hill climbing: best so far */
	bool settled;
	bool late;              /* it had to be cut off */
};

/* QUANTITY_NONE: that round was cut off. */
struct inject_figures {
	unsigned rounds;
	int64_t round[INJECT_FIGURES][INJECT_ROUNDS];
};

/* ---- inject.c, rounds.c, mixed.c, half.c -------------------------------- */

/* Rounds of each load. */
unsigned inject_rounds(void);

/* One run. The first round is shown and recorded, if asked. False: nothing came
 * of it, and in the first round a record says why. */
bool inject_round(const struct inject_load *load, unsigned round, bool shown,
		  struct inject_figures *figures);

/* All rounds of a load, the first of them shown. False: as above. */
bool inject_repeat(const struct inject_load *load,
		   struct inject_figures *figures);

/* Hill climbing beside pools of a fixed size, under `load`. */
void inject_mixed(const struct inject_load *load, uint32_t sweep_ms);
#define INJECT_SWEEP 7u /* pools of a fixed size, at most */

/* Pools of one, two and three workers a core under `load`, and one whose
 * workers never sleep: waiters do. */
void inject_half(const struct inject_load *load);
#define INJECT_HALVES 4u

/* ---- run.c -------------------------------------------------------------- */

/* Why no run is possible with these figures; NULL if one is. */
const char *inject_unfit(const struct inject_load *load);

/* Room for rows and queue from bench_scratch(), which is emptied first.
 * False: not even the queue fits, or no worker could be made. */
bool inject_run(const struct inject_load *load, struct inject_seen *seen);

/* ---- page.c: screen and log --------------------------------------------- */

/* Before a run; table: it has one. */
void inject_show_begin(const struct inject_load *load, bool table);

/*
 * From within it: the newest row on the status line, ten times a second at
 * most, and where the scale is slow enough for the serial line, the table as
 * it grows.
 */
void inject_show_live(const struct inject_load *load,
		      const struct inject_row *row, uint32_t rows);

/* After it, where it has a table: what the table does not have yet. */
void inject_show_table(const struct inject_seen *seen);

/* The series record: one row each load->row_ms. */
void inject_record(const struct inject_load *load,
		   const struct inject_seen *seen);

/* The record quantity: the figures that load->told names, by round. */
void inject_record_rounds(const struct inject_load *load,
			  const struct inject_figures *figures);

/* ---- cost.c: what a worker costs ---------------------------------------- */

/* What a switch of fibers and a fiber's life take, in so many rounds: records
 * them. False: no memory for a single fiber. */
bool inject_tell_cost(unsigned rounds);

#endif
