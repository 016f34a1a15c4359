/* SPDX-License-Identifier: MIT */
/* Rounds over subjects that are compared: whose turn, and how long. Pure. */
#ifndef BENCH_HARNESS_ROUNDS_H
#define BENCH_HARNESS_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

struct rounds {
	unsigned subjects;
	unsigned wanted;     /* the first is always done */
	unsigned most;       /* further ones, until `fill`; 0: only those */
	unsigned timeshared; /* at most, where cores are; 0 counts as 1 */
	uint64_t fill;       /* time stamp: further ones begin before it */
	uint64_t until;      /* time stamp: past it none begins but the first;
			      * 0: no bound */
};

/* Does another round begin, after so many? now: time stamp. */
bool rounds_go_on(const struct rounds *rounds, unsigned done, uint64_t now,
		  bool timeshared);

/* Forwards and backwards in turn (ABBA): a drift hits all alike. The subject
 * of the index-th place in a round. */
static inline unsigned rounds_turn(unsigned subjects, unsigned round,
				   unsigned index)
{
	return round % 2 ? subjects - 1 - index : index;
}

#endif
