/* SPDX-License-Identifier: MIT */
/*
 * CLH lock: a queue without links; each waiter spins on its predecessor.
 *
 * Whoever comes swaps its cell into the tail, gets the predecessor's out and
 * waits until that one is released. Uncontended: 1 XST, the release is a
 * store. Contended: each waiter looks at a line of its own. Fairness: FIFO.
 * T. S. Craig, "Building FIFO and priority-queuing spin locks from atomic
 * swap", 1993; Magnusson, Landin and Hagersten, "Queue locks on cache coherent
 * multiprocessors", 1994.
 *
 * The successor reads the cell after the release, so it cannot be on the
 * caller's stack. In the papers it travels: the successor takes it for its
 * own. But then a lock's first cell lives on elsewhere when the lock is gone,
 * and the cell of some core is lost with it. Here the cells stay at home, a
 * few for each core, and count: the tail names a cell and which use of it to
 * wait for. No name comes twice, which also gives a try, and acquiring writes
 * no line that a waiter reads but the tail's.
 *
 * The core that acquires also releases; it may hold CLH_CELLS at a time. Not
 * from a trap handler that can interrupt another acquire of any CLH lock.
 */
#ifndef SCHED_LOCK_CLH_H
#define SCHED_LOCK_CLH_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/assert.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"

/*
 * Which use of which cell: use << 13 | (core + 1) << 2 | cell. 51 bits of use
 * last for a month of doing nothing else. 0: a use that is long over.
 */
typedef uint64_t clh_name;

#define CLH_USE (1ull << 13)
#define CLH_CELLS 3u /* with `begun`, two line pairs a core */

_Static_assert(MACHINE_MAX_CORES + 1 <= CLH_USE >> 2, "names have no room");

struct clh_cell {
	clh_name released; /* its core writes: the last use that is over */
} __attribute__((aligned(MACHINE_LINE)));

struct clh_core {
	struct clh_cell cell[CLH_CELLS];

	/*
	 * The last use of each cell; another value than `released`: it is not
	 * over. This core only, and apart from the cells: to write here does
	 * not fetch a line that a waiter reads.
	 */
	clh_name begun[CLH_CELLS] __attribute__((aligned(MACHINE_LINE)));
};

/* By core + 1; the first stands for no core and is never in use. */
extern struct clh_core clh_cores[MACHINE_MAX_CORES + 1];

/* Eight bytes, unaligned on purpose: it goes beside the data it protects. */
struct clh_lock {
	clh_name tail; /* any core: the last that came */
};

struct clh_node {
	clh_name name;
};

static inline struct clh_cell *clh_cell_of(clh_name name)
{
	return &clh_cores[name % CLH_USE >> 2].cell[name & 3];
}

static inline void clh_init(struct clh_lock *lock)
{
	*lock = (struct clh_lock){ 0 };
}

/* A1: pairs with R1 in clh_release(). The cell may be in a later use. */
static inline bool clh_is_over(clh_name name)
{
	return atomic_load_acquire(&clh_cell_of(name)->released) >= name;
}

static inline bool clh_is_idle(const struct clh_core *core, unsigned cell)
{
	return core->begun[cell] ==
	       atomic_load_relaxed(&core->cell[cell].released);
}

/* A use, not yet begun, of a cell of this core that is not in use. */
static inline clh_name clh_next(void)
{
	unsigned number = machine_core() + 1;
	struct clh_core *core = &clh_cores[number];

	/* The first by itself: addresses that need no work (6 ticks, not 17). */
	if (__builtin_expect(clh_is_idle(core, 0), 1))
		return (core->begun[0] | number << 2) + CLH_USE;

	unsigned cell = 1;
	while (!clh_is_idle(core, cell)) {
		cell++;
		ASSERT_TIMED(cell < CLH_CELLS);
	}
	return (core->begun[cell] | number << 2 | cell) + CLH_USE;
}

static inline void clh_begin(clh_name name)
{
	clh_cores[name % CLH_USE >> 2].begun[name & 3] = name;
}

static inline void clh_acquire(struct clh_lock *lock, struct clh_node *node)
{
	node->name = clh_next();
	/* Relaxed: a name carries nothing, and A1 orders what follows. */
	clh_name before = atomic_swap_relaxed(&lock->tail, node->name);

	/* Not before the swap, which would wait for the store. */
	clh_begin(node->name);
	while (!clh_is_over(before))
		cpu_relax();
}

/* Takes the lock if nobody holds it or waits for it. */
static inline bool clh_try(struct clh_lock *lock, struct clh_node *node)
{
	clh_name before = atomic_load_relaxed(&lock->tail);

	if (!clh_is_over(before))
		return false;
	node->name = clh_next();
	/* A2: as A1, which saw R1 of this very `before`. */
	if (!atomic_cas_acquire(&lock->tail, &before, node->name))
		return false;
	clh_begin(node->name);
	return true;
}

static inline void clh_release(struct clh_lock *lock, struct clh_node *node)
{
	(void)lock;
	/* R1: pairs with A1 of the core behind us. */
	atomic_store_release(&clh_cell_of(node->name)->released, node->name);
}

static inline bool clh_is_locked(const struct clh_lock *lock)
{
	return !clh_is_over(atomic_load_relaxed(&lock->tail));
}

#endif
