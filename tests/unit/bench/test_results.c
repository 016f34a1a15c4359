/* SPDX-License-Identifier: MIT */
#include "bench/report/results.h"
#include "kernel/log.h"
#include "tests/unit/test.h"

/* bench/report/result.c's, which writes records as well. */
int64_t result_together_milli(const struct result *result)
{
	(void)result;
	return 0;
}

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
