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
enum place {
	PLACE_CORE,    /* threads of one core */
	PLACE_DIE,     /* cores of one die */
	PLACE_PACKAGE, /* dies of one package */
	PLACE_MACHINE, /* packages */
	PLACE_UNKNOWN, /* CPUID does not say */
	PLACES,
};

/* In the plural: "threads of one core". */
const char *place_name(enum place place);

/* Two cores that are not known to be one are not. */
enum place place_between(const struct machine_core_info *a,
			 const struct machine_core_info *b);

/* machine_core_info(), or a test's. */
typedef const struct machine_core_info *places_fn(unsigned core);

/* The first core below `cores` at that place to core 0; 0 for none. */
unsigned places_partner(unsigned cores, enum place place, places_fn *core);

/*
 * Writes at most `most` (PLACES and more) of `cores` cores to chosen[], in
 * rising order, and returns how many: all where they fit. Else core 0, the
 * first core at each place seen from it, and others spread evenly.
 */
unsigned places_choose(unsigned *chosen, unsigned most, unsigned cores,
		       places_fn *core);

#endif
