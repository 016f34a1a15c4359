/* SPDX-License-Identifier: MIT */
/*
 * A deque for each core, and a core that runs dry robs another: own work costs
 * next to nothing, and only what one core has too much of crosses the lines.
 * The victims come in random order, so that thieves do not queue up at one
 * core. R. Blumofe and C. Leiserson, "Scheduling multithreaded computations by
 * work stealing", 1994; of a rich victim half is taken, at most DEQUE_BATCH:
 * D. Hendler and N. Shavit, "Non-blocking steal-half work queues", 2002.
 *
 * Cost: as deque.h; a round over empty victims is two line reads a core, which
 * stay at home as long as nothing changes.
 *
 * The caller names its core; the verbs of one core are called by that core
 * only, one at a time.
 */
#ifndef SCHED_QUEUE_STEAL_H
#define SCHED_QUEUE_STEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/queue/deque.h"
#include "sched/work.h"

struct steal_core {
	struct deque deque;
	/* Own; away from what the thieves look at. */
	uint32_t seed __attribute__((aligned(MACHINE_LINE_PAIR)));
};

struct steal {
	unsigned cores;
	struct steal_core *core; /* [cores] */
};

/* Bytes of one core's slots: whole line pairs, so that no two cores share. */
static inline size_t steal_slot_bytes(uint32_t capacity)
{
	return (deque_bytes(capacity) + MACHINE_LINE_PAIR - 1) &
	       ~(size_t)(MACHINE_LINE_PAIR - 1);
}

static inline size_t steal_bytes(unsigned cores, uint32_t capacity)
{
	return cores * (sizeof(struct steal_core) +
			steal_slot_bytes(capacity));
}

/* capacity is that of each core. */
static inline void steal_init(struct steal *s, void *memory, unsigned cores,
			      uint32_t capacity)
{
	uint8_t *slots = (uint8_t *)memory + cores * sizeof(struct steal_core);

	*s = (struct steal){ .cores = cores, .core = memory };
	for (unsigned i = 0; i < cores; i++) {
		deque_init(&s->core[i].deque,
			   slots + i * steal_slot_bytes(capacity), capacity);
		/* Odd times odd, never 0, and no two alike. */
		s->core[i].seed = (2 * i + 1) * 2654435769u;
	}
}

static inline bool steal_push(struct steal *s, unsigned core, struct work work)
{
	return deque_push(&s->core[core].deque, work);
}

static inline bool steal_pop(struct steal *s, unsigned core, struct work *work)
{
	return deque_pop(&s->core[core].deque, work);
}

/* Below `below`. G. Marsaglia, "Xorshift RNGs", 2003; the product's high half
 * in place of a division. */
static inline uint32_t steal_random(struct steal_core *core, uint32_t below)
{
	uint32_t x = core->seed;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	core->seed = x;
	return (uint32_t)((uint64_t)x * below >> 32);
}

/*
 * Takes up to `most` from another core below `cores`, oldest first: one round
 * over all of them from a random one on. 0: none had any, or others were
 * faster. core < cores.
 */
static inline uint32_t steal_rob_among(struct steal *s, unsigned core,
				       unsigned cores, struct work *works,
				       uint32_t most)
{
	unsigned others = cores - 1, n = 0;

	if (!others)
		return 0;
	unsigned at = steal_random(&s->core[core], others);
	for (unsigned i = 0; i < others && !n; i++) {
		/* The others are numbered from the next core on. */
		unsigned victim = core + 1 + at;
		if (victim >= cores)
			victim -= cores;
		n = deque_steal_half(&s->core[victim].deque, works, most);
		at = at + 1 == others ? 0 : at + 1;
	}
	return n;
}

/* The same among all. */
static inline uint32_t steal_rob(struct steal *s, unsigned core,
				 struct work *works, uint32_t most)
{
	return steal_rob_among(s, core, s->cores, works, most);
}

/*
 * Own work, newest first; failing that, a batch from another core, whose
 * oldest item is returned and the rest of it becomes own work.
 */
static inline bool steal_take(struct steal *s, unsigned core, struct work *work)
{
	struct work loot[DEQUE_BATCH];
	struct deque *own = &s->core[core].deque;

	if (deque_pop(own, work))
		return true;
	/* As the own deque is empty, a batch of its capacity has room. */
	uint32_t most = own->mask < DEQUE_BATCH ? own->mask + 1 : DEQUE_BATCH;
	uint32_t n = steal_rob(s, core, loot, most);
	if (!n)
		return false;
	*work = loot[0];
	deque_push_bulk(own, loot + 1, n - 1);
	return true;
}

#endif
