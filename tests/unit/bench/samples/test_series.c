/* SPDX-License-Identifier: MIT */
/* bench/samples/series.c: why sampling ends, and what it comes to. */
#include "bench/samples/series.h"

#include "bench/samples/round.h"
#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static uint64_t operations;

static void count(struct cell *cell, unsigned core, uint64_t times)
{
	(void)cell;
	(void)core;
	operations += times;
}

static const struct variant counting = { .name = "counting", .body = count };
static struct cell cell = { .variant = &counting, .cores = 1 };

static struct series prepared(uint32_t samples, unsigned rounds)
{
	struct series s = { .cell = &cell, .batch = 3 };

	CHECK((scratch_left() || scratch_init()) &&
	      series_prepare(&s, samples, rounds));
	return s;
}

TEST(series_parts_its_samples_among_the_rounds)
{
	CHECK_EQUAL(prepared(12, 4).per_round, 3);
	CHECK_EQUAL(prepared(13, 4).per_round, 4);
	CHECK_EQUAL(prepared(1, 4).per_round, 1);
}

TEST(series_without_memory_is_not_prepared)
{
	struct series s = { .cell = &cell };

	CHECK(scratch_init() && !series_prepare(&s, 1u << 31, 1));
}

TEST(series_takes_all_samples_of_a_round)
{
	struct series s = prepared(10, 2);
	int64_t scratch[10];
	uint32_t n;

	series_round(&s, UINT64_MAX / 2, scratch);
	CHECK_EQUAL(s.history.rounds, 1);
	CHECK_EQUAL(s.history.rivals, 0);
	CHECK_EQUAL(operations % 15, 0); /* rounds done again, too */
	CHECK(!s.out_of_time);
	CHECK(!series_stop(&s));
	CHECK(series_samples(&s, 0, 0, &n) == s.samples);
	CHECK_EQUAL(n, 5);
	series_round(&s, 0, scratch); /* one sample, and its time is over */
	CHECK(s.out_of_time);
	CHECK_TEXT(series_stop(&s), "budget");
	CHECK(series_samples(&s, 0, 1, &n) == s.samples + 5);
	CHECK_EQUAL(n, 1);
	CHECK_EQUAL(s.history.rounds, 2);
	series_finish(&s, UINT64_MAX / 2);
	CHECK_EQUAL(s.summary.n, 6);
	CHECK_EQUAL(s.share[0], 5 * 3); /* of the accumulate pass */
	CHECK_EQUAL(s.jain_milli, 1000);
	CHECK(s.accumulate_mean_milli > 0);
}

TEST(series_summary_closes_the_gaps_of_short_rounds)
{
	struct series s = prepared(6, 2);

	s.history.rounds = 2;
	s.count[0] = 2;
	s.count[1] = 3;
	for (unsigned i = 0; i < 6; i++)
		s.samples[i] = 60 - i; /* the third is no sample */
	series_finish(&s, UINT64_MAX / 2);
	CHECK_EQUAL(s.summary.n, 5);
	CHECK_EQUAL(s.summary.min, 55);
	CHECK_EQUAL(s.summary.max, 60);
	CHECK_EQUAL(s.sorted[2], 57);
}

/* ---- rounds that agree ----------------------------------------------------- */

TEST(series_of_unlike_rounds_is_not_settled)
{
	struct series s = prepared(6, 6);
	int64_t scratch[1];

	s.history.rounds = 5;
	for (unsigned r = 0; r < 5; r++)
		s.history.p50[r] = INT64_MAX / 1000;
	series_round(&s, UINT64_MAX / 2, scratch);
	CHECK(!s.settled);
}

static bool passes_differ(int64_t accumulated, int64_t recorded)
{
	const struct series s = {
		.accumulate_mean_milli = accumulated,
		.summary.mean_milli = recorded, .overhead = 20,
		.history = { .rounds = 3,
			     .mean_milli = { 100000, 103000, 101000 } } };

	return series_passes_differ(&s);
}

/* 20 ticks of overhead, and twice the 3 ticks that the rounds differ. */
TEST(series_passes_differ_beyond_overhead_and_rounds)
{
	CHECK(!passes_differ(126000, 100000));
	CHECK(passes_differ(126001, 100000));
	CHECK(!passes_differ(74000, 100000));
	CHECK(passes_differ(73999, 100000));
}

TEST(series_stops_for_confidence_before_all_else)
{
	CHECK_TEXT(series_stop(&(struct series){ .settled = true,
						 .out_of_time = true }),
		   "confidence");
}
