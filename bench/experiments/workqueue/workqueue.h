/* SPDX-License-Identifier: MIT */
/* Private to experiment `workqueue`. */
#ifndef BENCH_EXPERIMENTS_WORKQUEUE_WORKQUEUE_H
#define BENCH_EXPERIMENTS_WORKQUEUE_WORKQUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/bench.h"
#include "bench/conditions/core_pairs.h"
#include "bench/config/settings.h"
#include "bench/proof/proven.h"
#include "sched/queue/shared.h"

#define WORKQUEUE "workqueue" /* the experiment, and what its rows are of */

/* A queue of its own for a row, as lock= and queue= choose it; empty. From
 * bench_scratch(): NULL where that ends. Core 0. */
struct shared_queue *workqueue_make(uint32_t capacity);

/* Proves the same queue on so many cores. False if it is wrong. Core 0, outside
 * any run. */
bool workqueue_check(unsigned cores, struct proof *proof);

/*
 * What is timed: the verbs inlined, `count` times. Where the queue is full or
 * empty they wait, but for the refusals. Fewer than count are returned where
 * it stayed so for QUEUE_PATIENCE. Any core.
 */
uint64_t workqueue_enqueue(struct shared_queue *q, uint64_t count);
uint64_t workqueue_dequeue(struct shared_queue *q, uint64_t count);
uint64_t workqueue_pair(struct shared_queue *q, uint64_t count);

/* Core 0 enqueues, another one dequeues: a row for each class of pair. The steps
 * and a part of the run of its struct experiment. */
unsigned workqueue_across_steps(const struct settings *settings);
bool workqueue_across(const struct settings *settings);

/* The key of the row of a class of pair, whose parameters it keeps. */
struct workqueue_across_key {
	unsigned consumer; /* 0: this machine has no such pair */
	struct param params[3];
};
struct workqueue_across_key workqueue_across_key(
	const struct settings *settings, enum distance distance);
#define WORKQUEUE_ACROSS_KEY(of)                                             \
	(&(const struct record_key){ WORKQUEUE, "across", 2, (of)->params })

/* What all its results say. */
void workqueue_report_findings(const struct settings *settings);

#endif
