/* SPDX-License-Identifier: MIT */
/*
 * What a queue's rows need; queue_rows.h makes one of these from a queue's
 * inline functions. All carry a function and its argument, as ours do (struct
 * work, 16 bytes); one called "... 8 B" carries a word, which is less work.
 * Capacity 1024 where it is bounded.
 */
#ifndef PEERS_ROWS_QUEUE_H
#define PEERS_ROWS_QUEUE_H

#include "peers/peers.h"

#include "sched/work.h"

#define QUEUE_SLOTS 1024u
#define QUEUE_BULK 32u
#define QUEUE_ALONE 10000u
#define QUEUE_BULKS 1000u  /* of QUEUE_BULK each, alone */
#define QUEUE_ITEMS 8192u /* of one repetition; a multiple of QUEUE_BULK */

/* Item i's value: few different ones, since some peers carry pointers. */
#define QUEUE_VALUES 64u
#define QUEUE_VALUE(i) ((uint64_t)(i) % QUEUE_VALUES + 1)

/* An item the compiler knows nothing about, and its use: no word of it may be
 * left out. */
static inline struct work peer_item(uint64_t value)
{
	struct work item = { 0, (void *)value };

	__asm__ volatile("" : "+r"(item.run), "+r"(item.arg));
	return item;
}

static inline uint64_t peer_value(struct work item)
{
	__asm__ volatile("" : : "r"(item.run), "r"(item.arg));
	return (uint64_t)item.arg;
}

struct queue_side {
	uint64_t sum PEERS_LINE; /* of what it popped, less what it pushed */
	bool gave_up;
};

struct queue_spell {
	struct queue_side side[PEERS_SIDES];
};

/* Ticks per push + pop on one core; NULL where the queue cannot. The peers_side
 * ones get a struct queue_spell: side 0 pushes and side 1 pops, or (_both)
 * each side pushes and pops. Each leaves the queue empty. */
struct peers_queue {
	double (*alone)(const struct peers_row *row);
	double (*alone_bulk)(const struct peers_row *row);
	peers_side across, across_bulk;
	peers_side both, both_bulk;
	void (*drain)(void); /* after a spell that was given up */
};

#ifdef __cplusplus
extern "C" {
#endif

enum peers_queue_kind {
	QUEUE_SPSC, QUEUE_MPMC, QUEUE_LOCKED, QUEUE_DEQUE
};

/* Adds the rows of its kind after a trial in which the sums agreed. */
void peers_add_queue(const char *who, enum peers_queue_kind kind,
		     const struct peers_queue *queue);

#ifdef __cplusplus
}
#endif

#endif
