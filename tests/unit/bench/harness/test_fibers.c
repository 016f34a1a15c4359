/* SPDX-License-Identifier: MIT */
/* bench/harness/fibers.c: how many fit, and what is said where they do not. */
#include "bench/harness/fibers.h"

#include <stdio.h>
#include <string.h>

#include "sched/sched.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(fibers_are_there_as_long_as_memory_is_left_for_others)
{
	CHECK_EQUAL(fibers_reserve(1, 5, fake.memory_left / 2), 5);
	CHECK_EQUAL(fibers_reserve(1, 7, fake.memory_left * 2), 5);
	CHECK_EQUAL(fibers_reserve(1, 7, 0), 7);
}

TEST(fibers_that_do_not_fit_are_told_with_what_they_need)
{
	char text[128];

	fake.memory_left = 3 * sched_fiber_bytes();
	CHECK(!fibers_trouble(3));
	CHECK(strstr(fibers_trouble(7), "not enough memory for 7 fibers: "));
	CHECK(!fibers_trouble(2)); /* they are there */
	fake.memory_left = 8192;
	snprintf(text, sizeof(text), "for 7 fibers: %zu KiB are needed, 8 KiB "
		 "are free", 4 * sched_fiber_bytes() / 1024);
	CHECK(strstr(fibers_trouble(7), text));
	fake.memory_left = 0;
	CHECK(!fibers_trouble(3));
	CHECK(fibers_trouble(4));
}

TEST(fibers_that_there_is_no_stack_for_are_not_counted)
{
	unsigned fit;

	fake.stacks_left = 6;
	fit = fibers_reserve(1, 9, 0);
	CHECK(fit && fit < 6); /* one is the run's own */
	CHECK_EQUAL(fibers_reserve(1, 9, 0), fit);
	CHECK(fibers_trouble(fit + 1));
	CHECK(!fibers_trouble(fit));
}
