/* SPDX-License-Identifier: MIT */
/* bench/harness/sweep.c: which rows are proven, timed, skipped, and what is
 * said of each. No figure is looked at. */
#include <stdio.h>
#include <string.h>

#include "bench/harness/sweep.h"
#include "bench/proof/proven.h"
#include "bench/report/progress.h"
#include "bench/samples/scratch.h"
#include "kernel/log.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static void work(struct cell *cell, unsigned core, uint64_t count)
{
	(void)cell;
	(void)core;
	for (volatile uint64_t i = 0; i < count * 100; i = i + 1)
		;
}

static const char *unfit(unsigned cores)
{
	return cores == 1 ? "it needs a friend" : NULL;
}

static bool refuse(struct cell *cell)
{
	(void)cell;
	return false;
}

static bool refuse_and_say(struct cell *cell)
{
	cell->trouble = "it is ill";
	return false;
}

static bool want_too_much(struct cell *cell)
{
	(void)cell;
	return bench_scratch((size_t)1 << 50);
}

#define LARGE ((size_t)20 << 20) /* of the 32 MiB that there are */

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

static bool wrong(struct cell *cell)
{
	cell->checked = 5;
	return false;
}

static void fields(const struct cell *cell)
{
	log_number("cores_again", cell->cores);
}

#define ROW(row_name, ...) { .name = row_name, .per = "turn", .summary = "", \
			     .body = work, __VA_ARGS__ }
static const struct variant rows[] = {
	ROW("plain", .fields = fields),
	ROW("right", .validate = right, .property = "sums"),
	ROW("wrong", .validate = wrong, .property = "sums"),
	ROW("unfit", .unfit = unfit),
	ROW("refused", .setup = refuse),
	ROW("ill", .setup = refuse_and_say),
	ROW("greedy", .setup = want_too_much),
	ROW("pairs", .least_cores = 2),
	ROW("alone", .most_cores = 1, .least_batch = 4, .most_batch = 4),
	ROW("more", .full_only = true),
	{ .name = "shown", .per = "turn", .summary = "" },
	ROW("kind/a", .validate = right, .primitive = "kind"),
	ROW("kind/b", .validate = right, .primitive = "kind"),
	ROW("large/a", .setup = take_most, .validate = right,
	    .primitive = "large/a", .full_only = true),
	ROW("large/b", .setup = take_most, .validate = right,
	    .primitive = "large/b", .full_only = true),
};
ROWS(swept, rows);

static bool ran;

static bool run(const struct settings *settings)
{
	(void)settings;
	ran = true;
	return true;
}

static unsigned three_steps(const struct settings *settings)
{
	(void)settings;
	return 3;
}

static const struct experiment swept = { .name = "swept", .summary = "tests",
					 .run = run, .steps = three_steps,
					 .step_ms = { 4, 9 } };

static bool sweep(const char *variants, unsigned cores)
{
	const struct settings settings = {
		.claim = "", .variants = variants, .cores = cores, .rounds = 2,
		.samples = 6, .budget_ms = 2 };

	CHECK(scratch_left() || scratch_init());
	fake.cores = cores;
	sweep_plan(&settings, &swept);
	return sweep_run(&settings, &swept);
}

/* Records with both parts. */
static unsigned said(const char *kind, const char *part)
{
	char record[64];
	unsigned n = 0;

	snprintf(record, sizeof(record), "\"record\":\"%s\"", kind);
	for (unsigned i = 0; i < fake.records; i++)
		n += strstr(fake.record[i], record) &&
		     strstr(fake.record[i], part);
	return n;
}

static unsigned results(const char *variant, const char *mode)
{
	char part[128];

	snprintf(part, sizeof(part), "\"variant\":\"%s\",\"cores\":1,"
		 "\"params\":{\"mode\":\"%s\"}", variant, mode);
	return said("result", part);
}

TEST(sweep_times_what_is_there_on_each_core_count)
{
	CHECK(sweep("plain,pairs,more.,shown", 1));
	CHECK_EQUAL(results("plain", "single"), 1);
	CHECK_EQUAL(said("result", "\"variant\":\"plain\""),
		    said("result", "\"cores_again\":1"));
	CHECK_EQUAL(said("result", "\"variant\":\"pairs\""), 0);
	CHECK_EQUAL(results("more", "single"), 1); /* it was asked for */
	CHECK_EQUAL(said("result", "\"variant\":\"shown\""), 0);
	CHECK_EQUAL(said("noise", "\"when\":\"before\""), 1);
	CHECK_EQUAL(said("noise", "\"when\":\"after\""), 1);
	CHECK(ran);
	CHECK_EQUAL(log_counts()->warnings -
		    said("warning", "\"passes_differ\""), 0);
}

TEST(sweep_leaves_the_full_suite_out)
{
	CHECK(!sweep("", 1)); /* "wrong" and "refused" are there */
	CHECK_EQUAL(said("result", "\"variant\":\"more\""), 0);
	CHECK_EQUAL(results("plain", "single"), 1);
}

TEST(sweep_of_a_batch_that_is_given_takes_no_single_samples)
{
	CHECK(sweep("alone", 1));
	CHECK_EQUAL(said("result", "\"mode\":\"single\""), 0);
	CHECK_EQUAL(results("alone", "batch"), 1);
	CHECK_EQUAL(said("result", "\"batch\":4,"), 1);
	CHECK_EQUAL(said("result", "\"slope\""), 0); /* 8 are too many */
}

TEST(sweep_proves_before_it_times_and_times_nothing_wrong)
{
	CHECK(!sweep("right,wrong", 1));
	CHECK_EQUAL(said("validation", "\"variant\":\"right\",\"cores\":1,"
			 "\"verdict\":\"ok\",\"property\":\"sums\","
			 "\"counts\":{\"operations\":5}"), 1);
	CHECK_EQUAL(said("validation", "\"variant\":\"wrong\",\"cores\":1,"
			 "\"verdict\":\"failed\""), 1);
	CHECK_EQUAL(results("right", "single"), 1);
	CHECK_EQUAL(said("result", "\"variant\":\"wrong\""), 0);
	CHECK_EQUAL(said("warning", "\"code\":\"validation_failed\""), 1);
}

TEST(sweep_proves_a_primitive_once_more_by_its_first_row)
{
	CHECK(sweep("kind", 1));
	CHECK_EQUAL(proven_times, 3); /* kind/a before all, then each row */
	CHECK_EQUAL(said("validation", "\"variant\":\"kind/a\""), 2);
	CHECK_EQUAL(said("validation", "\"variant\":\"kind/b\""), 1);
}

/* One after the other, and again on each core count: never two at a time. */
TEST(sweep_gives_the_memory_of_one_back_for_the_next)
{
	CHECK(sweep("large", 1));
	CHECK_EQUAL(proven_times, 3); /* both before all, then the first row */
	sweep("large/a", 2);
	CHECK(said("result", "\"variant\":\"large/a\",\"cores\":2,") >= 1);
}

static void check_skipped(const char *variant, const char *reason, bool fails)
{
	char part[128];

	fake.records = 0;
	CHECK_EQUAL(sweep(variant, 1), !fails);
	snprintf(part, sizeof(part), "\"variant\":\"%s\",\"reason\":\"%s",
		 variant, reason);
	CHECK_EQUAL(said("skipped", part), 1);
	CHECK_EQUAL(said("result", ""), 0);
	CHECK_EQUAL(said("warning", "\"setup_failed\""), fails);
}

TEST(sweep_skips_what_cannot_be_set_up_and_says_whose_fault_it_is)
{
	check_skipped("unfit", "it needs a friend", false);
	check_skipped("ill", "it is ill", false);
	check_skipped("greedy", "not enough memory", false);
	check_skipped("refused", "its setup() fails", true);
	CHECK_EQUAL(said("warning", "swept refused on 1 core: setup() fails, "
			 "though no memory was refused to it"), 1);
}

TEST(sweep_on_two_cores_takes_the_rows_of_each)
{
	sweep("plain,pairs,alone", 2);
	CHECK(said("result", "\"variant\":\"plain\",\"cores\":1,") >= 1);
	CHECK(said("result", "\"variant\":\"plain\",\"cores\":2,") >= 1);
	CHECK_EQUAL(said("result", "\"variant\":\"pairs\",\"cores\":1,"), 0);
	CHECK(said("result", "\"variant\":\"pairs\",\"cores\":2,") >= 1);
	CHECK_EQUAL(said("result", "\"variant\":\"alone\",\"cores\":2,"), 0);
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
	CHECK_EQUAL(results("plain", "single"), 1);
	CHECK_EQUAL(said("warning", "\"few_results\""), 0);
}

/* The plan is all that is done: 3 steps, and 2 rounds of 2 modes a row, each
 * of 4 ms in the quick suite. */
TEST(sweep_plans_what_it_does)
{
	const struct record_key key = { "swept", "plain", 1, NULL };

	fake.clock.hz = 3000000; /* a word each millisecond */
	sweep("plain,ill", 1);
	fake.records = 0;
	fake.clock.hz = 3000;
	progress_done(&key, 3);
	CHECK_EQUAL(said("progress", "\"done\":44,\"of\":44"), 1);
}
