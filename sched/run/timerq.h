/* SPDX-License-Identifier: MIT */
/*
 * Sleeping fibers by deadline: a pairing heap threaded through the fibers
 * (Fredman, Sedgewick, Sleator, Tarjan, "The pairing heap", 1986). Insertion
 * O(1), removal O(log n) amortised. Owner core only.
 */
#ifndef SCHED_RUN_TIMERQ_H
#define SCHED_RUN_TIMERQ_H

#include <stdint.h>

#include "sched/fiber/fiber.h"

struct timerq {
	struct fiber *root;   /* earliest; NULL when empty */
	uint64_t inserted;    /* gives equal deadlines their order */
};

/* Adds a fiber whose deadline is set. */
void timerq_insert(struct timerq *q, struct fiber *fiber);

/* Removes and returns the earliest fiber if its deadline <= now, else NULL. */
struct fiber *timerq_take_due(struct timerq *q, uint64_t now);

/* The earliest deadline; UINT64_MAX when empty. */
uint64_t timerq_next(const struct timerq *q);

#endif
