/* SPDX-License-Identifier: MIT */
#include "bench/report/results.h"

#include <string.h>

#include "bench/conditions/disturbed.h"
#include "bench/samples/scratch.h"
#include "kernel/log.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* Room for so many results, or a few more. */
#define RESULT_BYTES 512u

static bool room_for(unsigned results)
{
	size_t bytes = results * RESULT_BYTES;

	fake.memory_left = 2 * (bytes > SCRATCH_LEAST ? bytes : SCRATCH_LEAST);
	return scratch_init();
}

static void add(const char *variant, int64_t p50)
{
	results_add(&(struct result){
		.key = { "lock", variant, 1, NULL }, .batch = 1,
		.summary = { .p50 = p50 } });
}

TEST(results_that_do_not_fit_are_told_once)
{
	if (!CHECK(room_for(1)))
		return;
	add("early", 1);
	add("last", 2);
	CHECK_EQUAL(log_counts()->warnings, 0);
	bench_scratch(scratch_left());
	add("late", 3);
	add("later", 3);
	CHECK_EQUAL(log_counts()->warnings, 1);
	CHECK(strstr(fake.record[0], "no memory for more than 2 results"));
	CHECK_EQUAL(results_find("lock", "last", 1)->p50_milli, 2000);
	CHECK(!results_find("lock", "late", 1));
}

TEST(results_are_forgotten_when_the_next_experiment_begins)
{
	if (!CHECK(room_for(1)))
		return;
	add("early", 1);
	bench_scratch(scratch_left());
	add("late", 2);
	scratch_begin();
	results_begin();
	CHECK(!results_find("lock", "early", 1));
	add("early", 3);
	CHECK_EQUAL(results_find("lock", "early", 1)->p50_milli, 3000);
	bench_scratch(scratch_left());
	add("late", 2);
	CHECK_EQUAL(log_counts()->warnings, 2);
}

static void add_row(const struct param *params, uint32_t batch, int64_t p50)
{
	results_add(&(struct result){
		.key = { "lock", "mcs", 2, params }, .batch = batch,
		.summary = { .p50 = p50, .mean_milli = p50 * 1000 } });
}

TEST(results_are_per_operation_and_of_the_largest_batch)
{
	const struct figure *found;

	if (!CHECK(room_for(8)))
		return;
	add_row(NULL, 1, 30);
	add_row(NULL, 64, -640);
	add_row(NULL, 8, 160);
	found = results_find("lock", "mcs", 2);
	CHECK_EQUAL(found->batch, 64);
	CHECK_EQUAL(found->p50_milli, -10000);
	CHECK_EQUAL(found->mean_milli, -10000);
	CHECK(!results_find("lock", "mcs", 1));
	CHECK(!results_find("queue", "mcs", 2));
}

TEST(results_keep_their_rounds_but_not_what_was_disturbed)
{
	static const int64_t p50[] = { 40, 44, 48 };
	static const int64_t together[] = { 20000, 22000, 24000 };
	static const unsigned disturbed[] = { 0, DISTURBED_PAUSE, 0 };
	static uint64_t share[2];
	struct cell cell = { .variant = &(struct variant){ .body = NULL },
			     .cores = 2 };
	struct series series = { .cell = &cell, .share = share,
				 .jain_milli = 750,
				 .accumulate_mean_milli = 44000 };
	struct result r = { .key = { "lock", "mcs", 2, NULL }, .batch = 4,
			    .rounds = 3, .round_p50 = p50,
			    .round_disturbed = disturbed };
	const struct figure *found;

	if (!CHECK(room_for(8)))
		return;
	r.round_together_milli = together; /* of one core: not told */
	results_add(&r);
	found = results_find("lock", "mcs", 2);
	CHECK_EQUAL(found->rounds, 3);
	CHECK_EQUAL(found->round_milli[0], 10000);
	CHECK_EQUAL(found->round_milli[1], FIGURE_NO_ROUND);
	CHECK_EQUAL(found->round_milli[2], 12000);
	CHECK(!found->together_round_milli);
	r.batch = 8;
	r.series = &series;
	results_add(&r);
	found = results_find("lock", "mcs", 2);
	CHECK_EQUAL(found->jain_milli, 750);
	CHECK_EQUAL(found->together_round_milli[0], 2500);
	CHECK_EQUAL(found->together_round_milli[1], FIGURE_NO_ROUND);
	CHECK_EQUAL(found->together_round_milli[2], 3000);
}

static const int64_t rounds[SETTINGS_ROUNDS_MAX];

static void add_rounds(unsigned count)
{
	results_add(&(struct result){ .key = { "lock", "mcs", 1, NULL },
				      .batch = 1, .rounds = count,
				      .round_p50 = rounds });
}

TEST(results_whose_rounds_do_not_fit_have_none)
{
	if (!CHECK(room_for(1)))
		return;
	add_rounds(SETTINGS_ROUNDS_MAX);
	bench_scratch(scratch_left() - RESULT_BYTES);
	CHECK_EQUAL(log_counts()->warnings, 0);
	CHECK_EQUAL(results_find("lock", "mcs", 1)->rounds,
		    SETTINGS_ROUNDS_MAX);
	results_add(&(struct result){ .key = { "lock", "late", 1, NULL },
				      .batch = 1, .rounds = SETTINGS_ROUNDS_MAX,
				      .round_p50 = rounds });
	CHECK_EQUAL(log_counts()->warnings, 1);
	CHECK_EQUAL(results_find("lock", "late", 1)->rounds, 0);
}

TEST(results_of_other_parameters_are_other_rows)
{
	static const struct param first[] = {
		{ "tasks", 5 }, { "share", 1 }, { NULL, 0 } };
	static const struct param other[] = {
		{ "tasks", 5 }, { "share", 2 }, { NULL, 0 } };
	const struct figure *found;

	if (!CHECK(room_for(8)))
		return;
	add_row(first, 1, 10);
	add_row(other, 8, 80);
	found = results_find("lock", "mcs", 2);
	CHECK_EQUAL(found->batch, 1);
	CHECK_EQUAL(found->param[0], 5);
	CHECK_EQUAL(found->param[1], 1);
	CHECK_EQUAL(found->param[2], 0);
	add_row(first, 4, 80);
	CHECK_EQUAL(results_find("lock", "mcs", 2)->batch, 4);
}

TEST(results_have_so_many_parameters_and_the_first_of_equal_batches)
{
	static const struct param four[] = {
		{ "a", 1 }, { "b", 2 }, { "c", 3 }, { "d", 4 }, { NULL, 0 } };
	const struct figure *found;

	if (!CHECK(room_for(8)))
		return;
	add_row(four, 8, 80);
	add_row(four, 8, 160);
	found = results_find("lock", "mcs", 2);
	CHECK_EQUAL(found->param[0], 1);
	CHECK_EQUAL(found->param[FIGURE_PARAMS - 1], 3);
	CHECK_EQUAL(found->jain_milli, 0);
	CHECK_EQUAL(found->rounds, 0);
	CHECK_EQUAL(found->p50_milli, 10000);
}

TEST(results_are_found_by_their_parameters)
{
	static const struct param first[] = { { "tasks", 5 }, { NULL, 0 } };
	static const struct param other[] = { { "tasks", 6 }, { NULL, 0 } };
	struct record_key key = { "lock", "mcs", 2, other };

	if (!CHECK(room_for(8)))
		return;
	add_row(first, 1, 10);
	CHECK(!results_find_row(&key));
	add_row(other, 1, 20);
	add_row(other, 8, 240);
	CHECK_EQUAL(results_find_row(&key)->p50_milli, 20000);
	key.params = first;
	CHECK_EQUAL(results_find_row(&key)->p50_milli, 10000);
	key.cores = 1;
	CHECK(!results_find_row(&key));
}

/* A row that was right when it was timed is ranked nowhere, all the same. */
TEST(results_of_what_has_failed_since_are_found_as_wrong)
{
	const struct record_key key = { "lock", "tas", 1, NULL };

	if (!CHECK(room_for(2)))
		return;
	add("tas", 1);
	results_add(&(struct result){
		.key = { "lock", "tas/contend", 2, NULL }, .batch = 1,
		.primitive = "tas" });
	CHECK_EQUAL(results_find("lock", "tas", 1)->proven, PROVEN);
	proven_note("lock", "tas", PROVEN_ON_ANY, DISPROVEN);
	CHECK_EQUAL(results_find("lock", "tas", 1)->proven, DISPROVEN);
	CHECK_EQUAL(results_find_row(&key)->proven, DISPROVEN);
	CHECK_EQUAL(results_find("lock", "tas/contend", 2)->proven, DISPROVEN);
}
