/* SPDX-License-Identifier: MIT */
/* bench/proof/queue_check.c among cores that the test plays. */
#ifndef TESTS_UNIT_BENCH_PROOF_QUEUE_CHECK_APART_H
#define TESTS_UNIT_BENCH_PROOF_QUEUE_CHECK_APART_H

#include "bench/bench.h"
#include "bench/conditions/watchdog.h"
#include "bench/proof/queue_alone.h"
#include "bench/proof/verdicts.h"
#include "tests/unit/bench/proof/queue_apart.h"

/* What is found out alone. */
static struct {
	const char *why, *in_laps, *in_room;
	uint32_t room[3], rooms; /* capacities that were filled */
	uint32_t laps, capacity;
	unsigned blocks, no_block; /* of memory; that one there is not */
} alone;
static bool watched;

static const char *apart_alone(const struct queue_kind *of, void *queue,
			       uint32_t capacity)
{
	(void)of, (void)queue;
	alone.capacity = capacity;
	return alone.why;
}

static const char *apart_laps(uint32_t laps)
{
	alone.laps = laps;
	return alone.in_laps;
}

static const char *apart_room(const struct queue_kind *of, void *queue,
			      uint32_t capacity)
{
	(void)of, (void)queue;
	CHECK(alone.rooms < 3);
	alone.room[alone.rooms++] = capacity;
	return alone.in_room;
}

static void *apart_scratch(size_t bytes)
{
	static char memory[1 << 18];

	CHECK(bytes <= sizeof(memory));
	return ++alone.blocks == alone.no_block ? NULL : memory;
}

#define queue_prove_alone apart_alone
#define queue_prove_laps apart_laps
#define bench_scratch(bytes) apart_scratch(bytes)
#define queue_prove_room apart_room
#define queue_race fake_queue_race
#define watchdog_begin() (watched = true)
#define watchdog_end() (watched = false)
#define queue_check queue_check_apart

/* Of each test file its own. */
__attribute__((unused))
static bool queue_check_apart(const struct queue_kind *of, unsigned producers,
			      unsigned cores, struct proof *proof);
#include "bench/proof/queue_check.c"

static void begin(unsigned producers, unsigned cores, bool mixed)
{
	begin_queue(producers, cores, mixed);
	memset(&alone, 0, sizeof(alone));
	memset(account, 0, sizeof(account));
	check.full = check.empty = 0;
}

#endif
