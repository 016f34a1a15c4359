/* SPDX-License-Identifier: MIT */
/* bench/experiments/wake/trip.c: a partner that answers, answers late, twice, or
 * not at all. */
#include "bench/config/settings.h"
#include "bench/experiments/wake/trip.h"
#include "kernel/interrupts.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "tests/unit/test.h"

static unsigned wakes;
static unsigned asleep_at, dead_from, twice_at; /* wakes; 0: never */

static void answer(unsigned times);

static void wake_partner(unsigned core)
{
	CHECK_EQUAL(core, 3);
	wakes++;
	if (wakes != asleep_at && (!dead_from || wakes < dead_from))
		answer(wakes == twice_at ? 2 : 1);
}

static void run_alone(unsigned one, unsigned other,
		      void (*body)(unsigned core, void *arg), void *arg)
{
	CHECK_EQUAL(one, 0);
	CHECK_EQUAL(other, 3);
	body(0, arg);
}

#define machine_run_two run_alone
#define machine_wake wake_partner
#define machine_monitor_wait(word, seen, hint)                               \
	((void)(word), (void)(seen), (void)(hint))
#define wake_stop() tsc_read()
#include "bench/experiments/wake/trip.c"

#include "tests/unit/fake_machine.h"

static void answer(unsigned times)
{
	if (run.asked == LAST)
		return;
	run.served += times;
	run.answered = run.asked;
}

static const struct settings settings = { .seed = 7 };
static const struct wake_plan plan = {
	.settings = &settings, .samples = 12, .rounds = 4, .checks = 5,
	.check_ticks = 1ull << 40, .ticks = 1ull << 40 };

static bool run_trips(int64_t *samples)
{
	trip.way = HLT;
	trip.partner = 3;
	trip.patience = 1;
	trip.plan = &plan;
	wakes = 0;
	return trip_run(samples);
}

TEST(wake_up_that_is_answered_each_time_is_right)
{
	int64_t samples[4] = { 0 };

	CHECK(run_trips(NULL));
	CHECK_EQUAL(trip.n, 5);
	CHECK_EQUAL(wakes, 5 + 1); /* and one to go home */
	CHECK(run_trips(samples));
	CHECK_EQUAL(trip.n, 3); /* a quarter of the samples */
	CHECK(samples[2] > 0);
	CHECK_EQUAL(samples[3], 0);
}

TEST(wake_up_that_is_lost_is_repeated_and_ends_it)
{
	asleep_at = 3;
	CHECK(!run_trips(NULL));
	CHECK_EQUAL(trip.n, 3);
	CHECK_EQUAL(trip.lost, 1);
	CHECK(!trip.dead);
}

TEST(wake_up_of_a_core_that_is_dead_is_told)
{
	int64_t samples[4];

	dead_from = 2;
	CHECK(!run_trips(NULL));
	CHECK(trip.dead);
	CHECK_EQUAL(trip.n, 2);
	CHECK(!run_trips(samples));
	CHECK(trip.dead);
	dead_from = 0;
	CHECK(run_trips(NULL));
	CHECK(!trip.dead);
}

TEST(wake_up_that_is_answered_twice_is_wrong)
{
	twice_at = 2;
	CHECK(!run_trips(NULL));
	CHECK_EQUAL(trip.lost, 0);
	CHECK_EQUAL(trip.n, 5);
}

/* A row that halts and in truth polls would be the fastest of all. */
TEST(wake_rows_wait_as_they_are_called)
{
	trip.plan = &plan;
	fake.cores = 1;
	run.asked = 1; /* by now: a poll of 0 ends at once */
	waiting[POLL].idle(0);
	CHECK_EQUAL(fake.waits, 0);
	for (enum way way = HLT; way <= FUTEX; way++) {
		unsigned before = fake.waits;

		waiting[way].idle(0);
		CHECK_EQUAL(fake.waits, before + 1);
		CHECK(fake.last_deadline == MACHINE_NEVER);
		CHECK(waiting[way].wakes);
	}
	CHECK(!waiting[POLL].wakes && !waiting[MWAIT].wakes);
}
