/* SPDX-License-Identifier: MIT */
/* bench/conditions/disturbed.c: what disturbs a round, and what does not. */
#include "bench/conditions/disturbed.h"
#include "tests/unit/test.h"

#define HZ 1000000000u /* a tick a nanosecond */

TEST(disturbed_by_nothing)
{
	struct round_facts facts = { .median = 100, .max = 10000 };

	CHECK_EQUAL(disturbed_by(&facts, HZ), 0);
	facts.clock = facts.usual_clock = 1200;
	CHECK_EQUAL(disturbed_by(&facts, HZ), 0);
}

TEST(disturbed_by_a_pause)
{
	struct round_facts facts = { .median = 100, .max = 10101 };

	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_PAUSE);
	facts.median = 1000; /* long operations: 50 medians count */
	facts.max = 51000;
	CHECK_EQUAL(disturbed_by(&facts, HZ), 0);
	facts.max = 51001;
	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_PAUSE);
}

TEST(disturbed_by_a_pause_in_a_long_sample)
{
	struct round_facts facts = { .median = 100000, .max = 1100000 };

	CHECK_EQUAL(disturbed_by(&facts, HZ), 0); /* a millisecond above */
	facts.max++;
	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_PAUSE);
	facts.median = 100000000;
	facts.max = 125000000;
	CHECK_EQUAL(disturbed_by(&facts, HZ), 0);
	facts.max++;
	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_PAUSE);
}

TEST(disturbed_by_no_wait_for_the_rivals_bursts)
{
	struct round_facts facts = { .median = 100, .max = 110100,
				     .rivals = 1 };

	CHECK_EQUAL(disturbed_by(&facts, HZ), 0); /* 110 us above */
	facts.max++;
	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_PAUSE);
	facts.rivals = 2;
	CHECK_EQUAL(disturbed_by(&facts, HZ), 0);
	facts.rivals = 1000; /* never more than a millisecond */
	facts.max = 1000100;
	CHECK_EQUAL(disturbed_by(&facts, HZ), 0);
	facts.max++;
	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_PAUSE);
}

TEST(disturbed_by_smi_and_clock)
{
	struct round_facts facts = { .median = 100, .max = 100, .smi = 1,
				     .clock = 1021, .usual_clock = 1000 };

	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_SMI | DISTURBED_CLOCK);
	facts.smi = 0;
	facts.clock = 979;
	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_CLOCK);
	facts.clock = 1020; /* 2 % are allowed */
	CHECK_EQUAL(disturbed_by(&facts, HZ), 0);
	facts.clock = 0; /* cannot be known */
	CHECK_EQUAL(disturbed_by(&facts, HZ), 0);
}

TEST(disturbed_by_cores_that_take_turns)
{
	struct round_facts facts = { .median = 100, .max = 100, .turns = true };

	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_TURNS);
}

TEST(disturbed_at_the_very_bounds)
{
	struct round_facts facts = { .median = 100, .max = 10100 };

	CHECK_EQUAL(disturbed_by(&facts, HZ), 0); /* ten microseconds above */
	facts.max = 10100;
	CHECK_EQUAL(disturbed_by(&facts, HZ - 1), DISTURBED_PAUSE);
	facts.max = 100;
	facts.usual_clock = 100000;
	facts.clock = 102000;
	CHECK_EQUAL(disturbed_by(&facts, HZ), 0);
	facts.clock = 102001;
	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_CLOCK);
	facts.clock = 97999;
	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_CLOCK);
}

/* A clock so fast that each of its microseconds is seen. */
TEST(disturbed_by_a_microsecond_of_a_millionth_of_a_second)
{
	struct round_facts facts = { .max = 10000000 };

	CHECK_EQUAL(disturbed_by(&facts, 1000000000000), 0);
	facts.max++;
	CHECK_EQUAL(disturbed_by(&facts, 1000000000000), DISTURBED_PAUSE);
}

TEST(disturbed_by_something_that_has_a_word)
{
	CHECK_TEXT(disturbed_word(DISTURBED_PAUSE), "pause");
	CHECK_TEXT(disturbed_word(DISTURBED_SMI), "smi");
	CHECK_TEXT(disturbed_word(DISTURBED_CLOCK), "clock");
	CHECK_TEXT(disturbed_word(DISTURBED_TURNS), "turns");
}

/* A median below 0 is no usual time; one of 1 is. */
TEST(disturbed_above_a_median_that_is_next_to_nothing)
{
	struct round_facts facts = { .median = -5, .max = 9995 };

	CHECK_EQUAL(disturbed_by(&facts, HZ), 0);
	facts.max++;
	CHECK_EQUAL(disturbed_by(&facts, HZ), DISTURBED_PAUSE);
	facts = (struct round_facts){ .median = 1, .max = 51 };
	CHECK_EQUAL(disturbed_by(&facts, 1000000), 0);
	facts.max++;
	CHECK_EQUAL(disturbed_by(&facts, 1000000), DISTURBED_PAUSE);
}
