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

/* ---- a race ------------------------------------------------------------ */

/*
 * Round by round: core 0 leaves room for few more items, or few items; all meet
 * and do one to four verbs each; core 0 takes out what is left and counts. So
 * the last place and the last item are fought over, and what was given back is
 * used again while another core is in a verb. NULL, or what was wrong. *late:
 * the cores were seldom at it together. queue_checked is set, the queue empty.
 * *popped gets the items. Core 0.
 */
const char *queue_race(bool *late, uint64_t *popped);

#endif
