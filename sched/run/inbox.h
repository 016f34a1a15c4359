/* SPDX-License-Identifier: MIT */
/*
 * Fibers that other cores hand to one core: many push, the owner takes all at
 * once. A Treiber stack without a pop of single entries, so there is no ABA.
 */
#ifndef SCHED_RUN_INBOX_H
#define SCHED_RUN_INBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "kernel/atomic.h"
#include "sched/fiber/fiber.h"

struct inbox {
	struct fiber *newest; /* any core, atomic */
};

/* Any core. */
static inline void inbox_push(struct inbox *inbox, struct fiber *fiber)
{
	struct fiber *newest = atomic_load_relaxed(&inbox->newest);

	/* R1: pairs with A1 in inbox_take(): fiber and its next are written. */
	do {
		fiber->next = newest;
	} while (!atomic_cas_release(&inbox->newest, &newest, fiber));
}

/* Owner: cheap look, may miss a push under way. */
static inline bool inbox_empty(struct inbox *inbox)
{
	return !atomic_load_relaxed(&inbox->newest);
}

/* Owner: all entries, oldest first, linked by next. NULL when empty. */
static inline struct fiber *inbox_take(struct inbox *inbox)
{
	/* A1: pairs with R1 in every inbox_push() whose entry is in the list:
	 * each exchange continues the release sequence of those before.
	 * R5: pairs with A5 in core_is_idle(): the taker is seen not to be idle. */
	struct fiber *newest = atomic_swap_acq_rel(&inbox->newest, NULL);
	struct fiber *oldest = NULL;

	while (newest) {
		struct fiber *older = newest->next;
		newest->next = oldest;
		oldest = newest;
		newest = older;
	}
	return oldest;
}

#endif
