/* SPDX-License-Identifier: MIT */
/*
 * Sense-reversing barrier with a local sense: the last core to come turns the
 * shared sense over, which the others wait for. Each core keeps the sense that
 * ends its next episode, so it need not read the shared one first, and the
 * count and the sense have a line each: who waits does not disturb those
 * still to come. Mellor-Crummey and Scott, 1991, algorithm 7; Hensgen, Finkel
 * and Manber, 1988.
 *
 * Cost of N cores: N RMW on one line, one after the other, then one LINE to
 * each waiting core.
 */
#ifndef SCHED_BARRIER_SENSE_H
#define SCHED_BARRIER_SENSE_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"

/* One core's own word: plain. */
struct sense_local {
	uint32_t sense;
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct sense_barrier {
	uint32_t cores;             /* fixed, and so is local */
	struct sense_local *local;  /* one each */

	/* atomic: cores still to come */
	uint32_t missing __attribute__((aligned(MACHINE_LINE_PAIR)));
	/* atomic: turned over by the last one */
	uint32_t sense __attribute__((aligned(MACHINE_LINE_PAIR)));
};

static inline size_t sense_memory(uint32_t cores)
{
	return cores * sizeof(struct sense_local);
}

static inline void sense_init(struct sense_barrier *b, void *memory,
			      uint32_t cores)
{
	*b = (struct sense_barrier){ .cores = cores, .local = memory,
				     .missing = cores };
	for (uint32_t i = 0; i < cores; i++)
		b->local[i].sense = 0;
}

static inline void sense_wait(struct sense_barrier *b, unsigned core)
{
	uint32_t sense = !b->local[core].sense;

	b->local[core].sense = sense;
	/* A1/R1: among the cores; the last to come has seen all others. */
	if (atomic_sub_acq_rel(&b->missing, 1) == 1) {
		atomic_store_relaxed(&b->missing, b->cores);
		/* R2: pairs with A2; `missing` is reset before they go. */
		atomic_store_release(&b->sense, sense);
		return;
	}
	/* A2: pairs with R2 of the last core. */
	while (atomic_load_acquire(&b->sense) != sense)
		cpu_relax();
}

#endif
