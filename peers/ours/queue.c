/* SPDX-License-Identifier: MIT */
/*
 * Our queues, as C, each as soon as its header is there (sched/queue/queue.h
 * has the verbs).
 */
#include "peers/rows/queue.h"

#include "sched/queue/ring.h"
#include "sched/queue/workqueue.h"

#define OURS(name)                                                           \
	static struct name our_##name##_here PEERS_LINE;                     \
	static inline bool our_##name##_put(struct work item)                \
	{                                                                    \
		return name##_push(&our_##name##_here, item);                \
	}                                                                    \
	static inline bool our_##name##_get(struct work *item)               \
	{                                                                    \
		return name##_pop(&our_##name##_here, item);                 \
	}

#define OURS_BULK(name)                                                      \
	static inline unsigned our_##name##_put_bulk(                        \
		const struct work *item, unsigned n)                         \
	{                                                                    \
		return name##_push_bulk(&our_##name##_here, item, n);        \
	}                                                                    \
	static inline unsigned our_##name##_get_bulk(struct work *item,      \
						     unsigned n)             \
	{                                                                    \
		return name##_pop_bulk(&our_##name##_here, item, n);         \
	}

/* Room for any queue's slots, and its check. */
#define SLOT_BYTES (QUEUE_SLOTS * 64u)

#define OURS_START(name)                                                     \
	static uint8_t our_##name##_memory[SLOT_BYTES] PEERS_LINE;             \
	static bool our_##name##_start(void)                                 \
	{                                                                    \
		if (name##_bytes(QUEUE_SLOTS) > SLOT_BYTES)                  \
			return false;                                        \
		name##_init(&our_##name##_here, our_##name##_memory,           \
			    QUEUE_SLOTS);                                    \
		return true;                                                 \
	}

OURS(ring)
#define PEER_QUEUE our_ring
#include "peers/rows/queue_rows.h"

OURS(workqueue)
OURS_START(workqueue)
#define PEER_QUEUE our_workqueue
#include "peers/rows/queue_rows.h"

#if __has_include("sched/queue/spsc.h")
#include "sched/queue/spsc.h"
OURS(spsc)
OURS_BULK(spsc)
OURS_START(spsc)
#define PEER_QUEUE our_spsc
#define QUEUE_HAS_BULK
#include "peers/rows/queue_rows.h"
#define HAVE_SPSC 1
#endif

#if __has_include("sched/queue/mpmc.h")
#include "sched/queue/mpmc.h"
OURS(mpmc)
OURS_BULK(mpmc)
OURS_START(mpmc)
#define PEER_QUEUE our_mpmc
#define QUEUE_HAS_BULK
#include "peers/rows/queue_rows.h"
#define HAVE_MPMC 1
#endif

#if __has_include("sched/queue/two.h")
#include "sched/queue/two.h"
OURS(two)
OURS_BULK(two)
OURS_START(two)
#define PEER_QUEUE our_two
#define QUEUE_HAS_BULK
#include "peers/rows/queue_rows.h"
#define HAVE_TWO 1
#endif

#if __has_include("sched/queue/deque.h")
#include "sched/queue/deque.h"
OURS(deque)
OURS_BULK(deque)
OURS_START(deque)

/* The other core is a thief. */
static inline bool our_deque_thief(struct work *item)
{
	return deque_steal(&our_deque_here, item);
}

static inline unsigned our_deque_thieves(struct work *item, unsigned n)
{
	return deque_steal_half(&our_deque_here, item, n);
}
#define PEER_QUEUE our_deque
#define QUEUE_HAS_BULK
#define QUEUE_TAKE our_deque_thief
#define QUEUE_TAKE_BULK our_deque_thieves
#include "peers/rows/queue_rows.h"
#define HAVE_DEQUE 1
#endif

static void add(const char *who, enum peers_queue_kind kind,
		bool (*start)(void), const struct peers_queue *queue)
{
	if (start())
		peers_add_queue(who, kind, queue);
	else
		peers_skip(who, "it needs more than SLOT_BYTES");
}

static bool ring_start(void)
{
	static struct work slot[QUEUE_SLOTS] PEERS_LINE;

	ring_init(&our_ring_here, slot, QUEUE_SLOTS);
	return true;
}

void peers_ours_queue(void)
{
	add("ours/ring", QUEUE_LOCKED, ring_start, &our_ring_queue);
	add("ours/workqueue", QUEUE_LOCKED, our_workqueue_start,
	    &our_workqueue_queue);
#ifdef HAVE_SPSC
	add("ours/spsc", QUEUE_SPSC, our_spsc_start, &our_spsc_queue);
#endif
#ifdef HAVE_MPMC
	add("ours/mpmc", QUEUE_MPMC, our_mpmc_start, &our_mpmc_queue);
#endif
#ifdef HAVE_TWO
	add("ours/two", QUEUE_MPMC, our_two_start, &our_two_queue);
#endif
#ifdef HAVE_DEQUE
	add("ours/deque", QUEUE_DEQUE, our_deque_start, &our_deque_queue);
#endif
}
