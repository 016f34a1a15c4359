/* SPDX-License-Identifier: MIT */
/* bench/conditions/together.c: do the cores run at the same time? */
#define _GNU_SOURCE /* sched_setaffinity() */
#include <sched.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static unsigned runs;

#define machine_run(cores, body, arg) (runs++, machine_run(cores, body, arg))
#define cores_together apart_together
#define together_no_more apart_no_more
#include "bench/conditions/together.c"

#define TRIES 2000u /* a busy host takes a core away now and then */

TEST(together_is_a_core_alone)
{
	CHECK(cores_together(1));
	CHECK(!together_no_more(1));
	CHECK_EQUAL(runs, 0); /* it may be within one */
}

TEST(together_is_not_a_core_that_never_comes)
{
	CHECK(!cores_together(2));
	CHECK(together_no_more(2));
}

/* Two threads on one processor take turns, whatever else runs. */
TEST(together_are_not_two_cores_that_share_one)
{
	cpu_set_t all, one;

	sched_getaffinity(0, sizeof(all), &all);
	CPU_ZERO(&one);
	for (int cpu = 0; !CPU_COUNT(&one); cpu++)
		if (CPU_ISSET(cpu, &all))
			CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
	fake.cores = 2;
	CHECK(!cores_together(2));
	sched_setaffinity(0, sizeof(all), &all);
}

TEST(together_are_two_cores_of_two)
{
	bool seen = false;
	cpu_set_t all;

	sched_getaffinity(0, sizeof(all), &all);
	if (CPU_COUNT(&all) < 2)
		return;
	fake.cores = 2;
	for (unsigned i = 0; i < TRIES && !seen; i++)
		seen = cores_together(2);
	CHECK(seen);
}
