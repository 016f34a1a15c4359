/* SPDX-License-Identifier: MIT */
/*
 * The tasks of the dispatch experiment and what each worker notes of them.
 *
 * A task with stamps reads the time on entry and notes how long ago the
 * previous task on its worker ended, less the cost of reading the time: that
 * is the dispatch overhead. Then it adds up 0 .. n - 1 and reads the time
 * again. The bookkeeping lies between the two reads, so it counts as work, as
 * in the published method. A task without stamps adds up and counts, no more.
 *
 * A worker is written by its own core during a run and read by core 0 after.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_TASK_H
#define BENCH_EXPERIMENTS_DISPATCH_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/stats/histogram.h"
#include "kernel/machine.h"
#include "sched/work.h"

/* Of the table a worker counts in where samples cannot be kept. */
#define DISPATCH_BITS 6u

/* Stamps of samples are kept in this many ticks, counted from the start. */
#define DISPATCH_WHEN_SHIFT 4u

struct dispatch_sample {
	uint32_t when; /* of the entry */
	int32_t ticks; /* overhead; saturates */
};

struct dispatch_worker {
	uint64_t entry, end;  /* of the task before */
	uint64_t begin;       /* entry of the worker's first task */
	uint64_t tasks, ids, sum;
	int64_t overhead;     /* summed; of all tasks but the first */
	uint64_t work;        /* summed; of all tasks but the last */
	struct dispatch_sample *sample; /* room for all tasks, or NULL */
	struct histogram histogram;     /* where sample is NULL */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* What the tasks of a run do; changed between runs only. */
struct dispatch_order {
	struct dispatch_worker *worker; /* by executor_worker() */
	uint64_t n;      /* iterations of a task */
	int64_t stamp;   /* ticks of reading the time, subtracted */
	uint64_t begin;  /* time of the run's start */
	uint32_t *ran;   /* checked tasks: how often each ran; atomic */
};
extern struct dispatch_order dispatch_order;

/* Tasks; arg is the task's number, 0 and up. */
void dispatch_stamped(void *arg);
void dispatch_plain(void *arg);

/* A task that only notes that it ran. */
void dispatch_checked(void *arg);

/* Samples in a worker's buffer: its first task gives none. */
static inline uint64_t dispatch_samples(const struct dispatch_worker *w)
{
	return w->tasks ? w->tasks - 1 : 0;
}

/* ---- what they cost by themselves -------------------------------------- */

/* Mean of |t2 - t1| over 10,000 back-to-back reads, in thousandths. */
int64_t dispatch_stamp_milli(void);

/* Ticks of `count` times the body alone, and what it has added up. */
uint64_t dispatch_bodies(uint64_t n, uint64_t count, uint64_t *sum);

#endif
