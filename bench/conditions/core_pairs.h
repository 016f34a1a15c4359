/* SPDX-License-Identifier: MIT */
/*
 * Where two cores sit to each other, as CPUID claims; who is core 0's partner
 * at each distance; and which cores stand for a machine that has too many to
 * measure all pairs. Pure: cores are told of by a function, so that tests can
 * draw machines.
 */
#ifndef BENCH_CONDITIONS_CORE_PAIRS_H
#define BENCH_CONDITIONS_CORE_PAIRS_H

#include "kernel/machine.h"

/* From near to far. */
enum distance {
	DISTANCE_CORE,    /* threads of one core */
	DISTANCE_DIE,     /* cores of one die */
	DISTANCE_PACKAGE, /* dies of one package */
	DISTANCE_MACHINE, /* packages */
	DISTANCE_UNKNOWN, /* CPUID does not say */
	DISTANCES,
};

/* In the plural: "threads of one core". */
const char *distance_name(enum distance distance);

/* Two cores that are not known to be one are not. */
enum distance distance_between(const struct machine_core_info *a,
			       const struct machine_core_info *b);

/* machine_core_info(), or a test's. */
typedef const struct machine_core_info *core_pairs_fn(unsigned core);

/* The first core below `cores` at that distance from core 0; 0 for none. */
unsigned core_pairs_partner(unsigned cores, enum distance distance,
			    core_pairs_fn *core);

/* Those of all distances, from near to far: the one after `partner`, the first
 * after 0; 0: no more. */
unsigned core_pairs_next(unsigned cores, unsigned partner, core_pairs_fn *core);

/*
 * Writes at most `most` (DISTANCES and more) of `cores` cores to chosen[], in
 * rising order, and returns how many: all where they fit. Else core 0, the
 * first core at each distance seen from it, and others spread evenly.
 */
unsigned core_pairs_choose(unsigned *chosen, unsigned most, unsigned cores,
			   core_pairs_fn *core);

#endif
