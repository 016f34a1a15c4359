/* SPDX-License-Identifier: MIT */
/* bench/harness/sweep.c where golden runs do not come: a setup() that is at
 * fault, memory for all, and cores of several types. */
#include "bench/harness/sweep.h"

#include <string.h>

#include "bench/report/progress.h"
#include "bench/samples/core_types.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define LARGE ((size_t)20 << 20) /* of the 32 MiB that there are */

static uint32_t ran[4]; /* atomic: batches on each core */

static void work(struct cell *cell, unsigned core, uint64_t count)
{
	if (cell->cores == 1)
		CHECK_EQUAL(core, 0);
	ran[machine_core()] += (uint32_t)count;
	for (volatile uint64_t i = 0; i < count * 100; i = i + 1)
		;
}

static bool refuse(struct cell *cell)
{
	(void)cell;
	return false;
}

static bool take_most(struct cell *cell)
{
	(void)cell;
	return bench_scratch(LARGE);
}

static unsigned proven_times;

static bool right(struct cell *cell)
{
	cell->checked = 5;
	proven_times++;
	return true;
}

#define ROW(row_name, ...) { .name = row_name, .per = "turn", .summary = "", \
			     .body = work, __VA_ARGS__ }
static const struct variant rows[] = {
	ROW("plain"),
	ROW("refused", .setup = refuse),
	ROW("large/a", .setup = take_most, .validate = right,
	    .primitive = "large/a", .full_only = true),
	ROW("large/b", .setup = take_most, .validate = right,
	    .primitive = "large/b", .full_only = true),
};
ROWS(swept, rows);

static unsigned three_steps(const struct settings *settings)
{
	(void)settings;
	return 3;
}

static const struct experiment swept = { .name = "swept", .summary = "tests",
					 .steps = three_steps,
					 .step_ms = { 4, 9 } };

static bool sweep(const char *variants, unsigned cores)
{
	const struct settings settings = {
		.claim = "", .variants = variants, .cores = cores, .rounds = 2,
		.samples = 6, .budget_ms = 2 };

	CHECK(scratch_left() || scratch_init());
	fake.cores = cores;
	fake.records = 0;
	proven_times = 0;
	sweep_plan(&settings, &swept);
	return sweep_run(&settings, &swept);
}

/* Results in both modes, or one. */
static unsigned results(const char *variant, unsigned cores)
{
	char part[64];

	format(part, sizeof(part), "\"variant\":\"%s\",\"cores\":%u,", variant,
	       cores);
	return fake_said("\"record\":\"result\"", part);
}

TEST(sweep_is_not_ok_where_setup_fails_though_memory_was_left)
{
	CHECK(!sweep("refused", 1));
	CHECK_EQUAL(fake_said("\"skipped\"", "\"variant\":\"refused\","
			      "\"reason\":\"its setup() fails"), 1);
	CHECK_EQUAL(fake_said("\"setup_failed\",\"text\":\"swept refused on 1 "
			      "core: setup() fails, though no memory was "
			      "refused to it", ""), 1);
}

/* ---- memory ------------------------------------------------------------ */

static size_t all; /* bytes */
static bool found_memory;

static unsigned steps_with_memory(const struct settings *settings)
{
	found_memory = settings->cores && scratch_keep(all);
	return 0;
}

static bool run_with_memory(const struct settings *settings)
{
	return settings->cores && scratch_keep(all);
}

TEST(sweep_gives_each_experiment_and_row_all_of_the_memory)
{
	static const struct experiment greedy = {
		.name = "greedy", .summary = "takes much",
		.steps = steps_with_memory, .run = run_with_memory };
	const struct settings settings = { .cores = 1, .rounds = 1,
					   .samples = 6, .variants = "",
					   .chosen = "" };

	CHECK(scratch_init());
	all = scratch_left();
	for (unsigned i = 0; i < 2; i++) {
		sweep_plan(&settings, &greedy);
		CHECK(found_memory);
	}
	for (unsigned i = 0; i < 2; i++)
		CHECK(sweep_run(&settings, &greedy));
	scratch_begin();
	CHECK(sweep("large", 1));
	CHECK_EQUAL(proven_times, 3); /* both before all, then the first row */
	sweep("large/a", 2);
	CHECK(results("large/a", 2));
}

/* Room for the samples of one round, not for those of all: 6,000 in 30. */
TEST(sweep_needs_room_for_one_round_of_all_cores)
{
	const struct settings settings = {
		.claim = "", .variants = "plain", .cores = 1, .rounds = 30,
		.samples = 6000, .budget_ms = 2 };

	fake.memory_left = 2 * SCRATCH_LEAST;
	CHECK(scratch_init());
	CHECK(sweep_run(&settings, &swept));
	CHECK(results("plain", 1));
	CHECK_EQUAL(fake_said("\"few_results\"", ""), 0);
}

/* The plan is all that is done: 3 steps, and 2 rounds of 2 modes a row, each
 * of 4 ms in the quick suite. */
TEST(sweep_plans_what_it_does)
{
	const struct record_key key = { "swept", "plain", 1, NULL };

	fake.clock.hz = 3000000; /* a word each millisecond */
	sweep("plain,refused", 1);
	fake.records = 0;
	fake.clock.hz = 3000;
	progress_done(&key, 3);
	CHECK_EQUAL(fake_said("\"done\":44,\"of\":44", ""), 1);
}

/* ---- two performance and two efficiency cores -------------------------- */

static const struct param three[] = { { "n", 3 }, { 0 } };
static const struct variant typed[] = {
	ROW("anywhere", .params = three, .most_cores = 1, .any_core = true),
	ROW("here", .most_cores = 1),
};
ROWS(core_types, typed);

TEST(core_types_are_each_met_once_and_warned_of)
{
	fake.cores = 4;
	fake.types = "PPEE";
	CHECK_EQUAL(core_types_next(4, 0), 2);
	CHECK_EQUAL(core_types_next(4, 2), 0);
	CHECK_EQUAL(core_types_next(2, 0), 0);
	core_types_warn(2);
	CHECK_EQUAL(fake.records, 0);
	core_types_warn(4);
	CHECK(strstr(fake_last(), "\"core_types\""));
	CHECK(strstr(fake_last(), "0 to 1 performance, 2 to 3 efficiency"));
	fake.types = "EEEE";
	CHECK_EQUAL(core_types_next(4, 0), 0);
}

TEST(a_row_of_one_core_is_measured_on_a_core_of_each_type)
{
	static const struct experiment of_types = {
		.name = "core_types", .summary = "calls", .unbounded = true };
	const struct settings settings = {
		.cores = 4, .rounds = 6, .samples = 60, .variants = "",
		.chosen = "" };

	fake.cores = 4;
	fake.types = "PPEE";
	CHECK(scratch_init());
	CHECK(sweep_run(&settings, &of_types));
	CHECK(ran[0] && ran[2]);
	CHECK(!ran[1] && !ran[3]);
	CHECK_EQUAL(fake_said("\"anywhere\"", "\"batch\",\"n\":3}"), 1);
	CHECK_EQUAL(fake_said("\"anywhere\"", "\"batch\",\"n\":3,\"core\":2}"),
		    1);
	CHECK_EQUAL(fake_said("\"here\"", "\"mode\":\"batch\"}"), 1);
	CHECK_EQUAL(fake_said("\"here\"", "\"core\":2"), 0);
}
