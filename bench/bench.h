/* SPDX-License-Identifier: MIT */
/*
 * What an experiment is, and what it may ask of the runner.
 *
 * An experiment is a folder below bench/experiments/, of one C file or more.
 * One of them holds rows of variants and announces it with EXPERIMENT(). The
 * runner does the rest: it sweeps the cores, validates, warms up, sizes the
 * batch, samples in rounds, computes and writes the records and the table.
 * docs/adding-a-benchmark.md walks through a whole one.
 *
 *	per core count n of the sweep:
 *	    per variant:  setup(cell); validate(cell)  [not timed]
 *	    per round, variants in ABBA order, on all n cores at once:
 *	        enter(cell, core); barrier
 *	        per sample: reset(cell, core)          [not timed]
 *	                    start; body(cell, core, batch); stop
 *	        leave(cell, core); barrier; tidy(cell, core)
 *
 * A variant with a partner() takes its samples on core 0 alone.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/registry.h"

struct cell;
struct proof;

/* Where a variant's sample loop runs. */
enum stage {
	STAGE_CORE,  /* plainly on each core of the cell, no scheduler */
	STAGE_FIBER, /* in a fiber of core 0, schedulers on all the cores */
};

/* What tells rows of one name apart: goes into the records' `params`. */
struct param {
	const char *name;  /* NULL ends a list */
	int64_t value;
};

/* One row of an experiment: one thing that is measured. */
struct variant {
	const char *name;     /* as in the records; words joined by '/' */
	const char *primitive; /* what other rows measure, too, a lock's name:
				* if it is wrong, all are marked; NULL: none */
	const struct param *params; /* NULL for none */
	const char *per;      /* what one operation is: "push", "round trip" */
	const char *summary;  /* one sentence */
	/* Version of what is timed; 0 counts as 1. Raised with any change of
	 * that, so that unlike results are not compared. */
	unsigned method;

	enum stage stage;
	unsigned least_cores; /* 0 counts as 1 */
	unsigned most_cores;  /* 0: no bound */

	/* Why it cannot run on this machine, NULL if it can. Optional. */
	const char *(*unfit)(unsigned cores);

	/*
	 * Makes cell->state from bench_scratch(). False: cell->trouble says
	 * why, or bench_scratch() had no memory for it: the row is skipped.
	 * Where neither is so, it is a mistake, and the run fails.
	 */
	bool (*setup)(struct cell *cell);

	/*
	 * Proves the primitive on the cell's cores before it is timed; counts
	 * what it did in cell->checked, or fills in *cell->proof, which can
	 * say more than right or wrong. False: it is wrong. Core 0, outside
	 * the scheduler.
	 */
	bool (*validate)(struct cell *cell);
	const char *property; /* what that proves, a few words for the log */

	/* Before and after the samples of a round, in the stage; tidy once all
	 * cores are through. Optional. */
	void (*enter)(struct cell *cell, unsigned core);
	void (*leave)(struct cell *cell, unsigned core);
	void (*tidy)(struct cell *cell, unsigned core);

	/* Before every sample, untimed, in the stage. Optional. */
	void (*reset)(struct cell *cell, unsigned core);

	/*
	 * The timed region: `count` operations and nothing else. noinline, in
	 * a file with the fixed flags of measured code. NULL: the experiment's
	 * run() measures it, and the row is there to be listed and chosen.
	 */
	void (*body)(struct cell *cell, unsigned core, uint64_t count);

	/*
	 * Optional: what the cores but core 0 do during a round, instead of
	 * taking samples themselves; returns once bench_stopped(cell).
	 */
	void (*partner)(struct cell *cell, unsigned core);

	/* Adds fields of its own to the result record. Optional. */
	void (*fields)(const struct cell *cell);

	/* Only in the full suite, or where variant= asks for it. */
	bool full_only;

	/* On one core, on STAGE_CORE, it may run on any: one of each type. */
	bool any_core;
	unsigned core;        /* where it does; set by the runner */

	const void *what;     /* the variant's own: the lock it measures, ... */
	/* Operations that belong together; batches are multiples of it. No
	 * sample of a single one is taken then. A power of two; 0 counts as 1. */
	uint32_t least_batch;
	uint32_t most_batch;  /* what reset and setup can serve; 0: no bound */
};

/* A variant prepared on a number of cores. */
struct cell {
	const struct variant *variant;
	const char *experiment;
	unsigned cores;
	uint32_t batch;    /* operations in a sample; set before enter() */
	uint64_t checked;  /* operations that validate() checked */
	struct proof *proof; /* in validate(): bench/proof/proven.h */
	const char *primitive; /* that it proved; NULL: the variant alone */
	void *state;       /* the variant's own */
	uint32_t capacity; /* of the queue that setup() made; 0: none */
	uint32_t stopped;  /* atomic: see bench_stopped() */
	const char *trouble; /* why setup() could not; NULL: it does not say */
	const char *wrong; /* what a body saw go wrong while it was timed: the
			    * row fails; NULL: nothing */
};

/* True when core 0 has all samples of this round: partners go home. */
static inline bool bench_stopped(struct cell *cell)
{
	return atomic_load_relaxed(&cell->stopped);
}

struct settings;

/* When an experiment is measured: what is asked first, then what others are made
 * of. */
enum order {
	ORDER_LAST,       /* it does not say: a user's own */
	ORDER_HEADLINE,   /* what enqueue and dequeue cost */
	ORDER_FLOOR,      /* what the hardware itself asks */
	ORDER_WORK_QUEUE,
	ORDER_PARTS,      /* locks, switches, wake-ups, cache lines, clocks */
	ORDER_WHOLE,      /* pools, and work for them */
};

struct experiment {
	const char *name;
	const char *summary;  /* one sentence: what it answers */

	/*
	 * What rows cannot say (a matrix, a whole workload): measured and
	 * recorded by the experiment itself, after its rows (bench/harness/trial.h).
	 * steps: how many times it will call trial_step(). Optional.
	 */
	unsigned (*steps)(const struct settings *settings);
	bool (*run)(const struct settings *settings);

	/* About how many milliseconds a step takes, or a round of a row, in
	 * the quick and in the full suite: for the time left. 0: as usual. */
	struct { unsigned quick, full; } step_ms;

	/* Rows that the run's last page shows, by name: "rmw xst". Those ended
	 * by `*` on the most cores, others on the fewest. NULL: the first. */
	const char *page;

	enum order order;
	bool by_name_only;    /* in no suite: bench= has to name it */
	bool two_at_most;     /* run() uses two cores at once at most */
	bool own_timer;       /* core 0's timer is its own: it is bounded without */
	bool unbounded;       /* nothing interrupts it, not if it hangs, either */
};

/* What may follow the summary are further fields: .order = ORDER_FLOOR. */
#define EXPERIMENT_RUN(experiment_name, steps_fn, run_fn, summary_text, ...) \
	static const struct experiment experiment_##experiment_name = {      \
		.name = #experiment_name, .summary = summary_text,           \
		.steps = steps_fn, .run = run_fn, __VA_ARGS__ };             \
	REGISTER(qc_experiments, experiment_##experiment_name)

#define EXPERIMENT(experiment_name, table, ...)                              \
	EXPERIMENT_RUN(experiment_name, NULL, NULL, __VA_ARGS__);            \
	ROWS(experiment_name, table)

/* Variants of an experiment; any file may add some to any experiment. */
struct rows {
	const char *experiment;
	const struct variant *variant;
	unsigned count;

	/* Instead of the two: made from what is registered elsewhere, e.g.
	 * one for each lock. The same answer each time. */
	const struct variant *(*make)(unsigned *count);
};

#define ROWS(experiment_name, table)                                         \
	static const struct rows rows_##table = {                            \
		.experiment = #experiment_name, .variant = table,            \
		.count = sizeof(table) / sizeof((table)[0]) };               \
	REGISTER(qc_rows, rows_##table)

#define ROWS_MADE(experiment_name, function)                                 \
	static const struct rows rows_##function = {                         \
		.experiment = #experiment_name, .make = function };          \
	REGISTER(qc_rows, rows_##function)

/*
 * Zeroed memory, aligned to two cache lines, that lives as long as the cells
 * of one core count. NULL when it is used up. Core 0.
 */
void *bench_scratch(size_t bytes);

#endif
