/* SPDX-License-Identifier: MIT */
/* Private to experiment `workqueue`. */
#ifndef BENCH_EXPERIMENTS_WORKQUEUE_WORKQUEUE_H
#define BENCH_EXPERIMENTS_WORKQUEUE_WORKQUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/config/settings.h"
#include "bench/proof/proven.h"
#include "bench/report/key.h"
#include "sched/queue/shared.h"

#define WORKQUEUE "workqueue" /* the experiment, and what its rows are of */
#define WORKQUEUE_BATCH 256u  /* operations in a sample, at most: 50 steps of
			       * the clock are fewer */

/* A queue of its own for a row, as lock= and queue= choose it; empty. From
 * bench_scratch(): NULL where that ends. Core 0. */
struct shared_queue *workqueue_make(uint32_t capacity);

/* Room for two batches of each core, and as much as the scheduler's at least. */
uint32_t workqueue_capacity(unsigned cores);

/* Proves the same queue on so many cores. False if it is wrong. Core 0, outside
 * any run. */
bool workqueue_check(unsigned cores, struct proof *proof);

/* The same for a row that is measured by run(), with the record of it. */
bool workqueue_proven(const struct record_key *key, unsigned cores);

/*
 * What is timed: the verbs inlined, `count` times. Where the queue is full or
 * empty they wait. Fewer than count are returned where it stayed so for
 * QUEUE_PATIENCE. Any core.
 */
uint64_t workqueue_enqueue(struct shared_queue *q, uint64_t count);
uint64_t workqueue_dequeue(struct shared_queue *q, uint64_t count);
uint64_t workqueue_pair(struct shared_queue *q, uint64_t count);

/* Out of line. */
bool workqueue_take_out(void *queue, struct work *work);

/* ---- parts of the run: false where the queue is wrong -------------------------- */

/* From core 0 to another one, a row for each class of pair; so many it has. */
unsigned workqueue_across_rows(const struct settings *settings);
bool workqueue_across(const struct settings *settings);

/* So many cores all enqueue, then all dequeue. */
bool workqueue_crowd(const struct settings *settings, unsigned cores);

/* So many cores at it for some milliseconds a round, each operation stamped. */
bool workqueue_fairness(const struct settings *settings, unsigned cores);

#endif
