/* SPDX-License-Identifier: MIT */
/*
 * Central sense-reversing barrier: the last core to come lets the others go.
 * Mellor-Crummey and Scott, 1991, algorithm 7. The sense is the parity of a
 * count of episodes, so that it needs no reset and no per-core word, and no
 * core has to say which one it is: barrier_init() and barrier_wait() for who
 * just wants a barrier, central_*() with the verbs of barrier.h.
 *
 * Cost of N cores: N RMW on one line, one after the other, then one LINE to
 * each waiting core, whose reads disturb those still to come.
 */
#ifndef SCHED_BARRIER_CENTRAL_H
#define SCHED_BARRIER_CENTRAL_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"

struct barrier {
	uint32_t cores;    /* fixed */
	uint32_t missing;  /* atomic: cores still to come */
	uint32_t episode;  /* atomic: completed ones */
};

static inline void barrier_init(struct barrier *barrier, uint32_t cores)
{
	*barrier = (struct barrier){ .cores = cores, .missing = cores };
}

/* Returns when all `cores` have called it. What any of them did before is
 * seen by all after. */
static inline void barrier_wait(struct barrier *barrier)
{
	uint32_t episode = atomic_load_relaxed(&barrier->episode);

	/* A1/R1: among the cores; the last to come has seen all others. */
	if (atomic_sub_acq_rel(&barrier->missing, 1) == 1) {
		atomic_store_relaxed(&barrier->missing, barrier->cores);
		/* R2: pairs with A2; `missing` is reset before they go. */
		atomic_store_release(&barrier->episode, episode + 1);
		return;
	}
	/* A2: pairs with R2 of the last core. */
	while (atomic_load_acquire(&barrier->episode) == episode)
		cpu_relax();
}

/* ---- the verbs of barrier.h -------------------------------------------- */

struct central_barrier {
	struct barrier barrier;
};

static inline size_t central_memory(uint32_t cores)
{
	(void)cores;
	return 0;
}

static inline void central_init(struct central_barrier *b, void *memory,
				uint32_t cores)
{
	(void)memory;
	barrier_init(&b->barrier, cores);
}

static inline void central_wait(struct central_barrier *b, unsigned core)
{
	(void)core;
	barrier_wait(&b->barrier);
}

#endif
