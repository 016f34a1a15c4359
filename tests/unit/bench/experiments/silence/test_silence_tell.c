/* SPDX-License-Identifier: MIT */
/* bench/experiments/silence/tell.c: which cores stand in the table, and how. */
#include <string.h>

#include "kernel/interrupts.h"

static const char *apart_missing(void)
{
	return "no interrupts here";
}

#define machine_ipi_missing apart_missing
#define silence_record apart_silence_record
#define silence_show apart_silence_show
#include "bench/experiments/silence/tell.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define MANY 20u

static struct silence_core seen[MANY];

/* Cores that each watched for a second and lost these parts per million. */
static void lost(unsigned cores, const unsigned *ppm)
{
	for (unsigned i = 0; i < cores; i++)
		seen[i] = (struct silence_core){
			.watched = fake.clock.hz, .gaps = ppm[i] > 0,
			.lost = fake.clock.hz / 1000000 * ppm[i],
		};
}

/* The first word of the table's row `at`, below its title and its heads. */
static unsigned core_of_row(unsigned at)
{
	const char *line = strstr(fake.text, "core ");
	unsigned core = 0;

	for (unsigned i = 0; line && i <= at; i++) {
		line = strchr(line, '\n');
		line += line != NULL;
	}
	while (line && *line >= '0' && *line <= '9')
		core = core * 10 + (unsigned)(*line++ - '0');
	return core;
}

/* From the worst on: of two that lost alike the lower number is first, and each
 * core comes once. */
TEST(silence_tells_the_worst_core_first)
{
	static const unsigned ppm[] = { 5, 900, 0, 900, 20, 0 };
	static const unsigned order[] = { 1, 3, 4, 0, 2, 5 };
	unsigned core = 6;

	lost(6, ppm);
	for (unsigned i = 0; i < 6; i++) {
		core = next_worst(seen, 6, core);
		CHECK_EQUAL(core, order[i]);
	}
	CHECK_EQUAL(next_worst(seen, 6, core), 6);
}

TEST(silence_tells_a_core_that_did_not_watch_last)
{
	static const unsigned ppm[] = { 7, 0, 3 };

	lost(3, ppm);
	seen[0].watched = 0;
	CHECK_EQUAL(next_worst(seen, 3, 3), 2);
	CHECK_EQUAL(next_worst(seen, 3, 2), 0);
	CHECK_EQUAL(next_worst(seen, 3, 0), 1);
}

TEST(silence_shows_few_cores_by_number)
{
	static const unsigned ppm[SHOWN_CORES] = { [3] = 9 };

	lost(SHOWN_CORES, ppm);
	silence_show(seen, SHOWN_CORES);
	for (unsigned i = 0; i < SHOWN_CORES; i++)
		CHECK_EQUAL(core_of_row(i), i);
	CHECK(!strstr(fake.text, "quieter"));
}

TEST(silence_shows_of_many_cores_the_noisiest)
{
	unsigned ppm[MANY];

	for (unsigned i = 0; i < MANY; i++)
		ppm[i] = i * 10;
	lost(MANY, ppm);
	silence_show(seen, MANY);
	CHECK(strstr(fake.text, "the noisiest first"));
	for (unsigned i = 0; i < SHOWN_CORES; i++)
		CHECK_EQUAL(core_of_row(i), MANY - 1 - i);
	CHECK(strstr(fake.text, "4 cores are quieter"));
}

TEST(silence_records_smis_or_null)
{
	static const unsigned ppm[] = { 0, 0 };

	lost(2, ppm);
	seen[0].smis_known = true;
	seen[0].smis = 3;
	silence_record(seen, 2, 1000);
	CHECK_EQUAL(fake.records, 2);
	CHECK(strstr(fake.record[0], ",\"smis\":3,\"lengths\":"));
	CHECK(strstr(fake.record[1], ",\"smis\":null,\"lengths\":"));
}
