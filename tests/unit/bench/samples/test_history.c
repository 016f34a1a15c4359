/* SPDX-License-Identifier: MIT */
/* bench/samples/{history,probe}.c: which rounds of a subject were disturbed, and
 * what lay around them. */
#include "bench/samples/history.h"

#include "bench/conditions/disturbed.h"
#include "bench/samples/probe.h"
#include "kernel/options.h"
#include "kernel/ticks.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define CALM (struct core_counts){ 0 }
#define FEW 5u

static bool judge(struct history *h, int64_t largest,
		  struct core_counts counts)
{
	int64_t samples[FEW] = { 104, 100, largest, 102, 98 };

	return history_judge(h, samples, FEW, counts);
}

static int64_t long_one(void)
{
	return (int64_t)ticks_of_ms(1);
}

/* So often that it is not done again. */
static void insist(struct history *h, int64_t largest,
		   struct core_counts counts)
{
	h->repeated = HISTORY_REPEATS;
	CHECK(judge(h, largest, counts));
}

TEST(history_has_each_rounds_middle_and_number_of_samples)
{
	uint32_t count[3] = { 0 };
	struct history h = { .count = count };
	int64_t samples[] = { 10, 20, 30 };

	CHECK(judge(&h, 106, CALM));
	CHECK_EQUAL(h.p50[0], 102);
	CHECK_EQUAL(h.mean_milli[0], 102000);
	CHECK(judge(&h, 96, CALM));
	CHECK_EQUAL(h.p50[1], 100);
	CHECK(history_judge(&h, samples, 3, CALM));
	CHECK_EQUAL(h.rounds, 3);
	CHECK_EQUAL(count[1], FEW);
	CHECK_EQUAL(count[2], 3);
	CHECK_EQUAL(history_disturbed_by(&h), 0);
}

TEST(history_keeps_each_round_where_tails_are_asked_for)
{
	char line[] = "tails";
	struct history h = { 0 };

	options_parse(line, NULL);
	CHECK(judge(&h, 106, CALM));
	CHECK(judge(&h, long_one(), CALM));
	CHECK_EQUAL(h.rounds, 2);
	CHECK_EQUAL(h.repeated, 0);
	CHECK_EQUAL(h.max[1], long_one());
	CHECK_EQUAL(history_disturbed_by(&h), DISTURBED_PAUSE);
}

/* Ten microseconds above the median, or a hundred more for each rival. */
TEST(history_knows_the_round_that_a_pause_fell_into)
{
	int64_t most = 102 + (int64_t)ticks_of_us(10);
	struct history h = { 0 }, rival = { .rivals = 1 };

	insist(&h, most, CALM);
	insist(&h, most + 1, CALM);
	insist(&h, 106, CALM);
	CHECK_EQUAL(h.disturbed[0], 0);
	CHECK_EQUAL(h.disturbed[1], DISTURBED_PAUSE);
	CHECK_EQUAL(h.disturbed[2], 0);
	CHECK_EQUAL(history_disturbed_by(&h), DISTURBED_PAUSE);
	insist(&rival, most + (int64_t)ticks_of_us(100), CALM);
	CHECK_EQUAL(history_disturbed_by(&rival), 0);
}

/* Its only sample is the pause: it is held against the other rounds, those
 * before it and those that follow, and the first against a pilot. */
TEST(history_sees_a_pause_that_is_a_whole_round)
{
	int64_t sample = 1000, pause = long_one();
	struct history h = { .repeated = HISTORY_REPEATS };
	struct history piloted = { .pilot = 1000 };

	history_judge(&h, &pause, 1, CALM);
	CHECK_EQUAL(h.disturbed[0], 0);
	history_judge(&h, &sample, 1, CALM);
	CHECK_EQUAL(h.disturbed[0], DISTURBED_PAUSE);
	CHECK_EQUAL(h.disturbed[1], 0);
	history_judge(&h, &pause, 1, CALM);
	CHECK_EQUAL(h.disturbed[2], DISTURBED_PAUSE);
	CHECK(!history_judge(&piloted, &pause, 1, CALM));
}

TEST(history_counts_smis_and_holds_the_clock_against_the_first_round)
{
	struct core_counts turning = { .smi = 2, .clock = 1000, .turns = true };
	struct history h = { 0 };

	judge(&h, 106, (struct core_counts){ .clock = 1000 });
	insist(&h, 106, (struct core_counts){ .clock = 1100 });
	insist(&h, 106, turning);
	CHECK_EQUAL(h.disturbed[0], 0);
	CHECK_EQUAL(h.disturbed[1], DISTURBED_CLOCK);
	CHECK_EQUAL(h.disturbed[2], DISTURBED_SMI | DISTURBED_TURNS);
	CHECK_EQUAL(history_disturbed_by(&h),
		    DISTURBED_CLOCK | DISTURBED_SMI | DISTURBED_TURNS);
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

	do
		history_begin(&h, 1);
	while (!history_add(&h, sample, 3));
	CHECK(history_add(&h, sample, 0));
	CHECK_EQUAL(h.rounds, 1);
	CHECK_EQUAL(h.p50[0], 20);
	CHECK(h.around[0].chain > 0 && h.around[0].wide_milli > 0);
	CHECK_EQUAL(h.around[1].chain, 0);
	for (unsigned i = 0; i < SETTINGS_ROUNDS_MAX; i++)
		history_add(&h, sample, 1);
	CHECK_EQUAL(h.rounds, SETTINGS_ROUNDS_MAX);
	history_begin(&h, 1); /* of more none is kept */
	CHECK(history_add(&h, sample, 3));
}

/* The second core never comes: what it would have done is no round of two. */
TEST(history_finds_a_round_disturbed_whose_cores_do_not_run_together)
{
	struct history h = { .repeated = HISTORY_REPEATS };
	int64_t sample = 10;

	history_begin(&h, 2);
	CHECK(history_add(&h, &sample, 1));
	CHECK_EQUAL(h.disturbed[0], DISTURBED_TURNS);
	history_begin(&h, 1);
	CHECK(history_add(&h, &sample, 1));
	CHECK_EQUAL(h.disturbed[1], 0);
}

/* ---- what lies around -------------------------------------------------- */

#define OWN PROBE_CHAIN / 4u * 3u

TEST(probe_of_one_core_has_no_line_and_of_counted_instructions_nothing)
{
	struct probe probe = probe_take(1);

	CHECK(probe.chain > 0 && probe.wide > 0);
	CHECK_EQUAL(probe.line, 0);
	fake.facts.trust = "tcg-icount";
	probe = probe_take(2);
	CHECK_EQUAL(probe.chain + probe.wide + probe.line, 0);
	CHECK_EQUAL(around_between(&probe, &probe).wide_milli, 0);
}

/* The mean clock, the worse width, and no line where it moved. */
TEST(around_is_of_the_probes_before_and_after)
{
	static const struct probe calm = { .chain = OWN, .wide = OWN / 6,
					   .line = 170 };
	static const struct {
		struct probe after;
		struct around is; /* chain, wide_milli, line */
	} rows[] = {
		{ { .chain = OWN, .wide = OWN / 6, .line = 170 },
		  { .chain = 750, .wide_milli = 166, .line = 170 } },
		{ { .chain = OWN * 2, .wide = OWN, .line = 255 },
		  { .chain = 1125, .wide_milli = 500, .line = 255 } },
		{ { .chain = OWN, .wide = OWN / 6, .line = 256 },
		  { .chain = 750, .wide_milli = 166, .line = 0 } },
		{ { .chain = OWN, .wide = OWN / 6, .line = 0 },
		  { .chain = 750, .wide_milli = 166, .line = 0 } },
	};

	EACH_ROW(i, rows) {
		struct around there = around_between(&calm, &rows[i].after);
		struct around back = around_between(&rows[i].after, &calm);

		CHECK_EQUAL(there.chain, rows[i].is.chain);
		CHECK_EQUAL(there.wide_milli, rows[i].is.wide_milli);
		CHECK_EQUAL(there.line, rows[i].is.line);
		CHECK_EQUAL(back.line, rows[i].is.line);
	}
}
