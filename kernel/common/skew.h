/* SPDX-License-Identifier: MIT */
/*
 * How far apart may the time stamps of two cores be? Core 0 exchanges stamps
 * with each other core in turn: its own before and after, the other's in
 * between. The offset is known to half the shortest exchange, as in NTP
 * (RFC 5905, section 8).
 */
#ifndef KERNEL_COMMON_SKEW_H
#define KERNEL_COMMON_SKEW_H

#include <stdbool.h>
#include <stdint.h>

/* The best of a number of exchanges with one core. */
struct skew {
	bool known;        /* false: the other did not answer in time */
	uint64_t trip;     /* ticks of the shortest exchange */
	int64_t offset;    /* the other's stamp less the middle of ours */
	uint32_t warps;    /* stamps that lay outside their exchange */
};

/* Takes one exchange (before, theirs, after) into account. Pure. */
void skew_add(struct skew *skew, uint64_t before, uint64_t theirs,
	      uint64_t after);

/* Ticks by which the other's stamp can be off core 0's. Pure. */
uint64_t skew_bound(const struct skew *skew);

/* Ticks by which it is off for certain: beyond half the exchange. Pure. */
uint64_t skew_apart(const struct skew *skew);

struct machine_clock;

/*
 * Measures every started core: the clock's skew_ticks, a bound on the
 * difference between any two cores' stamps taken at one moment, and whether it
 * is known; and apart_ticks, what some core's stamp surely differs by. Warns of
 * stamps that contradict their order, and of a core that did not answer. Core 0.
 */
void skew_measure(struct machine_clock *clock);

#endif
