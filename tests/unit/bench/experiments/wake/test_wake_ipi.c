/* SPDX-License-Identifier: MIT */
/* bench/experiments/wake/ipi.c: a core that takes no interrupt, when it is asked
 * or later, when it is timed. */
#include "bench/bench.h"
#include "bench/conditions/core_pairs.h"
#include "bench/experiments/wake/shot.h"
#include "bench/harness/sweep.h"
#include "bench/samples/history.h"
#include "kernel/interrupts.h"

#define CORES 3u
#define SAMPLES 5u
#define NEVER 1000u

/* Shots that are timed, and which of them the last core does not take. */
static unsigned timed, silent_at;
static bool checked;            /* what a check says */
static unsigned asked[DISTANCES], reported, paired;

static bool apart_run(int64_t *trips)
{
	shot.n = SAMPLES;
	if (timed++ == silent_at)
		shot.silent = shot.last;
	trips[0] = 7;
	return shot.silent == SHOT_NOBODY;
}

static bool apart_check(void)
{
	shot.n = 4;
	return checked;
}

static bool keep_all(uint32_t n)
{
	return n == SAMPLES;
}

static unsigned apart_partner(enum distance distance)
{
	asked[distance]++;
	return distance == 0 ? 1 : 0;
}

static int64_t apart_report_pair(const struct wake_pair_row *row,
				 const struct history *history,
				 int64_t *samples, uint32_t n)
{
	(void)row, (void)history, (void)samples;
	paired += n;
	return 0;
}

#define qc_rows apart_rows
#define shot_run(trips, stamps) ((void)(stamps), apart_run(trips))
#define shot_check() apart_check()
#define wake_plan(of, n)                                                     \
	((struct wake_plan){ .settings = (of), .cores = (n), .rounds = 3,    \
			     .patience = ticks_of_ms(20) })
#define wake_wants(plan, variant) ((void)(plan), (variant) != NULL)
#define wake_skip(plan, variant, reason)                                     \
	((void)(plan), (void)(variant), (void)(reason))
#define wake_report(key, per, batch, history, samples, n)                    \
	((void)(key), (void)(history), (void)(samples), reported += (n))
#define wake_report_pair apart_report_pair
#define wake_ipis apart_ipis
#define machine_ipi_missing() ((const char *)NULL)
#define machine_cores() CORES
#define core_pairs_partner(cores, distance, core) apart_partner(distance)
#define sweep_next_cores(settings, c) ((c) < (settings)->cores ? (c) + 1 : 0)
#define history_begin(history, cores) ((void)(history), (void)(cores))
#define history_add(history, samples, n) keep_all(n)
#include "bench/experiments/wake/ipi.c"

#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* The records that tell this. */
static unsigned said(const char *what)
{
	unsigned n = 0;

	for (unsigned i = 0; i < fake.records; i++)
		n += strstr(fake.record[i], what) != NULL;
	return n;
}

static bool run(bool check, unsigned silent)
{
	static const struct settings settings = { .cores = CORES };

	checked = check;
	silent_at = silent;
	timed = reported = paired = 0;
	return apart_ipis(&settings);
}

/* A partner: two rows of three rounds, one of them with stamps. Several: each
 * by itself on two and on three cores, and all by one command on all three. */
TEST(wake_interrupts_are_timed_where_each_is_taken)
{
	CHECK(run(true, NEVER));
	CHECK_EQUAL(timed, 3 * (2 + 1 + 2));
	CHECK_EQUAL(reported, 3 * SAMPLES * 3);
	CHECK_EQUAL(said("validation_failed"), 0);
}

TEST(wake_interrupts_look_for_a_partner_at_each_distance)
{
	CHECK(run(true, NEVER));
	for (unsigned i = 0; i < DISTANCES; i++)
		CHECK_EQUAL(asked[i], 1);
}

TEST(wake_interrupts_that_are_taken_twice_are_not_timed)
{
	CHECK(!run(false, NEVER));
	CHECK_EQUAL(timed, 0);
	CHECK_EQUAL(reported + paired, 0);
	CHECK(said("a core took more than it was sent"));
}

/* The tenth: all three cores, one by one. */
TEST(wake_interrupt_that_is_lost_among_several_ends_their_row)
{
	CHECK(!run(true, 9));
	CHECK_EQUAL(said("wake ipi/each on 3 cores: not timed, core 2 took no "
			 "interrupt for 20 ms"), 1);
	CHECK_EQUAL(reported, 3 * SAMPLES); /* of two cores */
	CHECK_EQUAL(many[0].timed, false);
}

TEST(wake_interrupt_that_is_lost_by_a_partner_ends_its_rows)
{
	CHECK(!run(true, 1));
	CHECK(said("wake ipi/store on 2 cores: not timed, core 1 took no "
		   "interrupt for 20 ms"));
	CHECK_EQUAL(paired, 0);
	CHECK(said("core 1 takes no interrupt")); /* it is not asked again */
	CHECK_EQUAL(timed, 2);
}

/* What was lost before is forgotten: the experiment begins anew. */
TEST(wake_interrupts_are_all_asked_for_in_the_next_run)
{
	static const unsigned lost[] = { 14, 1 }; /* the last one of all */

	for (unsigned i = 0; i < 2; i++) {
		CHECK(!run(true, lost[i]));
		CHECK(run(true, NEVER));
		CHECK_EQUAL(timed, 3 * (2 + 1 + 2));
	}
}

TEST(wake_stamps_are_told_where_clocks_may_not_be_as_far_apart)
{
	static const struct settings settings = { .cores = 2 };
	struct wake_plan plan = { .settings = &settings, .cores = 2 };

	shot.plan = &plan;
	shot.n = SAMPLES;
	fake.clock.skew_known = true;
	fake.clock.skew_ticks = 7;
	for (unsigned late = 0; late < 2; late++) {
		for (unsigned i = 0; i < SAMPLES; i++)
			stamps[i] = 7 + late;
		report_stamps();
		CHECK_EQUAL(paired, late * SAMPLES);
		CHECK_EQUAL(said("clocks may be apart"), 1);
	}
}

/* The second by one command: only the other row is told, of one round. */
TEST(wake_interrupt_that_is_lost_in_a_later_round_ends_its_row)
{
	CHECK(!run(true, 11));
	CHECK(many[0].timed && !many[1].timed);
	CHECK_EQUAL(many[1].n, SAMPLES);
	CHECK_EQUAL(reported, 3 * SAMPLES + SAMPLES); /* of two cores, too */
}

/* Core 1 is silent: that is not said of core 2. */
TEST(wake_interrupts_of_another_core_are_judged_anew)
{
	static const struct settings settings = { .cores = CORES };
	const struct wake_plan plan = wake_plan(&settings, CORES);

	shot.plan = &plan;
	shot.silent = 1;
	checked = false;
	CHECK(!proven("ipi/store", 2, 2));
	CHECK(said("a core took more than it was sent"));
	CHECK_EQUAL(said("took no interrupt"), 0);
	shot.silent = 2;
	CHECK(!proven("ipi/store", 2, 2)); /* skipped */
	CHECK_EQUAL(said("core 2 takes no interrupt"), 1);
}
