/* SPDX-License-Identifier: MIT */
/* bench/experiments/inject/inject.c: on which cores the pool is. */
#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/settings.h"
#include "kernel/options.h"

/* Of the cores that the last look was of, those that are there at once. */
static unsigned there, looked;

static void apart_look(unsigned cores)
{
	looked = cores;
}

static bool apart_timeshared(void)
{
	return looked > there;
}

/* What is registered here stands in no list of the program. */
#define qc_rows apart_rows
#define qc_experiments apart_experiments
#define qc_options apart_options
#define timesharing_look apart_look
#define timeshared apart_timeshared
#include "bench/experiments/inject/inject.c"

#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static unsigned cores_of(unsigned asked)
{
	static struct settings of;

	of.cores = asked;
	settings = &of;
	choose_cores();
	return cores;
}

TEST(inject_takes_half_the_cores_till_all_are_there_and_says_so)
{
	there = 3;
	CHECK_EQUAL(cores_of(8), 2);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"code\":\"crowded\",\"text\":\"inject: "
				     "8 cores take turns on fewer real ones: 2 "
				     "of them are used\""));
}

TEST(inject_takes_all_cores_where_they_are_there)
{
	there = 8;
	CHECK_EQUAL(cores_of(8), 8);
	CHECK_EQUAL(fake.records, 0);
}
