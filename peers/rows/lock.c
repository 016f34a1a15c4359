/* SPDX-License-Identifier: MIT */
/* Spells of contention, and the rows every lock has. See lock.h. */
#include "peers/rows/lock.h"

static struct lock_spell spell;

static uint64_t both(const struct lock_spell *s)
{
	return s->side[0].taken + s->side[1].taken;
}

static uint64_t run(peers_side side)
{
	spell = (struct lock_spell){ 0 };
	return peers_pair(side, &spell);
}

/* Ticks of the machine, not of one core, per time that the lock was had. */
static double contended(const struct peers_row *row)
{
	const struct peers_lock *lock = (const struct peers_lock *)row->of;
	uint64_t ticks = run(lock->contend);

	return (double)ticks / (double)both(&spell);
}

/* How often in a row one core had it. */
static double burst(const struct peers_row *row)
{
	const struct peers_lock *lock = (const struct peers_lock *)row->of;

	run(lock->note);
	return (double)spell.notes.taken / (double)(spell.notes.bursts + 1);
}

/* A count that is not atomic comes out right, so the lock excludes. */
static bool excludes(const struct peers_lock *lock)
{
	run(lock->note);
	return spell.notes.taken == both(&spell);
}

void peers_add_lock(const char *who, unsigned rmws, bool fair,
		    const struct peers_lock *lock)
{
	if (peers_two_cores() && !excludes(lock)) {
		peers_skip(who, "two cores were in it at once");
		return;
	}
	peers_add((struct peers_row){
		.row = rmws == 1 ? "lock alone" : "queue lock alone",
		.who = who, .floor = rmws == 1 ? PEERS_XST : PEERS_RMW2,
		.measure = lock->alone });
	if (!peers_two_cores())
		return;
	peers_add((struct peers_row){
		.row = fair ? "lock 2 cores fair" : "lock 2 cores unfair",
		.who = who, .floor = fair ? PEERS_LINE_1 : PEERS_XST,
		.measure = contended,
		.of = lock, .also = "burst", .measure_also = burst });
}
