/* SPDX-License-Identifier: MIT */
/* A queue that a crowd checks: who pushes, who pops, and what comes of it. */
#ifndef BENCH_PROOF_QUEUE_VERBS_H
#define BENCH_PROOF_QUEUE_VERBS_H

#include <stdbool.h>
#include <stdint.h>

#include "sched/queue/queue.h"

/* Core 0, outside any run; the others only read it. */
struct queue_checked {
	const struct queue_kind *kind;
	void *queue;
	unsigned producers, cores;
	bool mixed;    /* all push and pop */
	bool any_verb; /* a core meets another in any verb; or only a push
			* meets a pop */
};

extern struct queue_checked queue_checked;

/* Does that core push, pop, in what is checked now? */
bool queue_pushes(unsigned core);
bool queue_pops(unsigned core);

/*
 * Pushes or pops one item or three, and says so to the others; meets those that
 * were at it, too. held: by hold_up(). How many moved; crowd_wrong() if an item
 * is not as it should be. In a turn of a crowd.
 */
uint32_t queue_push_some(unsigned core, bool held);
uint32_t queue_pop_some(unsigned core, bool held);

/* Items anew for the producers that there are now. Core 0, outside any verb. */
void queue_begin_items(void);

/* What is left in the queue, by core 0 while no other uses it: NULL, or what
 * is wrong, a missing item, too. */
const char *queue_drain(void);

#endif
