/* SPDX-License-Identifier: MIT */
/* bench/experiments/threads: what is said where it cannot be measured. */
#include <string.h>

#include "bench/samples/scratch.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static bool no_plan(void)
{
	return false;
}

#include "bench/experiments/threads/threads.h"
#define threads_make_plan(plan, settings) ((void)(plan), no_plan())
#include "bench/experiments/threads/threads.c"

TEST(threads_each_design_is_skipped_where_the_clock_is_not_known)
{
	static const struct threads_design one = { .name = "one" },
					   two = { .name = "two" };
	static const struct threads_design *const both[] = { &one, &two };

	CHECK(skip_designs(both, 2));
	CHECK_EQUAL(fake.records, 2);
	for (unsigned i = 0; i < fake.records; i++) {
		CHECK(strstr(fake.record[i], "\"record\":\"skipped\""));
		CHECK(strstr(fake.record[i], i ? "\"two\"" : "\"one\""));
	}
	CHECK(strstr(fake.text, no_clock));
}

TEST(threads_sleepers_are_left_out_where_the_task_has_no_memory)
{
	const struct settings settings = { .cores = 1, .rounds = 1, .variants = "" };
	const struct threads_plan plan = { .settings = &settings, .cores = 1,
					   .decimals = SPIGOT_MOST };
	static struct threads_asleep asleep;

	fake_machine_enter(0);
	CHECK(scratch_init());
	scratch_begin();
	CHECK(scratch_keep(scratch_left() - spigot_words(SPIGOT_MOST)));
	CHECK(!threads_measure_asleep(&plan, &asleep));
	CHECK_EQUAL(asleep.rounds, 0);
}

TEST(threads_without_a_task_fail_where_a_design_is_wanted)
{
	struct settings settings = { .cores = 1, .rounds = 1, .variants = "" };

	CHECK(!measure_designs(&settings));
	settings.variants = "none";
	CHECK(measure_designs(&settings));
}

/* ---- how late a bystander is --------------------------------------------- */

#define LATE_US 2000u

static struct threads_run stood_by;

static void nap_late(uint64_t until)
{
	while (tsc_read() < until + ticks_of_us(LATE_US))
		;
	stood_by.left = 0;
}

static void nap_early(uint64_t until)
{
	(void)until;
	stood_by.left = 0;
}

static uint64_t lateness(void (*nap)(uint64_t until), uint64_t worst)
{
	stood_by = (struct threads_run){ .left = 1, .sleep = 1ull << 40 };
	if (nap == nap_late)
		stood_by.sleep = 1;
	threads_stand_by(&stood_by, nap, &worst, false);
	return worst;
}

/* A busy machine can only make it later. */
TEST(threads_bystander_is_late_by_all_that_it_overslept)
{
	CHECK(lateness(nap_late, 0) >= ticks_of_us(LATE_US));
	CHECK_EQUAL(lateness(nap_late, 1ull << 50), 1ull << 50); /* the worst */
	CHECK_EQUAL(lateness(nap_early, 0), 0);
}
