/* SPDX-License-Identifier: MIT */
/*
 * A template, included once per lock, in C and in C++. Before it:
 *
 *	#define PEER_LOCK name
 *	static inline void name_take(unsigned me);
 *	static inline void name_drop(unsigned me);
 *
 * both working on a lock of their own. It defines `name_lock`, a struct
 * peers_lock. No include guard: that is the point.
 */
#include "peers/rows/lock.h"

#ifndef LOCK_PASTE
#define LOCK_PASTE_(a, b) a##b
#define LOCK_PASTE(a, b) LOCK_PASTE_(a, b)
#endif

#define LOCK_TAKE LOCK_PASTE(PEER_LOCK, _take)
#define LOCK_DROP LOCK_PASTE(PEER_LOCK, _drop)

__attribute__((noinline))
static double LOCK_PASTE(PEER_LOCK, _alone)(const struct peers_row *row)
{
	(void)row;
	return PEERS_TIME(30000u,
		LOCK_TAKE(0);
		peers_barrier();
		LOCK_DROP(0);
	);
}

__attribute__((noinline))
static void LOCK_PASTE(PEER_LOCK, _contend)(unsigned me, void *arg)
{
	struct lock_spell *spell = (struct lock_spell *)arg;
	uint64_t end = peers_now() + LOCK_SPELL, taken = 0;

	/* The clock is looked at every 64 times: it costs more than a lock. */
	do {
		for (unsigned i = 0; i < 64; i++) {
			LOCK_TAKE(me);
			peers_barrier();
			LOCK_DROP(me);
			peers_barrier();
		}
		taken += 64;
	} while (peers_now() < end);
	spell->side[me].taken = taken;
}

__attribute__((noinline))
static void LOCK_PASTE(PEER_LOCK, _note)(unsigned me, void *arg)
{
	struct lock_spell *spell = (struct lock_spell *)arg;
	struct lock_notes *notes = &spell->notes;
	uint64_t end = peers_now() + LOCK_SPELL, taken = 0;

	do {
		for (unsigned i = 0; i < 64; i++) {
			LOCK_TAKE(me);
			peers_barrier();
			notes->taken++;
			notes->bursts += notes->last != me;
			notes->last = me;
			peers_barrier();
			LOCK_DROP(me);
		}
		taken += 64;
	} while (peers_now() < end);
	spell->side[me].taken = taken;
}

static const struct peers_lock LOCK_PASTE(PEER_LOCK, _lock) = {
	LOCK_PASTE(PEER_LOCK, _alone), LOCK_PASTE(PEER_LOCK, _contend),
	LOCK_PASTE(PEER_LOCK, _note),
};

#undef LOCK_TAKE
#undef LOCK_DROP
#undef PEER_LOCK
