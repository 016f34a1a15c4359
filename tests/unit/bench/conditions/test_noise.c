/* SPDX-License-Identifier: MIT */
/* bench/conditions/noise.c: what a watch counts, its grade, and why. */
#include <string.h>

#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/tsc.h"

/* What the counters say before a watch, and after it. */
static struct machine_counters counters[2];
static unsigned looks;

static struct machine_counters apart_counters(void)
{
	return counters[looks++ % 2];
}

static uint64_t played_now;  /* 0: the real time */
static unsigned played_reads;

static inline uint64_t apart_tsc(void)
{
	if (!played_now)
		return tsc_read();
	played_reads++;
	return played_now += played_reads == 51 ? 7000 : 100;
}

#define qc_options apart_options
#define tsc_read apart_tsc
#define machine_counters() apart_counters()
#define noise_watch apart_watch
#define noise_of apart_of
#define noise_worst apart_worst
#define noise_lost_ppm apart_lost_ppm
#define noise_grade apart_grade
#define noise_reasons apart_reasons
#include "bench/conditions/noise.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* ---- what it counts ----------------------------------------------------------- */

TEST(noise_is_what_the_counters_say_of_the_time_watched)
{
	const struct noise *n = apart_of(0);

	counters[0] = (struct machine_counters){ true, true, true, true,
						 1, 100, 50, 7, 9, 20 };
	counters[1] = (struct machine_counters){ true, true, true, true,
						 4, 1300, 1050, 9, 12, 25 };
	apart_watch(1, 1, 10);
	CHECK(n->smi_known && n->clock_known && n->system_known &&
	      n->steal_known);
	CHECK_EQUAL(n->smi, 3);
	CHECK_EQUAL(n->clock, 1200);
	CHECK_EQUAL(n->switches, 2);
	CHECK_EQUAL(n->faults, 3);
	CHECK_EQUAL(n->steal_us, 5);
	CHECK(n->watched >= 10000);
	CHECK(n->p9999 <= n->max && n->max <= n->watched);
}

/* Reads 100 ns apart, but one; the first is at 1,100. */
TEST(noise_is_what_lies_between_reads)
{
	const struct noise *n = apart_of(0);

	played_now = 1000;
	apart_watch(1, 1, 100);
	CHECK_EQUAL(played_reads, 1 + 1 + (100000 - 7000) / 100);
	CHECK_EQUAL(n->watched, 100000);
	CHECK_EQUAL(n->gaps, 1);
	CHECK_EQUAL(n->lost, 7000);
	CHECK_EQUAL(n->max, 7000);
	CHECK_EQUAL(n->p9999, 6912); /* where its bin begins */
}

/* One that nobody watched would be of grade A. */
TEST(noise_is_watched_on_each_core)
{
	fake.cores = 5;
	for (unsigned at_once = 2; at_once <= 5; at_once++) {
		for (unsigned core = 0; core < 5; core++)
			seen[core].watched = worst[core].watched = 0;
		apart_watch(5, at_once, 10);
		for (unsigned core = 0; core < 5; core++) {
			CHECK(apart_of(core)->watched >= 10000);
			CHECK(apart_worst(core)->watched >= 10000);
		}
	}
}

TEST(noise_of_many_groups_is_watched_shorter)
{
	CHECK_EQUAL(each_us(1, 5000), 5000);
	CHECK_EQUAL(each_us(32, 5000), 5000);
	CHECK_EQUAL(each_us(33, 5000), 4848);
	CHECK_EQUAL(each_us(128, 5000), 1250);
	CHECK_EQUAL(each_us(160, 5000), 1000);
	CHECK_EQUAL(each_us(512, 5000), 1000);
	CHECK_EQUAL(each_us(512, 10), 10); /* never longer than asked for */
}

TEST(noise_of_counters_that_are_not_there_is_not_known)
{
	const struct noise *n = apart_of(0);

	apart_watch(1, 1, 10);
	CHECK(!n->smi_known && !n->clock_known && !n->system_known &&
	      !n->steal_known);
	counters[0].clock_known = true; /* but it stands still */
	apart_watch(1, 1, 10);
	CHECK(!n->clock_known);
}

TEST(noise_remembers_the_worst_watch_of_a_core)
{
	opt_gap.number = 2000;
	apart_watch(1, 1, 4000);
	CHECK(apart_of(0)->gaps > 0);
	CHECK(apart_of(0)->lost >= 2000000);
	CHECK_EQUAL(apart_grade(apart_worst(0)), 'F');
	opt_gap.number = 0;
	apart_watch(1, 1, 10);
	CHECK_EQUAL(apart_grade(apart_worst(0)), 'F');
	CHECK(apart_worst(0)->max >= 2000000);
}

/* ---- the grade ------------------------------------------------------------------ */

#define MILLION 1000000u

static char grade(uint64_t lost_ppm, uint64_t longest_ns)
{
	return apart_grade(&(struct noise){ .watched = MILLION, .gaps = 1,
					    .lost = lost_ppm,
					    .max = longest_ns });
}

TEST(noise_grades_end_at_their_bounds)
{
	static const struct { uint64_t ppm, us; } most[] = {
		{ 10, 10 }, { 100, 50 }, { 1000, 200 }, { 10000, 1000 } };

	CHECK_EQUAL(apart_grade(&(struct noise){ .watched = MILLION }), 'A');
	CHECK_EQUAL(grade(0, 0), 'B');
	for (unsigned i = 0; i < 4; i++) {
		CHECK_EQUAL(grade(most[i].ppm, most[i].us * 1000), 'B' + i);
		CHECK_EQUAL(grade(most[i].ppm + 1, 0),
			    i < 3 ? 'C' + i : 'F');
		CHECK_EQUAL(grade(0, most[i].us * 1000 + 1),
			    i < 3 ? 'C' + i : 'F');
	}
	CHECK_EQUAL(apart_lost_ppm(&(struct noise){ .lost = 5 }), 0);
}

/* ---- why ------------------------------------------------------------------------ */

static void check_reasons(struct noise n, const char *wanted)
{
	char text[NOISE_REASONS_MAX];

	n.watched = MILLION;
	n.lost = 30;
	n.max = 5000;
	n.smi = 3;
	n.clock = 1024;
	n.switches = 4;
	n.faults = 5;
	n.steal_us = 6;
	apart_reasons(&n, text);
	CHECK_TEXT(text, wanted);
}

TEST(noise_reasons_of_one_are_no_plurals)
{
	const struct noise n = { .gaps = 1, .smi_known = true, .smi = 1,
				 .system_known = true, .switches = 1,
				 .faults = 1 };
	char text[NOISE_REASONS_MAX];

	apart_reasons(&n, text);
	CHECK(strstr(text, "1 gap, "));
	CHECK(strstr(text, ", 1 SMI, 1 switch, 1 fault"));
}

TEST(noise_reasons_end_where_their_room_does)
{
	const struct noise n = {
		.gaps = UINT64_MAX, .lost = UINT64_MAX / 1000000, .watched = 1,
		.max = UINT64_MAX, .smi_known = true, .smi = UINT64_MAX,
		.system_known = true, .switches = UINT64_MAX,
		.faults = UINT64_MAX };
	char text[4 * NOISE_REASONS_MAX];

	memset(text, 'x', sizeof(text));
	fake.clock.hz = 0;
	apart_reasons(&n, text);
	CHECK_EQUAL(strlen(text), NOISE_REASONS_MAX - 1);
	CHECK(strstr(text, "18446744073709551615 gaps, ") == text);
	CHECK_EQUAL(text[NOISE_REASONS_MAX], 'x');
}

TEST(noise_reasons_are_those_that_are_known)
{
	check_reasons((struct noise){ 0 }, "no gap");
	check_reasons((struct noise){ .gaps = 2 },
		      "2 gaps, 30 ppm lost, longest 5 us");
	check_reasons((struct noise){ .smi_known = true }, "no gap, 3 SMIs");
	check_reasons((struct noise){ .clock_known = true },
		      "no gap, clock x1.024");
	check_reasons((struct noise){ .system_known = true },
		      "no gap, 4 switches, 5 faults");
	check_reasons((struct noise){ .steal_known = true },
		      "no gap, 6 us stolen");
	fake.clock.hz = 0;
	check_reasons((struct noise){ .gaps = 2 },
		      "2 gaps, 30 ppm lost, longest 5000 ticks");
}
