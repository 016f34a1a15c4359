/* SPDX-License-Identifier: MIT */
/*
 * What a lock's rows need; lock_rows.h makes one of these from a pair of
 * inline functions, so that what is timed is what a user would get inlined.
 */
#ifndef PEERS_ROWS_LOCK_H
#define PEERS_ROWS_LOCK_H

#include "peers/peers.h"

/* Ticks that two cores contend for a lock in one repetition. */
#define LOCK_SPELL 1000000ull

/* One side's tally of a spell; own line. */
struct lock_tally {
	uint64_t taken PEERS_LINE;
};

/* What the holder notes down: in a pass of its own, since touching it inside
 * the section costs as much as the lock. */
struct lock_notes {
	uint64_t taken PEERS_LINE;
	uint64_t bursts; /* times the lock changed sides */
	unsigned last;
};

struct lock_spell {
	struct lock_tally side[PEERS_SIDES];
	struct lock_notes notes;
};

struct peers_lock {
	double (*alone)(const struct peers_row *row);
	peers_side contend; /* arg: struct lock_spell */
	peers_side note;    /* the same, keeping notes */
};

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Adds the rows "lock alone" and "lock, 2 cores, fair" or "... unfair" after
 * a spell in which a count under the lock came out right. rmws: locked
 * instructions that lock and unlock need at least, 1 or 2.
 */
void peers_add_lock(const char *who, unsigned rmws, bool fair,
		    const struct peers_lock *lock);

#ifdef __cplusplus
}
#endif

#endif
