/* SPDX-License-Identifier: MIT */
/*
 * Tasks, and passes of an executor over them. A task with stamps reads the time on
 * entry and notes how long ago the previous task on its worker ended, less the
 * cost of reading the time: that is the dispatch overhead. Then it adds up
 * 0 .. n - 1 and reads the time again. The bookkeeping lies between the two reads,
 * so it counts as work, as in the published method. A task without stamps adds up
 * and counts, no more.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_PASS_H
#define BENCH_EXPERIMENTS_DISPATCH_PASS_H

#include "bench/experiments/dispatch/group.h"
#include "kernel/machine.h"

#define DISPATCH_WHEN_SHIFT 4u

struct dispatch_sample {
	uint32_t when; /* of the entry: 16 ticks each, from the run's start */
	int32_t ticks; /* overhead; saturates */
};

/* Written by its own core during a run, read by core 0 afterwards. */
struct dispatch_worker {
	uint64_t entry, end;  /* of the task before */
	uint64_t begin;       /* entry of the worker's first task */
	uint64_t tasks, ids, sum;
	uint64_t work;        /* summed; of all tasks but the last */
	uint64_t longest;     /* work of a task; of the same */
	struct dispatch_sample *sample; /* of all tasks but the first */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* What the tasks of a run do; changed between runs only. */
extern struct dispatch_order {
	struct dispatch_worker *worker; /* by executor_worker() */
	uint64_t n;      /* iterations of a task */
	int64_t stamp;   /* ticks of reading the time, subtracted */
	uint64_t begin;  /* time of the run's start */
} dispatch_order;

static inline uint64_t dispatch_samples_of(const struct dispatch_worker *w)
{
	return w->tasks ? w->tasks - 1 : 0;
}

/* arg: the task's number, 0 and up. */
void dispatch_stamped_task(void *arg);
void dispatch_plain_task(void *arg);

/* Mean of |t2 - t1| over 10,000 back-to-back reads of the time. */
uint64_t dispatch_stamp_milli(void);

/* Ticks of `count` times the body alone; adds what it has added up to *sum. */
uint64_t dispatch_time_bodies(uint64_t n, uint64_t count, uint64_t *sum);

/* ---- a pass ------------------------------------------------------------ */

/* An executor, made anew, runs tasks that core 0's root submits one by one. */
struct dispatch_pass {
	void (*task)(void *arg);
	uint64_t tasks;    /* wanted; afterwards: those submitted */
	uint64_t patience; /* ticks after which no more are submitted */
	uint64_t wall;     /* ticks from before run() to after it */
};

/* Memory for the workers of so many cores, and for the samples of most_tasks or
 * of as many as fit: *room. False: for none. After scratch_empty(). */
bool dispatch_make_room(unsigned cores, uint64_t most_tasks, uint64_t *room);

/* Room for the samples of all workers, to be sorted in. */
int64_t *dispatch_sorted(void);

/* Memory for an executor on so many cores; false: none left. */
bool dispatch_make_executor(struct dispatch_subject *subject, unsigned cores);

/* True if every task ran once and every sum is right. */
bool dispatch_run_pass(const struct dispatch_cell *cell,
		       struct dispatch_pass *pass);

/* How many tasks take so many ticks, no more than `most`: found by trying. */
uint64_t dispatch_fit_tasks(const struct dispatch_cell *cell, uint64_t ticks,
			    uint64_t most);

#endif
