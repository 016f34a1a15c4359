/* SPDX-License-Identifier: MIT */
/* bench/experiments/wake/pair.c: an answer that is lost while it is timed. */
#include "bench/bench.h"
#include "bench/conditions/core_pairs.h"
#include "bench/experiments/wake/trip.h"
#include "bench/samples/history.h"
#include "kernel/interrupts.h"

static bool proves, answered; /* when it is checked, and when it is timed */
static const char *const no_mwait = "none";

static bool apart_run(int64_t *samples)
{
	trip.n = 1;
	if (samples)
		samples[0] = 7;
	return samples ? answered : proves;
}

static unsigned asked[DISTANCES];

static unsigned ask_distance(enum distance distance)
{
	asked[distance]++;
	return 0;
}

#define qc_rows apart_rows
#define core_pairs_partner(cores, distance, core) ask_distance(distance)
#define trip_run apart_run
#define wake_plan(of, n) ((struct wake_plan){ .settings = (of), .cores = (n) })
#define wake_wants(plan, variant) ((void)(plan), (variant) != NULL)
#define wake_skip(plan, variant, reason)                                     \
	((void)(plan), (void)(variant), (void)(reason))
#define wake_report_pair(row, history, samples, n)                           \
	((void)(row), (void)(history), (void)(samples), (void)(n))
#define machine_ipi_missing() ((const char *)NULL)
#define machine_mwait_missing() no_mwait
#define machine_mwait_hints(hints, most) ((void)(hints), 0 * (most))
#define history_begin(history, cores) ((void)(history), (void)(cores))
#define history_add(history, samples, n) ((void)(history), (n) == 1)
#define wake_pairs apart_pairs
#include "bench/experiments/wake/pair.c"

#include <string.h>

#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(wake_up_that_is_lost_makes_the_part_wrong_and_ends_its_row)
{
	static struct timed_way one;
	static const struct wake_plan plan = { .patience = 1 };

	subjects = &one;
	one = (struct timed_way){ .way = HLT, .hint = -1, .timed = true };
	trip.plan = &plan;
	trip.partner = 1;
	for (unsigned round = 0; round < 4; round++) {
		answered = round != 2;
		CHECK(time_round(NULL, 0, round));
		CHECK_EQUAL(one.timed, round < 2);
		CHECK_EQUAL(wrong, round >= 2);
		CHECK_EQUAL(one.n, round < 2 ? round + 1 : 3);
	}
	CHECK(strstr(fake.record[fake.records - 1], "wake hlt on 2 cores: not "
		     "timed, core 1 lost one, after 1 wake-ups"));
}

static bool pairs(bool checked, bool timed)
{
	static const struct wake_plan plan = { .patience = 1, .rounds = 2 };
	static struct timed_way all[2 + HINTS_MAX];

	subjects = all;
	proves = checked;
	answered = timed;
	return pair_rows(&plan, 1);
}

TEST(wake_pair_is_wrong_where_any_answer_was_lost)
{
	CHECK(pairs(true, true));
	CHECK(!pairs(false, true));
	CHECK(!pairs(true, false));
	CHECK(pairs(true, true));
}

TEST(wake_pairs_look_for_a_partner_at_each_distance)
{
	const struct settings settings = { .cores = 2 };

	CHECK(scratch_init());
	scratch_begin();
	CHECK(apart_pairs(&settings));
	for (unsigned i = 0; i < DISTANCES; i++)
		CHECK_EQUAL(asked[i], 1);
}
