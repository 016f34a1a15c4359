/* SPDX-License-Identifier: MIT */
/*
 * The options `lock` and `queue`: what the scheduler's shared queue and the
 * executor `shared` go through, to see what an exchanged lock or queue does to
 * dispatch. Core 0, outside any run.
 */
#ifndef BENCH_CONFIG_EXCHANGE_H
#define BENCH_CONFIG_EXCHANGE_H

#include <stdbool.h>

#include "sched/lock/lock.h"
#include "sched/queue/queue.h"

/* What is chosen; NULL where nothing is, or what is asked for cannot be. */
struct exchange {
	const struct lock_kind *lock;
	const struct queue_kind *queue;
};

const struct exchange *exchange_chosen(void);

/* Its name; NULL where nothing is chosen. */
const char *exchange_name(void);

/* Reads the options, silently: the log could not be written yet. */
void exchange_fill(void);

/* Complains, by a warning record and text, of a name that nothing has, and of
 * a choice that cannot be. False if it has. */
bool exchange_check(void);

/* Complains of what was chosen. Always false. */
bool exchange_refuse(const char *why);

/* Fields of the context record: lock and queue that are used, chosen or not;
 * the lock is null where a queue took the ring's place. */
void exchange_record(void);

/* A line of the heading where something was chosen. */
void exchange_heading(void);

/* "lock" or "queue", as chosen. */
const char *exchange_what(void);

#endif
