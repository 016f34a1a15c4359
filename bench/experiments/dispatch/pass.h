/* SPDX-License-Identifier: MIT */
/*
 * One pass of the dispatch experiment: an executor, made anew, runs a number
 * of tasks that core 0's root task submits one by one. Core 0, outside any
 * run.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_PASS_H
#define BENCH_EXPERIMENTS_DISPATCH_PASS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/experiments/dispatch/task.h"
#include "sched/executor/executor.h"

#define DISPATCH_NAME_MAX 32u

/* An executor as it is measured. */
struct dispatch_subject {
	const struct executor_kind *kind;
	struct executor_options options;
	char name[DISPATCH_NAME_MAX]; /* in the records: "shared/mcs" */
	bool swapped;      /* a lock or queue of `shared` was exchanged */
	void *executor;    /* its memory on this number of cores; NULL: none */
	void *memory;
};

struct dispatch_pass {
	const struct dispatch_subject *subject;
	unsigned cores;
	uint64_t n;
	void (*task)(void *arg);
	uint64_t tasks;    /* wanted; afterwards: those submitted */
	uint64_t patience; /* ticks after which no more are submitted */
	uint64_t wall;     /* ticks from before run() to after it */
};

/*
 * Memory for the workers' notes on so many cores, with room for the samples
 * of up to most_tasks, as long as there is enough. False: there is too little
 * for anything. After scratch_empty().
 */
bool dispatch_prepare(unsigned cores, uint64_t most_tasks);

/* The samples of so many tasks can be kept, rather than counted. */
bool dispatch_keeps(uint64_t tasks);

/* Room for the samples of all workers, to be sorted in. */
int64_t *dispatch_sorted(void);

/* Memory for an executor on so many cores; false: none left. */
bool dispatch_make(struct dispatch_subject *subject, unsigned cores);

/* Runs it. True if every task ran once and every sum is right. */
bool dispatch_run(struct dispatch_pass *pass);

/*
 * Proves that the executor runs each task once, whatever there is to run: no
 * task, one, and more than its queues hold. Adds the tasks to *operations.
 */
bool dispatch_check(const struct dispatch_subject *subject, unsigned cores,
		    uint64_t *operations);

/*
 * How many tasks fill the pass's patience, no more than `most`: found by
 * trying. body: ticks of a task's body, about.
 */
uint64_t dispatch_tasks(const struct dispatch_pass *pass, uint64_t body,
			uint64_t most);

#endif
