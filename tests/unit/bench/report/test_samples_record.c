/* SPDX-License-Identifier: MIT */
/* bench/report/series_record.c: the distribution and the samples of a series, in as
 * many lines as they need. */
#include <stdio.h>
#include <string.h>

#include "bench/report/series_record.h"
#include "kernel/log.h"
#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define MANY 250u
#define PART 100u

static struct variant variant = { .name = "mcs" };
static struct cell cell = { .variant = &variant, .experiment = "lock",
			    .cores = 2 };
static int64_t samples[MANY];

static bool has(unsigned record, const char *part)
{
	return record < fake.records && strstr(fake.record[record], part);
}

/* Each sample lies in a bin of its own. */
static struct series of_many(void)
{
	for (unsigned i = 0; i < MANY; i++)
		samples[i] = 8 * i;
	return (struct series){ .cell = &cell, .batch = 4, .sorted = samples,
				.summary = { .n = MANY } };
}

TEST(histogram_record_has_every_bin_once)
{
	struct series s = of_many();
	char row[40];

	s.mode = "batch";
	record_histogram(&s);
	CHECK_EQUAL(fake.records, 3);
	for (unsigned part = 0; part < 3; part++) {
		snprintf(row, sizeof(row), "\"part\":%u,\"parts\":3,",
			 part + 1);
		CHECK(has(part, row));
		CHECK(has(part, "\"record\":\"histogram\","));
		CHECK(has(part, "\"variant\":\"mcs\",\"cores\":2,"
			  "\"params\":{\"mode\":\"batch\"},"
			  "\"unit\":\"ticks\",\"batch\":4,\"base\":2,"
			  "\"digits\":3,"));
	}
	for (unsigned i = 0; i < MANY; i++) {
		snprintf(row, sizeof(row), "[%u,1]", 2 * i);
		CHECK(has(i / PART, row));
	}
	CHECK(has(0, "\"bins\":[[0,1],[2,1],"));
	CHECK(has(0, ",[198,1]],\"crc\""));
	CHECK(has(1, "\"bins\":[[200,1],"));
	CHECK(has(2, ",[498,1]],\"crc\""));
}

TEST(histogram_record_counts_what_lies_together)
{
	struct series s = of_many();

	s.summary.n = 4;
	samples[1] = samples[2] = 0;
	record_histogram(&s);
	CHECK_EQUAL(fake.records, 1);
	CHECK(has(0, "\"bins\":[[0,3],[6,1]],"));
}

/* ---- raw samples ------------------------------------------------------- */

static unsigned rounds_of;

static bool prepare(struct series *s, unsigned rounds)
{
	rounds_of = rounds;
	*s = (struct series){ .cell = &cell, .mode = "single", .batch = 4 };
	return scratch_init() && series_prepare(s, rounds * MANY, rounds);
}

/* The count of participant p in round r, and samples that name both. */
static void took(struct series *s, unsigned p, unsigned r, uint32_t n)
{
	uint32_t was;
	const int64_t *first = series_samples(s, p, r, &was);
	int64_t *own = s->samples + (first - s->samples);

	for (uint32_t i = 0; i < n; i++)
		own[i] = 10000 * p + 1000 * r + i;
	s->count[p * rounds_of + r] = n;
}

TEST(samples_record_has_every_sample_of_every_core_and_round)
{
	struct series s;
	char row[40];

	if (!CHECK(prepare(&s, 2)))
		return;
	s.history.rounds = 2;
	took(&s, 0, 0, 101); /* two parts */
	took(&s, 0, 1, 100);
	took(&s, 1, 0, 1);
	took(&s, 1, 1, 2);
	record_samples(&s);
	CHECK_EQUAL(fake.records, 5);
	for (unsigned part = 0; part < 5; part++) {
		snprintf(row, sizeof(row), "\"part\":%u,\"parts\":5,",
			 part + 1);
		CHECK(has(part, row));
		CHECK(has(part, "\"record\":\"series\","));
		CHECK(has(part, "\"variant\":\"mcs\",\"cores\":2,"
			  "\"params\":{\"mode\":\"single\"},"
			  "\"unit\":\"ticks\","
			  "\"batch\":4,\"columns\":[\"core\",\"round\",\"ticks\"],"));
	}
	CHECK(has(0, "\"rows\":[[0,0,0],[0,0,1],"));
	CHECK(has(0, ",[0,0,99]],"));
	CHECK(has(1, "\"rows\":[[0,0,100]],"));
	CHECK(has(2, "\"rows\":[[0,1,1000],"));
	CHECK(has(3, "\"rows\":[[1,0,10000]],"));
	CHECK(has(4, "\"rows\":[[1,1,11000],[1,1,11001]],"));
}

TEST(samples_record_of_more_rounds_than_cores)
{
	struct series s;

	if (!CHECK(prepare(&s, 3)))
		return;
	s.history.rounds = 3;
	for (unsigned r = 0; r < 3; r++) {
		took(&s, 0, r, 1);
		took(&s, 1, r, r == 2 ? 101 : 1);
	}
	record_samples(&s);
	CHECK_EQUAL(fake.records, 7);
	CHECK(has(0, "\"part\":1,\"parts\":7,"));
	CHECK(has(6, "\"rows\":[[1,2,12100]],"));
}

/* On a slow line: few rows, and it is said which. */
TEST(samples_records_are_thinned)
{
	struct series s = of_many();

	fake.log_pace = 1;
	record_histogram(&s);
	CHECK_EQUAL(log_counts()->warnings, 1);
	CHECK_EQUAL(fake.records, 2);
	CHECK(has(1, "\"thinned\":"));
	CHECK(has(1, "\"bins\":[[0,17],[34,17],"));
	if (!CHECK(prepare(&s, 1)))
		return;
	s.history.rounds = 1;
	took(&s, 0, 0, 101);
	record_samples(&s);
	CHECK(has(2, "\"thinned\":"));
	CHECK(has(2, "\"rows\":[[0,0,0],[0,0,7],"));
}

TEST(histogram_record_of_a_whole_part)
{
	struct series s = of_many();

	s.summary.n = PART;
	record_histogram(&s);
	CHECK_EQUAL(fake.records, 1);
	s.summary.n = PART + 1;
	record_histogram(&s);
	CHECK_EQUAL(fake.records, 3);
}
