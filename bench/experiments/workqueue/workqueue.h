/* SPDX-License-Identifier: MIT */
/* Private to experiment `workqueue`. */
#ifndef BENCH_EXPERIMENTS_WORKQUEUE_WORKQUEUE_H
#define BENCH_EXPERIMENTS_WORKQUEUE_WORKQUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/bench.h"
#include "bench/conditions/core_pairs.h"
#include "bench/config/settings.h"
#include "bench/harness/passage.h"
#include "bench/proof/proven.h"
#include "bench/proof/queue_check.h"
#include "bench/report/key.h"
#include "sched/queue/shared.h"

/* Of what samples itself: a sample a round. */
#define WORKQUEUE_ROUNDS(settings)                                           \
	((struct rounds){ .wanted = (settings)->rounds < 20 ?                \
				    (settings)->rounds : 20 })

#define WORKQUEUE "workqueue" /* the experiment, and what its rows are of */

/* A queue of its own for a row, as lock= and queue= choose it; empty. From
 * bench_scratch(): NULL where that ends. Core 0. */
struct shared_queue *workqueue_make(uint32_t capacity);

/* Room for two batches of each core, and as much as the scheduler's at least. */
uint32_t workqueue_capacity(unsigned cores);

/* Empties it at the end of a round. Did all items go through? Core 0, outside
 * any run. */
bool workqueue_passed(struct shared_queue *q, struct passage *passage);

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

/* ---- rows whose cell->state is a queue ---------------------------------------- */

#define WORKQUEUE_BATCH 256u /* operations in a sample, at most: 50 steps of the
			      * clock are fewer */

/* Members of struct variant. */
bool workqueue_setup(struct cell *cell);
bool workqueue_validate(struct cell *cell);
void workqueue_enqueue_body(struct cell *cell, unsigned core, uint64_t count);
void workqueue_dequeue_body(struct cell *cell, unsigned core, uint64_t count);
void workqueue_pair_body(struct cell *cell, unsigned core, uint64_t count);

/* A batch more, a batch less; nothing is left for the next round. */
void workqueue_fill(struct cell *cell, unsigned core);
void workqueue_drain(struct cell *cell, unsigned core);
void workqueue_empty(struct cell *cell, unsigned core);

#define WORKQUEUE_ROW                                                        \
	.primitive = WORKQUEUE, .setup = workqueue_setup,                    \
	.validate = workqueue_validate, .property = QUEUE_PROPERTY,          \
	.tidy = workqueue_empty, .any_core = true
#define WORKQUEUE_ALONE WORKQUEUE_ROW, .most_cores = 1, .full_only = true

/* ---- from core to core --------------------------------------------------------- */

/* All enqueue, then all dequeue: parts of the steps and of the run. */
unsigned workqueue_crowd_steps(const struct settings *settings);
bool workqueue_crowd(const struct settings *settings);

/* Core 0 enqueues, another one dequeues: a row for each class of pair. The same
 * parts. */
unsigned workqueue_across_steps(const struct settings *settings);
bool workqueue_across(const struct settings *settings);

/* Who is at the two ends of a row, and the parameters of its key. */
struct workqueue_ends {
	unsigned consumer; /* 0: this machine has no such pair */
	struct param params[3];
};
struct workqueue_ends workqueue_across_ends(
	const struct settings *settings, enum distance distance);
#define WORKQUEUE_ACROSS_KEY(of)                                             \
	(&(const struct record_key){ WORKQUEUE, "across", 2, (of)->params })

/* ---- fairness ------------------------------------------------------------------ */

/* All cores at it for so many milliseconds a round, each operation stamped:
 * parts of the steps and of the run. */
unsigned workqueue_fairness_steps(const struct settings *settings);
bool workqueue_fairness(const struct settings *settings);

#endif
