/* SPDX-License-Identifier: MIT */
/*
 * A deque for each core (sched/queue/deque.h), by the name `steal`; a core
 * whose own is empty steals from another: own work costs next to nothing, and
 * only what one core has too much of crosses the lines. The victims come in
 * random order, so that thieves do not queue up at one core. R. Blumofe and C.
 * Leiserson, "Scheduling multithreaded computations by work stealing", 1994;
 * half of what the victim has is taken, at most DEQUE_BATCH: D. Hendler and N.
 * Shavit, "Non-blocking steal-half work queues", 2002.
 *
 * Each core has room for `capacity`: full is the own deque. A pop returns false
 * only if it saw every deque empty, one after the other: a steal that lost a
 * race is repeated. Another core may meanwhile hold what it has stolen but not
 * yet put into its own deque; that core will find it there.
 *
 * Cost: as deque.h; a round over empty victims is two line reads a core, which
 * stay at home as long as nothing changes.
 *
 * Any core below `cores`, each one verb at a time. The verbs of
 * sched/queue/queue.h are the calling core's, for machine_cores() of them; the
 * others are told which core calls.
 */
#ifndef SCHED_QUEUE_PERCORE_H
#define SCHED_QUEUE_PERCORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/queue/deque.h"
#include "sched/work.h"

struct percore_core {
	struct deque deque;
	/* Own; away from what the thieves look at. */
	uint32_t seed __attribute__((aligned(MACHINE_LINE_PAIR)));
};

struct percore {
	unsigned cores;
	struct percore_core *core; /* [cores] */
};

/* Bytes of one core's slots: whole line pairs, so that no two cores share. */
static inline size_t percore_slot_bytes(uint32_t capacity)
{
	return (deque_bytes(capacity) + MACHINE_LINE_PAIR - 1) &
	       ~(size_t)(MACHINE_LINE_PAIR - 1);
}

static inline size_t percore_bytes_for(unsigned cores, uint32_t capacity)
{
	return cores * (sizeof(struct percore_core) +
			percore_slot_bytes(capacity));
}

/* capacity is that of each core. */
static inline void percore_init_for(struct percore *q, void *memory,
				    unsigned cores, uint32_t capacity)
{
	uint8_t *slots = (uint8_t *)memory +
			 cores * sizeof(struct percore_core);

	*q = (struct percore){ .cores = cores, .core = memory };
	for (unsigned i = 0; i < cores; i++) {
		deque_init(&q->core[i].deque,
			   slots + i * percore_slot_bytes(capacity), capacity);
		/* Odd times odd, never 0, and no two alike. */
		q->core[i].seed = (2 * i + 1) * 2654435769u;
	}
}

static inline bool percore_push_own(struct percore *q, unsigned core,
				    struct work work)
{
	return deque_push(&q->core[core].deque, work);
}

static inline bool percore_pop_own(struct percore *q, unsigned core,
				   struct work *work)
{
	return deque_pop(&q->core[core].deque, work);
}

/* Below `below`. G. Marsaglia, "Xorshift RNGs", 2003; the product's high half
 * in place of a division. */
static inline uint32_t percore_random(struct percore_core *core, uint32_t below)
{
	uint32_t x = core->seed;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	core->seed = x;
	return (uint32_t)((uint64_t)x * below >> 32);
}

/*
 * Steals up to `most` from another core below `cores`, oldest first: one round
 * over all of them from a random one on. 0: none had any, or others were
 * faster. core < cores.
 */
static inline uint32_t percore_steal(struct percore *q, unsigned core,
				     unsigned cores, struct work *works,
				     uint32_t most)
{
	unsigned others = cores - 1, n = 0;

	if (!others)
		return 0;
	unsigned at = percore_random(&q->core[core], others);
	for (unsigned i = 0; i < others && !n; i++) {
		/* The others are numbered from the next core on. */
		unsigned victim = core + 1 + at;
		if (victim >= cores)
			victim -= cores;
		n = deque_steal_half(&q->core[victim].deque, works, most);
		at = at + 1 == others ? 0 : at + 1;
	}
	return n;
}

/*
 * Own work, newest first; failing that, a batch from another core, whose
 * oldest item is returned and the rest of it becomes own work.
 */
static inline bool percore_take(struct percore *q, unsigned core,
				struct work *work)
{
	struct work batch[DEQUE_BATCH];
	struct deque *own = &q->core[core].deque;

	if (deque_pop(own, work))
		return true;
	/* As the own deque is empty, a batch of its capacity has room. */
	uint32_t most = own->mask < DEQUE_BATCH ? own->mask + 1 : DEQUE_BATCH;
	uint32_t n = percore_steal(q, core, q->cores, batch, most);
	if (!n)
		return false;
	*work = batch[0];
	deque_push_bulk(own, batch + 1, n - 1);
	return true;
}

/* Every deque, one after the other. */
static inline bool percore_looks_empty(struct percore *q)
{
	for (unsigned i = 0; i < q->cores; i++)
		if (deque_size(&q->core[i].deque))
			return false;
	return true;
}

/* Apart, so that a pop of own work is short. */
static __attribute__((noinline)) bool percore_pop_stolen(struct percore *q,
							 unsigned core,
							 struct work *work)
{
	while (!percore_take(q, core, work)) {
		if (percore_looks_empty(q))
			return false;
		cpu_relax();
	}
	return true;
}

/* ---- the verbs of sched/queue/queue.h ---------------------------------------- */

static inline size_t percore_bytes(uint32_t capacity)
{
	return percore_bytes_for(machine_cores(), capacity);
}

static inline void percore_init(struct percore *q, void *memory,
				uint32_t capacity)
{
	percore_init_for(q, memory, machine_cores(), capacity);
}

static inline bool percore_push(struct percore *q, struct work work)
{
	return percore_push_own(q, machine_core(), work);
}

static inline uint32_t percore_push_bulk(struct percore *q,
					 const struct work *works, uint32_t n)
{
	return deque_push_bulk(&q->core[machine_core()].deque, works, n);
}

static inline bool percore_pop(struct percore *q, struct work *work)
{
	unsigned core = machine_core();

	return percore_pop_own(q, core, work) ||
	       percore_pop_stolen(q, core, work);
}

/* Own work, newest first; of another core's one stolen batch after the other,
 * each in the order of pops. */
static inline uint32_t percore_pop_bulk(struct percore *q, struct work *works,
					uint32_t n)
{
	unsigned core = machine_core();
	struct deque *own = &q->core[core].deque;
	uint32_t done = deque_pop_bulk(own, works, n);

	while (done < n && percore_pop_stolen(q, core, works + done)) {
		done++;
		done += deque_pop_bulk(own, works + done, n - done);
	}
	return done;
}

#endif
