/* SPDX-License-Identifier: MIT */
/* bench/experiments/line/false_sharing.c: a round in which increments are lost
 * ends it. */
#include "bench/experiments/line/counting.h"
#include "bench/samples/history.h"

static bool counts_right; /* all increments are there */

static bool apart_run(unsigned bytes, unsigned counting, unsigned most)
{
	(void)bytes, (void)most;
	for (unsigned i = 0; i < counting; i++)
		counting_core[i].n = 1;
	return counts_right;
}

static bool apart_together(unsigned bytes, unsigned *permille)
{
	*permille = 1000;
	return apart_run(bytes, 2, 1);
}

#define counting_run apart_run
#define counting_together apart_together
#define history_begin(history, cores) ((void)(history), (void)(cores))
#define history_add(history, samples, n) ((void)(history), (n) > 0)
#define false_sharing_steps apart_steps
#define false_sharing_run apart_sharing
#include "bench/experiments/line/false_sharing.c"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(false_sharing_ends_where_increments_are_lost)
{
	static struct timed subjects[2];
	int64_t sorted[2];

	all = sorted;
	timed = subjects;
	for (unsigned counting = 1; counting < 3; counting++)
		for (unsigned right = 0; right < 2; right++) {
			timed[1] = (struct timed){ .counting = counting };
			counts_right = right;
			CHECK_EQUAL(pass(NULL, 1, 0), right);
			CHECK_EQUAL(timed[1].n[0], 1);
			CHECK_EQUAL(timed[1].n[1], counting - 1);
		}
}

TEST(false_sharing_is_proven_by_the_increments_that_are_there)
{
	for (unsigned right = 0; right < 2; right++) {
		counts_right = right;
		counting_core[0].added = counting_core[1].added = 5;
		CHECK_EQUAL(prove_counting(), right);
		CHECK(strstr(fake.record[0], right ? "\"verdict\":\"ok\""
						   : "\"verdict\":\"failed\""));
		CHECK_EQUAL(!strstr(fake.record[0], "increments"), right);
		fake.records = 0;
	}
}

/* The round counts for nothing: no time of two cores is in it. */
TEST(false_sharing_round_is_disturbed_where_cores_took_turns)
{
	static struct timed one;

	for (unsigned counting = 1; counting < 3; counting++) {
		one = (struct timed){
			.counting = counting, .history = { .rounds = 3 },
			.together = { COUNTING_TOGETHER_PERMILLE,
				      COUNTING_TOGETHER_PERMILLE - 1 } };
		one.history.disturbed[0] = DISTURBED_PAUSE;
		mark_turns(&one);
		CHECK_EQUAL(one.history.disturbed[0], DISTURBED_PAUSE);
		CHECK_EQUAL(one.history.disturbed[1],
			    counting > 1 ? DISTURBED_TURNS : 0);
		CHECK_EQUAL(one.history.disturbed[2],
			    counting > 1 ? DISTURBED_TURNS : 0);
		CHECK_EQUAL(one.history.disturbed[3], 0);
	}
}

TEST(false_sharing_tells_nothing_where_increments_are_lost)
{
	static struct timed subjects[1 + DISTANCES];

	timed = subjects;
	all = calloc(MOST_SAMPLES, sizeof(*all));
	CHECK(!measure_distances());
	CHECK_EQUAL(fake.records, 0);
	free(all);
}
