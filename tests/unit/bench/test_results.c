/* SPDX-License-Identifier: MIT */
#include "bench/report/results.h"
#include "kernel/log.h"
#include "tests/unit/test.h"

static void add(const char *variant, int64_t p50)
{
	results_add(&(struct result){
		.key = { "lock", variant, 1, NULL }, .batch = 1,
		.summary = { .p50 = p50 } });
}

TEST(results_that_do_not_fit_are_told_once)
{
	for (unsigned i = 0; i < RESULTS_MAX - 1; i++)
		add("early", 1);
	add("last", 2);
	CHECK_EQUAL(log_counts()->warnings, 0);
	CHECK_EQUAL(results_find("lock", "last", 1)->p50_milli, 2000);
	add("late", 3);
	add("later", 3);
	CHECK_EQUAL(log_counts()->warnings, 1);
	CHECK(!results_find("lock", "late", 1));
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

TEST(results_of_other_parameters_are_other_rows)
{
	static const struct param first[] = {
		{ "tasks", 5 }, { "share", 1 }, { NULL, 0 } };
	static const struct param other[] = {
		{ "tasks", 5 }, { "share", 2 }, { NULL, 0 } };
	const struct figure *found;

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
