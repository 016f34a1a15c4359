/* SPDX-License-Identifier: MIT */
/*
 * Reader-writer lock, phase-fair: reading and writing phases alternate.
 *
 * A reader waits for at most one writer, whoever else waits; writers are
 * first come, first served among themselves, and each lets in all the readers
 * that came before or while it waited. Uncontended: 3 RMW to write, 2 to read.
 * (Taking the writer's mark back by a byte store saves one, but then the next
 * RMW of the word cannot be fed from that store: 21 ticks a pair against 18 on
 * a Zen 3.) Contended: readers share the two counters, so that many readers of
 * a short section cost a line each, as with a lock. Fairness: phase-fair.
 * B. B. Brandenburg and J. H. Anderson, "Spin-based reader-writer
 * synchronization for multiprocessor real-time systems", 2010, 3.2 (PF-T).
 *
 * rw_acquire() and rw_release() write; rw_acquire_read() and
 * rw_release_read() read.
 */
#ifndef SCHED_LOCK_RW_H
#define SCHED_LOCK_RW_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"

#define RW_WRITER 2u   /* in readers_in: a writer waits or writes */
#define RW_PHASE 1u    /* which of two, so that one's end is seen */
#define RW_WRITERS (RW_WRITER | RW_PHASE)
#define RW_READER 256u /* in both: one more reader */

struct rw_lock {
	uint32_t readers_in;  /* any core: came; low byte: a writer's mark */
	uint32_t readers_out; /* any core: left */
	uint32_t writers_in;  /* any core: the next number to draw */
	uint32_t writers_out; /* the writer only: the number served */
	uint32_t phase;       /* the writer only: of the next mark */
};

struct rw_node { };

static inline void rw_init(struct rw_lock *lock)
{
	*lock = (struct rw_lock){ 0 };
}

static inline void rw_acquire(struct rw_lock *lock, struct rw_node *node)
{
	uint32_t number = atomic_add_relaxed(&lock->writers_in, 1);

	(void)node;
	/* A1: pairs with R2 in rw_release() of the writer before us. */
	while (atomic_load_acquire(&lock->writers_out) != number)
		cpu_relax();

	/* Readers that come from now on wait. Relaxed: A2 orders the rest. */
	uint32_t readers = atomic_add_relaxed(&lock->readers_in,
					      RW_WRITER | lock->phase);
	lock->phase ^= RW_PHASE;
	/* A2: pairs with R3 in rw_release_read() of all before. */
	while (atomic_load_acquire(&lock->readers_out) != readers)
		cpu_relax();
}

static inline void rw_release(struct rw_lock *lock, struct rw_node *node)
{
	(void)node;
	/* R1: pairs with A3 and A4 in rw_acquire_read(). */
	atomic_and_release(&lock->readers_in, ~RW_WRITERS);
	/* R2: pairs with A1. */
	atomic_store_release(&lock->writers_out, lock->writers_out + 1);
}

/*
 * Takes it for writing if nobody holds it or waits for it. One that fails
 * leaves no mark: a reader can miss that a mark was gone for a moment, and
 * relies on it that the next one, of the other phase, waits for the reader.
 */
static inline bool rw_try(struct rw_lock *lock, struct rw_node *node)
{
	uint32_t number = atomic_load_acquire(&lock->writers_out); /* A1 */
	uint32_t expected = number;

	(void)node;
	/* Drawing the number that is served makes us the writer. */
	if (!atomic_cas_acquire(&lock->writers_in, &expected, number + 1))
		return false;

	uint32_t readers = atomic_load_acquire(&lock->readers_out); /* A2 */
	bool alone = atomic_cas_acquire(&lock->readers_in, &readers,
					readers | RW_WRITER | lock->phase);
	if (alone)
		lock->phase ^= RW_PHASE;
	else
		atomic_store_release(&lock->writers_out, number + 1); /* R2 */
	return alone;
}

static inline void rw_acquire_read(struct rw_lock *lock, struct rw_node *node)
{
	/* A3: pairs with R1 of the last writer, when none is there. */
	uint32_t mark = atomic_add_acquire(&lock->readers_in, RW_READER) &
			RW_WRITERS;

	(void)node;
	/*
	 * A4: pairs with R1 of the writer we wait for. Another phase will do,
	 * too: that is a writer that came after us and waits for us.
	 */
	while (mark && (atomic_load_acquire(&lock->readers_in) &
			RW_WRITERS) == mark)
		cpu_relax();
}

static inline void rw_release_read(struct rw_lock *lock, struct rw_node *node)
{
	(void)node;
	/* R3: pairs with A2: what we read was not yet written. */
	atomic_add_release(&lock->readers_out, RW_READER);
}

static inline bool rw_is_locked(const struct rw_lock *lock)
{
	uint32_t in = atomic_load_relaxed(&lock->readers_in);

	return in != atomic_load_relaxed(&lock->readers_out);
}

#endif
