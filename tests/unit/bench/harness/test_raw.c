/* SPDX-License-Identifier: MIT */
/* bench/harness/raw.c: what samples=raw writes beside results. */
#include <string.h>

#include "bench/harness/raw.h"
#include "kernel/options.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const struct record_key key = { "inject", "cost/again", 1, NULL };
static const int64_t samples[] = { 50, 40, 30 };

static void ask_for(const char *options)
{
	static char line[32];

	strcpy(line, options);
	options_parse(line, NULL);
}

TEST(raw_round_is_written_at_once)
{
	ask_for("samples=raw");
	raw_round(&key, 7, samples, 3);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"variant\":\"cost/again\","));
	CHECK(strstr(fake.record[0], "\"columns\":[\"round\",\"ticks\"],"
		     "\"rows\":[[7,50],[7,40],[7,30]]"));
}

TEST(raw_rounds_say_which_were_disturbed)
{
	const uint32_t count[] = { 2, 1 };
	const unsigned disturbed[] = { 0, 5 };

	ask_for("samples=raw");
	raw_judged(&(struct result){ .key = key, .rounds = 2,
				     .round_count = count,
				     .round_disturbed = disturbed },
		   samples, 3);
	CHECK(strstr(fake.record[0],
		     "\"columns\":[\"disturbed\",\"round\",\"ticks\"],"
		     "\"rows\":[[0,0,50],[0,0,40],[5,1,30]]"));
}

static void number_row(const void *of, unsigned index, int64_t *value)
{
	(void)of;
	value[0] = index;
}

TEST(raw_series_are_thinned_like_others)
{
	static const struct series_column columns[] = {
		{ .name = "number" }, { .name = NULL } };
	const struct series_record series = {
		.key = key, .columns = columns, .rows = 31, .row = number_row };

	ask_for("samples=raw series=thin");
	raw_series(&series);
	CHECK(strstr(fake.record[fake.records - 1],
		     "\"thinned\":2,\"columns\":[\"number\"],"
		     "\"rows\":[[0],[2],[4],"));
}

static bool told(struct result result, size_t n)
{
	unsigned before = fake.records;

	result.key = key;
	result.batch = 1;
	raw_record(&result, samples, n);
	return fake.records > before;
}

/* Of one round all samples are its own; of many each has to be known. */
TEST(raw_samples_are_told_with_their_rounds)
{
	const uint32_t count[] = { 1, 2 };

	ask_for("samples=raw");
	CHECK(told((struct result){ .rounds = 1 }, 3));
	CHECK(strstr(fake.record[0], "\"rows\":[[0,50],[0,40],[0,30]]"));
	CHECK(told((struct result){ .rounds = 3 }, 3));
	CHECK(strstr(fake.record[1], "\"rows\":[[0,50],[1,40],[2,30]]"));
	CHECK(told((struct result){ .rounds = 2, .round_count = count }, 3));
	CHECK(strstr(fake.record[2], "\"rows\":[[0,50],[1,40],[1,30]]"));
	CHECK(!told((struct result){ .rounds = 2 }, 3));
	CHECK(!told((struct result){ .rounds = 2, .round_count = count }, 2));
}

TEST(raw_samples_are_written_only_where_they_are_asked_for)
{
	ask_for("samples=3");
	raw_round(&key, 7, samples, 3);
	raw_judged(&(struct result){ .key = key }, samples, 0);
	CHECK_EQUAL(fake.records, 0);
}
