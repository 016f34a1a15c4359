/* SPDX-License-Identifier: MIT */
/* A machine of two performance and two efficiency cores. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/samples/core_types.h"
#include "bench/harness/sweep.h"
#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static uint32_t ran[4]; /* atomic: batches on each core */

static void count_core(struct cell *cell, unsigned core, uint64_t count)
{
	(void)cell;
	CHECK_EQUAL(core, 0);
	ran[machine_core()] += (uint32_t)count;
}

static const struct param three[] = { { "n", 3 }, { 0 } };
static const struct variant rows[] = {
	{ .name = "anywhere", .per = "call", .summary = "runs on any core",
	  .params = three, .most_cores = 1, .body = count_core,
	  .any_core = true },
	{ .name = "here", .per = "call", .summary = "runs on core 0",
	  .most_cores = 1, .body = count_core },
};
ROWS(core_types, rows);

static const struct experiment of_types = {
	.name = "core_types", .summary = "calls", .unbounded = true };

static void two_and_two(void)
{
	fake.cores = 4;
	fake.types = "PPEE";
	fake_machine_enter(0);
	memset(ran, 0, sizeof(ran));
}

TEST(core_types_are_each_met_once)
{
	two_and_two();
	CHECK_EQUAL(core_types_next(4, 0), 2);
	CHECK_EQUAL(core_types_next(4, 2), 0);
	CHECK_EQUAL(core_types_next(2, 0), 0);
	fake.types = "EEEE";
	CHECK_EQUAL(core_types_next(4, 0), 0);
}

TEST(core_types_are_warned_of)
{
	two_and_two();
	core_types_warn(2);
	CHECK_EQUAL(fake.records, 0);
	core_types_warn(4);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"core_types\""));
	CHECK(strstr(fake.record[0], "0 to 1 performance, 2 to 3 efficiency"));
}

/* Records of results of that row whose parameters are these. */
static unsigned results_with(const char *row, const char *params)
{
	char name[64], object[64];
	unsigned n = 0;

	snprintf(name, sizeof(name), "\"variant\":\"%s\"", row);
	snprintf(object, sizeof(object), "\"params\":{\"mode\":\"batch\"%s}",
		 params);
	for (unsigned i = 0; i < fake.records; i++)
		n += strstr(fake.record[i], "\"result\"") &&
		     strstr(fake.record[i], name) &&
		     strstr(fake.record[i], object);
	return n;
}

TEST(a_row_of_one_core_is_measured_on_a_core_of_each_type)
{
	const struct settings settings = {
		.cores = 4, .rounds = 6, .samples = 60, .variants = "",
		.chosen = "" };

	two_and_two();
	CHECK(scratch_init());
	CHECK(sweep_run(&settings, &of_types));
	CHECK(ran[0] && ran[2]);
	CHECK(!ran[1] && !ran[3]);
	CHECK_EQUAL(results_with("anywhere", ",\"n\":3"), 1);
	CHECK_EQUAL(results_with("anywhere", ",\"n\":3,\"core\":2"), 1);
	CHECK_EQUAL(results_with("here", ""), 1);
	CHECK_EQUAL(results_with("here", ",\"core\":2"), 0);
}
