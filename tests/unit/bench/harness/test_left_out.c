/* SPDX-License-Identifier: MIT */
/* bench/harness/left_out.c: on how many cores at once, and what is said. */
#include "bench/harness/left_out.h"

#include <string.h>

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "kernel/ticks.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const struct settings of_four = { .cores = 4 };

TEST(left_out_are_cores_that_take_turns_unless_they_are_asked_for)
{
	static const struct {
		bool take_turns, given, on_metal;
		unsigned cores, most;
	} rows[] = {
		{ false, false, false, 5, 5 }, { false, false, false, 3, 3 },
		{ false, false, false, 2, 2 }, { true, false, true, 16, 16 },
		{ true, true, false, 16, 16 }, { true, false, false, 1, 1 },
		{ true, false, false, 2, 2 }, { true, false, false, 3, 2 },
		{ true, false, false, 255, 2 }, { true, false, false, 16, 2 },
	};

	EACH_ROW(i, rows) {
		struct settings s = { .cores = rows[i].cores,
				      .cores_given = rows[i].given };
		unsigned records = fake.records;

		fake.cores = rows[i].cores;
		fake.facts.trust = rows[i].take_turns ? "tcg-icount" : "tcg";
		fake.facts.on_metal = rows[i].on_metal;
		fake.clock.hz = 1ull << 50; /* who is there is so at once */
		left_out_choose(&s);
		CHECK_EQUAL(s.cores, rows[i].most);
		CHECK_EQUAL(s.left_out, rows[i].cores - rows[i].most);
		CHECK_EQUAL(settings_all_cores(&s), rows[i].cores);
		CHECK_EQUAL(fake.records - records, s.left_out != 0);
	}
	/* Which two are there at once is chance. */
	CHECK(timeshared_settled());
	CHECK(strstr(fake.record[fake.records - 1], "\"code\":\"crowded\","
		     "\"text\":\"16 cores take turns on fewer real ones: at "
		     "most 2 are measured at once (cores=16: all)\""));
}

TEST(left_out_are_all_but_one_where_stamps_surely_differ)
{
	struct settings s = of_four;

	s.cores_given = true;
	fake.clock.apart_ticks = ticks_of_us(10);
	left_out_choose(&s);
	CHECK_EQUAL(s.cores, 4);
	fake.clock.apart_ticks++;
	left_out_choose(&s);
	CHECK_EQUAL(s.cores, 1);
	CHECK_EQUAL(s.left_out, 3);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"code\":\"tsc_apart\""));
	s.left_out = 0;
	left_out_choose(&s);
	CHECK_EQUAL(s.left_out, 0);
}

static bool run(const struct settings *settings)
{
	return settings->cores;
}

TEST(left_out_is_told_where_an_experiment_would_use_more)
{
	static const struct {
		struct experiment experiment;
		unsigned left_out;
		bool told;
	} rows[] = {
		{ { .name = "odd", .run = run }, 14, true },
		{ { .name = "odd", .run = run }, 0, false },
		{ { .name = "odd", .run = run, .two_at_most = true }, 14,
		  false },
		{ { .name = "odd", .summary = "no rows" }, 14, false },
	};

	EACH_ROW(i, rows) {
		const struct settings s = { .cores = 2, .variants = "",
					    .left_out = rows[i].left_out };

		fake.records = 0;
		left_out_tell(&s, &rows[i].experiment);
		CHECK_EQUAL(fake.records, rows[i].told);
	}
	CHECK(strstr(fake.record[0], "\"experiment\":\"odd\",\"variant\":\"on "
		     "16 cores\",\"reason\":\"they take turns on fewer real "
		     "ones: at most 2 are measured at once (cores=16: all)\""));
}
