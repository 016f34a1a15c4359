/* SPDX-License-Identifier: MIT */
/* bench/samples/probe.c: what lies around a round. */
#include "bench/samples/probe.h"

#include "bench/samples/history.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define OWN PROBE_CHAIN / 4u * 3u

static const struct probe calm = { .chain = OWN, .wide = OWN / 6, .line = 170 };

TEST(probe_of_one_core_has_no_line)
{
	struct probe probe = probe_take(1);

	CHECK(probe.chain > 0 && probe.wide > 0);
	CHECK_EQUAL(probe.line, 0);
}

TEST(probe_says_nothing_where_instructions_are_counted)
{
	struct probe probe;

	fake.facts.trust = "tcg-icount";
	probe = probe_take(2);
	fake.facts.trust = NULL;
	CHECK_EQUAL(probe.chain, 0);
	CHECK_EQUAL(probe.wide, 0);
	CHECK_EQUAL(probe.line, 0);
	CHECK_EQUAL(around_between(&probe, &probe).wide_milli, 0);
}

TEST(around_is_the_mean_clock_and_the_worse_width)
{
	struct probe after = { .chain = OWN * 2, .wide = OWN, .line = 180 };
	struct around around = around_between(&calm, &after);

	CHECK_EQUAL(around.chain, 1125);
	CHECK_EQUAL(around.wide_milli, 500);
	CHECK_EQUAL(around_between(&calm, &calm).chain, 750);
	CHECK_EQUAL(around_between(&calm, &calm).wide_milli, 166);
}

TEST(around_has_no_line_where_it_moved)
{
	struct probe far = calm, unknown = calm;

	far.line = 255;
	unknown.line = 0;
	CHECK_EQUAL(around_between(&calm, &far).line, 255);
	CHECK_EQUAL(around_between(&far, &calm).line, 255);
	far.line = 256;
	CHECK_EQUAL(around_between(&calm, &far).line, 0);
	CHECK_EQUAL(around_between(&unknown, &calm).line, 0);
}

TEST(history_keeps_what_lay_around_each_round)
{
	int64_t samples[] = { 10, 20, 30 };
	struct history h = { 0 };

	do
		history_begin(&h, 1);
	while (!history_add(&h, samples, 3));
	CHECK(h.around[0].chain > 0 && h.around[0].wide_milli > 0);
	CHECK_EQUAL(h.around[1].chain, 0);
	h.rounds = SETTINGS_ROUNDS_MAX; /* of more none is kept */
	history_begin(&h, 1);
	CHECK(history_add(&h, samples, 3));
}
