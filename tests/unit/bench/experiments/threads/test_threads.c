/* SPDX-License-Identifier: MIT */
/* bench/experiments/threads: what is said where it cannot be measured. */
#include <string.h>

#include "bench/samples/scratch.h"
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
