/* SPDX-License-Identifier: MIT */
/* bench/report/result.c: what a record says of the samples of an experiment. */
#include "bench/report/result.h"

#include <string.h>

#include "bench/conditions/disturbed.h"
#include "bench/conditions/timesharing.h"
#include "kernel/log.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const struct result four_a_sample = {
	.key = { "lock", "mcs", 2, NULL }, .per = "pair", .batch = 4,
	.overhead = -10, .summary = {
		.n = 5000, .min = -8, .p50 = 40, .p90 = 80, .p99 = 99,
		.p999 = 100, .max = 120, .mean_milli = 42000, .mad = 6 } };

static bool says(const struct result *result, const char *part)
{
	record_result(result);
	return strstr(fake.record[fake.records - 1], part);
}

TEST(result_is_per_operation_and_has_no_tail_in_batches)
{
	CHECK(says(&four_a_sample, "\"batch\":4,\"n\":5000,\"min\":-2,"
		   "\"p50\":10,\"p90\":20,\"mean\":10.5,\"mad\":1.5,"));
	CHECK(says(&four_a_sample, "\"overhead\":-2.5,"));
	CHECK(!says(&four_a_sample, "method"));
}

TEST(result_has_tails_that_a_sample_lies_beyond)
{
	struct result r = four_a_sample;

	r.batch = 1;
	r.summary.n = 999;
	CHECK(says(&r, "\"p99\":99,\"max\":120,"));
	r.summary.n = 1000;
	CHECK(says(&r, "\"p99\":99,\"p999\":100,\"max\":120,"));
	r.summary.n = 99;
	CHECK(says(&r, "\"p90\":80,\"max\":120,"));
}

TEST(result_has_the_last_percentile_where_tails_are_asked_for)
{
	char line[] = "tails";
	struct result r = four_a_sample;

	r.summary.p9999 = 110;
	r.summary.n = 10000;
	r.batch = 1;
	CHECK(says(&r, "\"p999\":100,\"max\":120,"));
	options_parse(line, NULL);
	CHECK(says(&r, "\"p999\":100,\"p9999\":110,\"max\":120,"));
	r.summary.n = 9999;
	CHECK(says(&r, "\"p999\":100,\"p9999\":null,\"max\":120,"));
	r.summary.n = 20000;
	r.batch = 2;
	CHECK(says(&r, "\"p90\":40,\"p9999\":null,\"mean\":21,"));
}

TEST(result_names_each_round)
{
	static const int64_t p50[] = { 40, 44, -4 };
	static const int64_t mean_milli[] = { 42000, 46000, -6000 };
	struct result r = four_a_sample;

	CHECK(says(&r, "\"rounds\":[10],\"round_means\":[10.5],"));
	r.rounds = 3;
	r.round_p50 = p50;
	r.round_mean_milli = mean_milli;
	CHECK(says(&r, "\"rounds\":[10,11,-1],"
		   "\"round_means\":[10.5,11.5,-1.5],"));
}

static void more(const void *of)
{
	log_text("more", of);
}

TEST(result_has_the_experiments_own_fields_and_says_it_is_clean)
{
	struct result r = four_a_sample;

	r.fields = more;
	r.of = "this";
	CHECK(says(&r, "\"more\":\"this\","
		       "\"crc\""));
	r.disturbed = 1;
	CHECK(says(&r, "\"quiet\":\"disturbed\",\"disturbed_by\":[\""));
}

TEST(result_says_which_rounds_were_disturbed_and_by_what)
{
	struct history history = { .rounds = 3, .p50 = { 40, 44, 48 },
				   .mean_milli = { 40000, 44000, 48000 },
				   .disturbed = { 0, DISTURBED_SMI,
						  DISTURBED_PAUSE } };
	struct result r = four_a_sample;

	history.repeated = 2;
	result_of_history(&r, &history);
	CHECK_EQUAL(r.repeated, 2);
	CHECK(r.round_together_milli == history.together_milli);
	r.repeated = 0;
	CHECK(says(&r, "\"rounds\":[10,11,12],\""));
	CHECK(says(&r, "\"quiet\":\"disturbed\",\"disturbed_rounds\":[1,2],"
		   "\"disturbed_by\":[\"pause\",\"smi\"]"));
	history.disturbed[0] = history.disturbed[3] = DISTURBED_SMI;
	CHECK(says(&r, "\"disturbed_rounds\":[0,1,2],"));
	history.repeated = 0;
	history.disturbed[0] = history.disturbed[1] = history.disturbed[2] = 0;
	result_of_history(&r, &history);
	CHECK(!says(&r, "quiet"));
}

TEST(result_has_tails_at_their_very_bounds)
{
	struct result r = four_a_sample;

	r.batch = 1;
	r.summary.n = 100;
	CHECK(says(&r, "\"p99\":99,\"max\":120,"));
	r.summary.n = 1;
	CHECK(says(&r, "\"p90\":80,\"max\":120,"));
	CHECK(result_has_tail(&r, 0));
	CHECK(!result_has_tail(&r, 1));
	r.summary.mad = STATS_UNKNOWN;
	CHECK(says(&r, "\"max\":120,\"mean\":42,\"mad\":null,"));
}

/* Nothing is left out, nothing comes twice. */
TEST(result_is_this_record)
{
	struct result r = four_a_sample;

	CHECK(says(&r, "\"record\":\"result\",\"experiment\":\"lock\","
		   "\"variant\":\"mcs\","));
	CHECK(says(&r, "\"params\":{},\"unit\":\"ticks\",\"per\":\"pair\",\"batch\":4,"));
	r.method = 2;
	CHECK(says(&r, "\"unit\":\"ticks\",\"method\":2,"));
	r.proven = DISPROVEN;
	CHECK(says(&r, "\"overhead\":-2.5,"
		   "\"proven\":\"failed\",\"crc\""));
	CHECK_EQUAL(result_together_milli(&r), 0);
}

static struct variant alone = { .name = "mcs" };
static struct cell two_cores = { .variant = &alone, .experiment = "lock",
				 .cores = 2 };

TEST(result_of_several_cores_says_who_got_what)
{
	uint64_t share[] = { 30, 10 };
	struct series s = { .cell = &two_cores, .batch = 4,
			    .history = { .rounds = 1 },
			    .accumulate_mean_milli = 80000, .share = share,
			    .jain_milli = 800 };
	struct result r = four_a_sample;

	r.series = &s;
	CHECK_EQUAL(result_together_milli(&r), 10000);
	CHECK(says(&r, "\"accumulate_mean\":20,"));
	CHECK(says(&r, "\"together\":10,\"jain\":0.8,\"per_core\":[30,10],"));
	two_cores.cores = 1; /* no question of sharing */
	CHECK_EQUAL(result_together_milli(&r), 0);
	CHECK(!says(&r, "together"));
	two_cores.cores = 2;
	s.share = NULL;
	CHECK(!says(&r, "together"));
	r.series = NULL;
	CHECK(!says(&r, "together"));
}

TEST(result_has_a_slope_where_it_is_known)
{
	struct series s = { .cell = &two_cores, .batch = 1,
			    .slope_milli = 1500 };
	struct result r = four_a_sample;

	r.series = &s;
	CHECK(!says(&r, "slope"));
	CHECK(!says(&r, "accumulate_mean"));
	s.slope_known = true;
	CHECK(says(&r, "\"slope\":1.5,"));
}

TEST(result_says_how_often_a_round_was_repeated)
{
	struct result r = four_a_sample;

	CHECK(!says(&r, "repeated"));
	r.repeated = 3;
	CHECK(says(&r, "\"repeated\":3,\""));
	r.disturbed = DISTURBED_CLOCK;
	CHECK(says(&r, "\"repeated\":3,\"quiet\":\"disturbed\","
		   "\"disturbed_by\":[\"clock\"],\""));
}

/* Of a longer list the first ones: a record has a bound. */
TEST(result_of_very_many_cores_names_forty)
{
	static uint64_t share[2 * LOG_ARRAY_MAX];
	struct series s = { .cell = &two_cores, .batch = 1, .share = share,
			    .history = { .rounds = 1 } };
	struct result r = four_a_sample;

	share[LOG_ARRAY_MAX / 4 - 1] = 7;
	share[LOG_ARRAY_MAX / 4] = 9;
	r.series = &s;
	two_cores.cores = 2 * LOG_ARRAY_MAX;
	CHECK(says(&r, ",0,0,7],"));
	CHECK(!says(&r, "9]"));
}

TEST(result_of_two_passes_that_differ_says_so)
{
	struct series s = { .cell = &two_cores, .mode = "batch", .batch = 4,
			    .accumulate_mean_milli = 80000,
			    .history = { .rounds = 1 },
			    .summary = { .mean_milli = 80000 } };
	struct result r = four_a_sample;

	r.series = &s;
	CHECK(says(&r, "\"params\":{\"mode\":\"batch\"},"));
	CHECK(!says(&r, "passes_differ"));
	s.summary.mean_milli = 79000;
	CHECK(says(&r, "\"accumulate_mean\":20,\"passes_differ\":true,"));
}

TEST(result_of_cores_that_took_turns_is_crowded)
{
	struct result r = four_a_sample;

	CHECK(!says(&r, "crowded"));
	fake.facts.trust = "tcg-icount";
	timesharing_look(2);
	CHECK(result_in_turns(&r));
	CHECK(says(&r, "\"crowded\":true,\""));
	r.key.cores = 1;
	CHECK(!result_in_turns(&r));
	CHECK(!says(&r, "crowded"));
}
