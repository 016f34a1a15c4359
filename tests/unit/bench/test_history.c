/* SPDX-License-Identifier: MIT */
/* bench/samples/history.c: which rounds of a subject were disturbed. */
#include "bench/samples/history.h"

#include "bench/conditions/disturbed.h"
#include "kernel/ticks.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define CALM (struct core_counts){ 0 }
#define FEW 5u

static unsigned judge(struct history *h, int64_t largest,
		      struct core_counts counts)
{
	int64_t samples[FEW] = { 104, 100, largest, 102, 98 };

	return history_judge(h, h->rounds++, samples, FEW, counts);
}

TEST(history_has_each_rounds_middle)
{
	struct history h = { 0 };

	CHECK_EQUAL(judge(&h, 106, CALM), 0);
	CHECK_EQUAL(h.p50[0], 102);
	CHECK_EQUAL(h.mean_milli[0], 102000);
	CHECK_EQUAL(judge(&h, 96, CALM), 0);
	CHECK_EQUAL(h.p50[1], 100);
	CHECK_EQUAL(history_disturbed_by(&h), 0);
}

TEST(history_knows_the_round_that_a_pause_fell_into)
{
	int64_t long_one = (int64_t)ticks_of_ms(1);
	struct history h = { 0 };

	judge(&h, 106, CALM);
	CHECK_EQUAL(judge(&h, long_one, CALM), DISTURBED_PAUSE);
	CHECK_EQUAL(judge(&h, 106, CALM), 0);
	CHECK_EQUAL(h.disturbed[0], 0);
	CHECK_EQUAL(h.disturbed[1], DISTURBED_PAUSE);
	CHECK_EQUAL(h.disturbed[2], 0);
	CHECK_EQUAL(history_disturbed_by(&h), DISTURBED_PAUSE);
}

/* Its only sample is the pause: it is held against the round before. */
TEST(history_sees_a_pause_that_is_a_whole_round)
{
	int64_t sample = 1000, pause = (int64_t)ticks_of_ms(1);
	struct history h = { 0 };

	CHECK_EQUAL(history_judge(&h, 0, &sample, 1, CALM), 0);
	CHECK_EQUAL(history_judge(&h, 1, &pause, 1, CALM), DISTURBED_PAUSE);
}

TEST(history_counts_smis_and_holds_the_clock_against_the_first_round)
{
	struct history h = { 0 };

	CHECK_EQUAL(judge(&h, 106, (struct core_counts){ 0, 1000 }), 0);
	CHECK_EQUAL(judge(&h, 106, (struct core_counts){ 0, 1100 }),
		    DISTURBED_CLOCK);
	CHECK_EQUAL(judge(&h, 106, (struct core_counts){ 2, 1000 }),
		    DISTURBED_SMI);
	CHECK_EQUAL(history_disturbed_by(&h), DISTURBED_CLOCK | DISTURBED_SMI);
}

TEST(history_takes_a_judged_round_again)
{
	struct history h = { 0 };

	judge(&h, (int64_t)ticks_of_ms(1), CALM);
	h.rounds = 0;
	judge(&h, 106, CALM);
	CHECK_EQUAL(history_disturbed_by(&h), 0);
}

TEST(core_counts_are_differences)
{
	const struct machine_counters before = { .smi = 5, .aperf = 1000,
						 .mperf = 2000 };
	struct machine_counters after = { .smi = 7, .aperf = 4000,
					  .mperf = 4000 };
	struct core_counts counts = core_counts_between(&before, &after);

	CHECK_EQUAL(counts.smi, 2);
	CHECK_EQUAL(counts.clock, 1500);
	after.mperf = before.mperf;
	CHECK_EQUAL(core_counts_between(&before, &after).clock, 0);
}

TEST(history_adds_the_next_round_where_there_are_samples)
{
	struct history h = { 0 };
	int64_t sample[] = { 30, 10, 20 };

	history_begin(&h);
	history_add(&h, sample, 3);
	history_add(&h, sample, 0);
	CHECK_EQUAL(h.rounds, 1);
	CHECK_EQUAL(h.p50[0], 20);
	for (unsigned i = 0; i < SETTINGS_ROUNDS_MAX; i++)
		history_add(&h, sample, 1);
	CHECK_EQUAL(h.rounds, SETTINGS_ROUNDS_MAX);
}
