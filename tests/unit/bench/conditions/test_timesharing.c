/* SPDX-License-Identifier: MIT */
/* bench/conditions/{timesharing,together}.c: are cores there at the same time? */
#define _GNU_SOURCE /* sched_setaffinity() */
#include <sched.h>

#include "bench/conditions/timesharing.h"
#include "bench/conditions/together.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define TRIES 2000u /* a busy host takes a core away now and then */

TEST(timesharing_that_is_settled_needs_no_look)
{
	fake.facts.trust = "tcg";
	fake.cores = 2;
	fake.clock.hz = 1ull << 50; /* who is there is so at once */
	timesharing_look(2);
	CHECK(!timeshared() && !timeshared_settled());
	CHECK_EQUAL(timesharing_ms(2000), 2000);
	timesharing_settle();
	fake.cores = 1; /* a look would wait for ever */
	timesharing_look(2);
	CHECK(timeshared() && timeshared_settled());
	CHECK(!timeshared_by_counting());
	CHECK_EQUAL(timesharing_ms(2000), 250);
	timesharing_look(1); /* who is alone waits for nobody */
	CHECK(!timeshared());
	fake.facts.trust = "tcg-icount";
	timesharing_look(2);
	CHECK(timeshared_by_counting());
}

TEST(together_is_a_core_alone_and_none_that_never_comes)
{
	CHECK(cores_together(1) && !together_no_more(1));
	CHECK(!cores_together(2) && together_no_more(2));
}

/* Two threads on one processor take turns, whatever else runs. */
TEST(together_are_two_cores_of_two_and_not_two_that_share_one)
{
	bool seen = false;
	cpu_set_t all, one;

	sched_getaffinity(0, sizeof(all), &all);
	fake.cores = 2;
	for (unsigned i = 0; i < TRIES && !seen && CPU_COUNT(&all) > 1; i++)
		seen = cores_together(2);
	CHECK(seen || CPU_COUNT(&all) < 2);
	CPU_ZERO(&one);
	for (int cpu = 0; !CPU_COUNT(&one); cpu++)
		if (CPU_ISSET(cpu, &all))
			CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
	CHECK(!cores_together(2));
}
