/* SPDX-License-Identifier: MIT */
/* bench/harness/left_out.c: on how many cores at once, and what is said. */
#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/settings.h"

/* Cores that are there at once; of their looks each so-manieth sees turns. */
static unsigned there, unlucky, lucky, looks;
static bool turns;

static void apart_look(unsigned cores)
{
	looks++;
	turns = cores > there ? !lucky || looks % lucky
			      : unlucky && looks == unlucky;
}

static bool apart_timeshared(void)
{
	return turns;
}

static bool settled;

static void apart_settle(void)
{
	settled = true;
}

#define timesharing_look apart_look
#define timeshared apart_timeshared
#define timesharing_settle apart_settle
#define left_out_choose apart_choose
#define left_out_tell apart_tell
#include "bench/harness/left_out.c"

#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static struct settings chosen(unsigned cores, unsigned at_once)
{
	struct settings s = { .cores = cores, .variants = "" };

	there = at_once;
	looks = 0;
	settled = false;
	apart_choose(&s);
	return s;
}

static void check_chosen(unsigned cores, unsigned at_once, unsigned most)
{
	struct settings s = chosen(cores, at_once);

	CHECK_EQUAL(s.cores, most);
	CHECK_EQUAL(s.left_out, cores - most);
	CHECK_EQUAL(settings_all_cores(&s), cores);
	/* Of two it is chance that they are there at once. */
	CHECK_EQUAL(settled, most < cores && most == 2);
}

TEST(left_out_are_cores_beyond_those_that_are_there_at_once)
{
	check_chosen(16, 2, 2);
	check_chosen(16, 1, 2);
	check_chosen(16, 4, 4);
	check_chosen(16, 15, 8);
	check_chosen(255, 2, 2);
	check_chosen(6, 5, 4);
	check_chosen(3, 2, 2);
	check_chosen(4, 2, 2);
	CHECK_EQUAL(fake.records, 8);
	CHECK(strstr(fake.record[0], "\"code\":\"crowded\",\"text\":\"16 cores "
		     "take turns on fewer real ones: at most 2 are measured "
		     "at once (cores=16: all)\""));
}

TEST(left_out_is_none_of_few_or_where_all_are_there)
{
	check_chosen(1, 1, 1);
	check_chosen(2, 1, 2);
	CHECK_EQUAL(looks, 0);
	check_chosen(3, 3, 3);
	check_chosen(4, 4, 4);
	check_chosen(6, 6, 6);
	check_chosen(255, 255, 255);
	CHECK_EQUAL(fake.records, 0);
}

TEST(left_out_takes_more_than_one_look)
{
	unlucky = 3;
	check_chosen(8, 8, 8);
	unlucky = 0;
	lucky = 2;
	check_chosen(8, 2, 2);
	lucky = 0;
}

TEST(left_out_is_none_that_cores_asks_for)
{
	struct settings s = { .cores = 16, .cores_given = true };

	there = 2;
	apart_choose(&s);
	CHECK_EQUAL(s.cores, 16);
	CHECK_EQUAL(s.left_out, 0);
	CHECK_EQUAL(fake.records, 0);
}

TEST(left_out_is_none_of_a_machine_s_own)
{
	fake.facts.on_metal = true;
	check_chosen(16, 2, 16);
	CHECK_EQUAL(looks, 0);
	CHECK_EQUAL(fake.records, 0);
	fake.facts.on_metal = false;
}

/* Of 2.5 GHz, 10 us are 25,000 ticks. */
TEST(left_out_are_all_but_one_where_stamps_surely_differ)
{
	struct settings s = { .cores = 4, .cores_given = true };

	fake.clock.apart_ticks = ticks_of_us(10);
	apart_choose(&s);
	CHECK_EQUAL(s.cores, 4);
	fake.clock.apart_ticks++;
	apart_choose(&s);
	CHECK_EQUAL(s.cores, 1);
	CHECK_EQUAL(s.left_out, 3);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"code\":\"tsc_apart\""));
	s.left_out = 0;
	apart_choose(&s);
	CHECK_EQUAL(s.left_out, 0);
	fake.clock.apart_ticks = 0;
}

/* ---- what is said ------------------------------------------------------------- */

static bool run(const struct settings *settings)
{
	return settings->cores;
}

static bool told(struct experiment experiment, unsigned left_out)
{
	const struct settings s = { .cores = 2, .left_out = left_out,
				    .variants = "" };
	unsigned before = fake.records;

	experiment.name = "odd";
	apart_tell(&s, &experiment);
	return fake.records > before;
}

TEST(left_out_is_told_where_an_experiment_would_use_more)
{
	CHECK(told((struct experiment){ .run = run }, 14));
	CHECK(strstr(fake.record[0], "\"record\":\"skipped\""));
	CHECK(strstr(fake.record[0], "\"experiment\":\"odd\",\"variant\":\"on "
		     "16 cores\",\"reason\":\"they take turns on fewer real "
		     "ones: at most 2 are measured at once (cores=16: all)\""));
	CHECK(strstr(fake.text, "on 16 cores"));
	CHECK(!told((struct experiment){ .run = run }, 0));
	CHECK(!told((struct experiment){ .run = run, .two_at_most = true }, 14));
	CHECK(!told((struct experiment){ .summary = "no rows" }, 14));
}
