/* SPDX-License-Identifier: MIT */
/*
 * Floors: what the hardware takes for the cheapest operation of a kind. A
 * primitive cannot be faster; how near it comes is the figure that carries
 * from one machine to another.
 */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

#include "peers/peers.h"

/* A hundred microseconds or so: long enough for the clock to settle. */
#define TURNS 40000u

static uint64_t counter PEERS_LINE;

/*
 * The old value is used: without that gcc writes LOCK ADD, which on Zen 3 runs
 * in either of two modes (4.5 or 5.7 ticks) by chance. No lock can live on an
 * add that does not tell.
 */
static double rmw(void)
{
	uint64_t one;

	return PEERS_TIME(TURNS,
		one = __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
		__asm__ volatile("" : : "r"(one));
	);
}

static double rmw_twice(void)
{
	return 2 * rmw();
}

/* The next exchange waits for the store: on some processors that is half of it,
 * on others nothing. */
static double exchange_and_store(void)
{
	uint64_t old;

	return PEERS_TIME(TURNS,
		old = __atomic_exchange_n(&counter, 1, __ATOMIC_ACQUIRE);
		__asm__ volatile("" : : "r"(old));
		__atomic_store_n(&counter, 0, __ATOMIC_RELEASE);
	);
}

static double exchange_and_store_twice(void)
{
	return 2 * exchange_and_store();
}

__attribute__((noinline)) static void nothing(void)
{
	__asm__ volatile("");
}

static double call(void)
{
	void (*volatile where)(void) = nothing;
	void (*target)(void) = where;

	return PEERS_TIME(TURNS,
		__asm__ volatile("" : "+r"(target));
		target();
	);
}

static double stamp(void)
{
	return PEERS_TIME(TURNS, peers_now(););
}

static double system_call(void)
{
	return PEERS_TIME(500u, syscall(SYS_getppid););
}

/* ---- one line, to and fro ------------------------------------------------ */

#define TRANSFERS 2000u

static uint64_t word PEERS_LINE;

/*
 * Side 0 makes odd numbers of even ones, side 1 even ones of odd ones. By
 * compare-and-swap, which asks for the line to be written at once: a wait that
 * loads gets it shared first and pays again when it stores, three times as
 * much without a PAUSE in it, half as much again with one.
 */
static void ping_pong(unsigned me, void *arg)
{
	uint64_t base = *(const uint64_t *)arg;

	for (uint64_t i = base + me; i < base + TRANSFERS; i += 2) {
		uint64_t expected;

		do {
			expected = i;
		} while (!__atomic_compare_exchange_n(
			&word, &expected, i + 1, false, __ATOMIC_ACQ_REL,
			__ATOMIC_RELAXED));
	}
}

static double one_way(void)
{
	uint64_t base = word;

	if (!peers_two_cores())
		return -1;
	return (double)peers_pair(ping_pong, &base) / TRANSFERS;
}

/* ---- by name ------------------------------------------------------------- */

static const struct {
	const char *name;
	double (*measure)(void);
} floors[] = {
	[PEERS_NO_FLOOR] = { "-", NULL },
	[PEERS_RMW] = { "RMW", rmw },
	[PEERS_RMW2] = { "RMW + RMW", rmw_twice },
	[PEERS_XST] = { "XST", exchange_and_store },
	[PEERS_XST2] = { "XST + XST", exchange_and_store_twice },
	[PEERS_CALL] = { "CALL", call },
	[PEERS_LINE_1] = { "LINE", one_way },
	[PEERS_STAMP] = { "STAMP", stamp },
	[PEERS_SYSCALL] = { "SYSCALL", system_call },
};

double peers_floor_now(enum peers_floor floor)
{
	return floors[floor].measure ? floors[floor].measure() : 0;
}

const char *peers_floor_name(enum peers_floor floor)
{
	return floors[floor].name;
}

static double measure_floor(const struct peers_row *row)
{
	const enum peers_floor *floor = (const enum peers_floor *)row->of;

	return peers_floor_now(*floor);
}

void peers_floors(void)
{
	static const enum peers_floor shown[] = { PEERS_RMW, PEERS_XST,
		PEERS_CALL, PEERS_LINE_1, PEERS_STAMP, PEERS_SYSCALL };

	for (unsigned i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		peers_add((struct peers_row){
			.row = "floor", .who = peers_floor_name(shown[i]),
			.measure = measure_floor, .of = &shown[i] });
}
