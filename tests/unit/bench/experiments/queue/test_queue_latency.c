/* SPDX-License-Identifier: MIT */
/* bench/experiments/queue/latency.c: an item that comes back as another, or not
 * at all, makes the queue wrong. */
#include "bench/bench.h"
#include "bench/config/rows.h"
#include "bench/proof/queue_check.h"
#include "kernel/machine.h"
#include "sched/queue/queue.h"
#include "tests/unit/test.h"

static void apart_run(unsigned cores, void (*body)(unsigned core, void *arg),
		      void *arg)
{
	CHECK_EQUAL(cores, 2);
	body(0, arg);
}

#undef QUEUE_PATIENCE
#define QUEUE_PATIENCE 100u
#define qc_rows apart_rows
#define queue_check(kind, producers, cores, proof)                           \
	((void)(kind), (producers) == 1 && (cores) == 2 && (proof))
#define machine_run apart_run
#include "bench/experiments/queue/latency.c"

/* The other core, which sends all back at once: core 0 takes from what it has
 * pushed. */
static struct work on_its_way;
static bool there;
static unsigned trips, wrong_trip, lost_trip;

static bool push(void *queue, struct work work)
{
	(void)queue;
	trips++;
	on_its_way = work;
	if (trips == wrong_trip)
		on_its_way.arg = &on_its_way;
	there = trips != lost_trip;
	return true;
}

static bool pop(void *queue, struct work *work)
{
	(void)queue;
	if (!there)
		return false;
	*work = on_its_way;
	there = false;
	return true;
}

static bool valid(unsigned wrong, unsigned lost)
{
	static const struct queue_kind kind = { .push = push, .pop = pop };
	static const struct variant way = { .what = &kind };
	struct state state = { 0 };
	struct proof proof = { .operations = 1 };
	struct cell cell = { .variant = &way, .cores = 2, .state = &state,
			     .proof = &proof };
	bool right;

	trips = 0;
	wrong_trip = wrong;
	lost_trip = lost;
	right = latency_validate(&cell);
	CHECK_EQUAL(trips, wrong + lost ? wrong + lost : CHECKED_TRIPS);
	CHECK_EQUAL(cell.checked, CHECKED_TRIPS);
	CHECK(cell.stopped);
	return right;
}

TEST(queue_latency_asks_that_each_item_comes_back)
{
	CHECK(valid(0, 0));
	CHECK(!valid(7, 0));
	CHECK(!valid(CHECKED_TRIPS, 0));
	CHECK(!valid(0, 7));
}
