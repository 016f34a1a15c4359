/* SPDX-License-Identifier: MIT */
/*
 * The options `lock` and `queue`: what the scheduler's shared queue and the
 * executor `shared` go through, to see what an exchanged lock or queue does to
 * dispatch. Core 0, outside any run.
 */
#ifndef BENCH_HARNESS_SHARED_QUEUE_H
#define BENCH_HARNESS_SHARED_QUEUE_H

#include <stdbool.h>

#include "sched/lock/lock.h"
#include "sched/queue/queue.h"

/* What is chosen; NULL where nothing is, or what is asked for cannot be. */
struct swap {
	const struct lock_kind *lock;
	const struct queue_kind *queue;
};

const struct swap *swap_chosen(void);

/* Reads the options, silently: the log could not be written yet. */
void swap_fill(void);

/* Complains, by a warning record and text, of a name that nothing has, and of
 * a choice that cannot be. False if it has. */
bool swap_check(void);

/*
 * Proves what was chosen on so many cores, and from now on every run uses it.
 * False, with a warning, if it fails the proof or memory is short: nothing is
 * to be measured then. After scratch_init().
 */
bool swap_install(unsigned cores);

/* Fields of the context record: lock and queue that are used, chosen or not;
 * the lock is null where a queue took the ring's place. */
void swap_record(void);

/* A line of the heading where something was chosen. */
void swap_heading(void);

#endif
