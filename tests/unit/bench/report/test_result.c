/* SPDX-License-Identifier: MIT */
/* bench/report/result.c: what a record says of the samples of an experiment. */
#include "bench/report/result.h"

#include <string.h>

#include "bench/conditions/disturbed.h"
#include "kernel/log.h"
#include "kernel/options.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const struct result four_a_sample = {
	.key = { "lock", "mcs", 2, NULL }, .per = "pair", .batch = 4,
	.overhead = -10, .summary = {
		.n = 5000, .min = -8, .p50 = 40, .p90 = 80, .p99 = 99,
		.p999 = 100, .p9999 = 110, .max = 120, .mean_milli = 42000,
		.mad = 6 } };

static bool says(const struct result *result, const char *part)
{
	record_result(result);
	return strstr(fake_last(), part);
}

TEST(result_is_per_operation_and_has_no_tail_in_batches)
{
	struct result r = four_a_sample;

	CHECK(says(&r, "\"params\":{},\"unit\":\"ticks\",\"per\":\"pair\","
		   "\"batch\":4,\"n\":5000,\"min\":-2,\"p50\":10,\"p90\":20,"
		   "\"mean\":10.5,\"mad\":1.5,\"rounds\":[10],"
		   "\"round_means\":[10.5],"));
	CHECK(says(&r, "\"overhead\":-2.5,\"crc\""));
	r.method = 2;
	CHECK(says(&r, "\"unit\":\"ticks\",\"method\":2,"));
	r.proven = DISPROVEN;
	CHECK(says(&r, "\"overhead\":-2.5,\"proven\":\"failed\",\"crc\""));
	CHECK_EQUAL(result_together_milli(&r), 0);
}

/* Those that a sample lies beyond, and the last where tails are asked for. */
TEST(result_has_tails_at_their_very_bounds)
{
	static const struct {
		bool asked;
		uint32_t batch;
		uint64_t n;
		const char *says;
	} rows[] = {
		{ false, 1, 1, "\"p90\":80,\"max\":120," },
		{ false, 1, 99, "\"p90\":80,\"max\":120," },
		{ false, 1, 100, "\"p99\":99,\"max\":120," },
		{ false, 1, 999, "\"p99\":99,\"max\":120," },
		{ false, 1, 1000, "\"p99\":99,\"p999\":100,\"max\":120," },
		{ false, 1, 10000, "\"p999\":100,\"max\":120," },
		{ true, 1, 10000, "\"p999\":100,\"p9999\":110,\"max\":120," },
		{ true, 1, 9999, "\"p999\":100,\"p9999\":null,\"max\":120," },
		{ true, 2, 20000, "\"p90\":40,\"p9999\":null,\"mean\":21," },
	};
	struct result r = four_a_sample;
	char line[] = "tails";

	EACH_ROW(i, rows) {
		if (rows[i].asked)
			options_parse(line, NULL);
		r.batch = rows[i].batch;
		r.summary.n = rows[i].n;
		CHECK(says(&r, rows[i].says));
	}
	r.batch = 1;
	r.summary.n = 1;
	CHECK(result_has_tail(&r, 0) && !result_has_tail(&r, 1));
	r.summary.mad = STATS_UNKNOWN;
	CHECK(says(&r, "\"mad\":null,"));
}

static void more(const void *of)
{
	log_text("more", of);
}

TEST(result_says_which_rounds_were_disturbed_repeated_and_by_what)
{
	struct history history = { .rounds = 3, .p50 = { 40, 44, -4 },
				   .mean_milli = { 40000, 44000, -6000 },
				   .disturbed = { 0, DISTURBED_SMI,
						  DISTURBED_PAUSE },
				   .repeated = 2 };
	struct result r = four_a_sample;

	r.fields = more;
	r.of = "this";
	CHECK(says(&r, "\"more\":\"this\",\"crc\"")); /* nothing of its quiet */
	result_of_history(&r, &history);
	CHECK_EQUAL(r.repeated, 2);
	CHECK(r.round_together_milli == history.together_milli);
	CHECK(says(&r, "\"rounds\":[10,11,-1],\"round_means\":[10,11,-1.5],"));
	CHECK(says(&r, "\"repeated\":2,\"quiet\":\"disturbed\","
		   "\"disturbed_rounds\":[1,2],"
		   "\"disturbed_by\":[\"pause\",\"smi\"]"));
	history.disturbed[0] = history.disturbed[3] = DISTURBED_SMI;
	CHECK(says(&r, "\"disturbed_rounds\":[0,1,2],"));
	history = (struct history){ .rounds = 3 };
	result_of_history(&r, &history);
	CHECK(!says(&r, "quiet") && !says(&r, "repeated"));
	r = four_a_sample;
	r.disturbed = DISTURBED_CLOCK;
	CHECK(says(&r, "\"quiet\":\"disturbed\",\"disturbed_by\":[\"clock\"],"));
}

/* ---- of a series ------------------------------------------------------- */

static struct variant alone = { .name = "mcs" };
static struct cell two_cores = { .variant = &alone, .experiment = "lock",
				 .cores = 2 };

/* Of very many the first forty: a record has a bound. */
TEST(result_of_several_cores_says_who_got_what)
{
	static uint64_t share[2 * LOG_ARRAY_MAX] = { 30, 10 };
	struct series s = { .cell = &two_cores, .batch = 4, .share = share,
			    .history = { .rounds = 1 } };
	struct result r = four_a_sample;

	r.series = &s;
	CHECK(says(&r, "\"per_core\":[30,10],"));
	share[LOG_ARRAY_MAX / 4 - 1] = 7;
	share[LOG_ARRAY_MAX / 4] = 9;
	two_cores.cores = 2 * LOG_ARRAY_MAX;
	CHECK(says(&r, ",0,0,7],") && !says(&r, "9]"));
	two_cores.cores = 1; /* no question of sharing */
	CHECK_EQUAL(result_together_milli(&r), 0);
	CHECK(!says(&r, "together"));
	two_cores.cores = 2;
	s.share = NULL;
	CHECK(!says(&r, "together"));
}
