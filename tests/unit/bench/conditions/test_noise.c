/* SPDX-License-Identifier: MIT */
/* bench/conditions/noise.c: what a watch counts, its grade, and why. */
#include <string.h>

#include "kernel/machine.h"
#include "kernel/options.h"

/* What the counters say before a watch, and after it. */
static struct machine_counters counters[2];
static unsigned looks;

static struct machine_counters apart_counters(void)
{
	return counters[looks++ % 2];
}

#define qc_options apart_options
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
	apart_watch(1, 10);
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

/* One that nobody watched would be of grade A. */
TEST(noise_is_watched_on_each_core)
{
	fake.cores = 3;
	apart_watch(3, 10);
	for (unsigned core = 0; core < 3; core++) {
		CHECK(apart_of(core)->watched >= 10000);
		CHECK(apart_worst(core)->watched >= 10000);
	}
}

TEST(noise_of_counters_that_are_not_there_is_not_known)
{
	const struct noise *n = apart_of(0);

	apart_watch(1, 10);
	CHECK(!n->smi_known && !n->clock_known && !n->system_known &&
	      !n->steal_known);
	counters[0].clock_known = true; /* but it stands still */
	apart_watch(1, 10);
	CHECK(!n->clock_known);
}

TEST(noise_remembers_the_worst_watch_of_a_core)
{
	opt_gap.number = 2000;
	apart_watch(1, 4000);
	CHECK(apart_of(0)->gaps > 0);
	CHECK(apart_of(0)->lost >= 2000000);
	CHECK_EQUAL(apart_grade(apart_worst(0)), 'F');
	opt_gap.number = 0;
	apart_watch(1, 10);
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
