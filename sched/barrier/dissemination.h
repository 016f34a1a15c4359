/* SPDX-License-Identifier: MIT */
/*
 * Dissemination barrier: nobody is last, nobody is told by one. In round r
 * each core signals the core 2^r further on and waits for the one 2^r before
 * it; after ceil(log2 N) rounds each has heard, directly or not, of all. No
 * read-modify-write at all. Hensgen, Finkel and Manber, "Two algorithms for
 * barrier synchronization", 1988; Mellor-Crummey and Scott, 1991, algorithm 9.
 *
 * Two sets of flags, in turn, since a neighbour may be an episode ahead; and
 * every second time around the flags mean the opposite (the sense), since
 * nobody clears them.
 *
 * Cost of N cores: ceil(log2 N) LINE one after the other; a line for each of
 * the 2 * ceil(log2 N) flags of a core.
 */
#ifndef SCHED_BARRIER_DISSEMINATION_H
#define SCHED_BARRIER_DISSEMINATION_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"

#define DISSEMINATION_SETS 2u

/* Written by one core, waited for by another. */
struct dissemination_flag {
	uint32_t sense; /* atomic */
} __attribute__((aligned(MACHINE_LINE)));

/* One core's own words: plain. */
struct dissemination_local {
	uint32_t set, sense;
} __attribute__((aligned(MACHINE_LINE)));

struct dissemination_barrier {
	uint32_t cores, rounds;            /* fixed, and so is the rest */
	struct dissemination_local *local; /* one each */
	struct dissemination_flag *flags;  /* [core][set][round] */
};

/* ceil(log2 cores) */
static inline uint32_t dissemination_rounds(uint32_t cores)
{
	uint32_t rounds = 0;

	while (1u << rounds < cores)
		rounds++;
	return rounds;
}

static inline size_t dissemination_memory(uint32_t cores)
{
	size_t flags = DISSEMINATION_SETS * dissemination_rounds(cores);

	return cores * (sizeof(struct dissemination_local) +
			flags * sizeof(struct dissemination_flag));
}

static inline struct dissemination_flag *
dissemination_flag(const struct dissemination_barrier *b, uint32_t core,
		   uint32_t set, uint32_t round)
{
	return &b->flags[(core * DISSEMINATION_SETS + set) * b->rounds + round];
}

static inline void dissemination_init(struct dissemination_barrier *b,
				      void *memory, uint32_t cores)
{
	b->cores = cores;
	b->rounds = dissemination_rounds(cores);
	b->local = memory;
	b->flags = (struct dissemination_flag *)(b->local + cores);
	for (uint32_t i = 0; i < cores; i++)
		b->local[i] = (struct dissemination_local){ 0, 1 };
	for (uint32_t i = 0; i < cores * DISSEMINATION_SETS * b->rounds; i++)
		b->flags[i].sense = 0;
}

static inline void dissemination_wait(struct dissemination_barrier *b,
				      unsigned core)
{
	struct dissemination_local *local = &b->local[core];
	uint32_t set = local->set, sense = local->sense, to;

	for (uint32_t r = 0; r < b->rounds; r++) {
		to = core + (1u << r); /* below 2 * cores */
		if (to >= b->cores)
			to -= b->cores;
		/* R1: pairs with A1 of `to`: all that we know of has come. */
		atomic_store_release(&dissemination_flag(b, to, set, r)->sense,
				     sense);
		/* A1: pairs with R1 of the core that is as far behind us. */
		while (atomic_load_acquire(&dissemination_flag(b, core, set,
							       r)->sense) !=
		       sense)
			cpu_relax();
	}
	local->set = !set;
	local->sense = set ? !sense : sense;
}

#endif
