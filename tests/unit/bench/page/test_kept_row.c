/* SPDX-License-Identifier: MIT */
/* bench/page/kept_row.c: a result as a line for a camera. */
#include "bench/page/kept_row.h"

#include "bench/conditions/disturbed.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static struct result row(const char *experiment, const char *variant,
			 unsigned cores, int64_t p50)
{
	return (struct result){
		.key = { experiment, variant, cores, NULL }, .per = "pair",
		.batch = 4, .summary = { .n = 10, .p50 = p50 } };
}

TEST(kept_row_has_its_median_of_one_operation)
{
	struct result r = row("lock", "mcs", 2, 42);

	kept_row(&r);
	CHECK_TEXT(fake.kept, ">lock 2 ticks\nmcs 10.5\n");
}

TEST(kept_row_stands_below_one_head_as_long_as_it_holds)
{
	const struct result rows[] = {
		row("lock", "mcs", 1, 40), row("lock", "tas", 1, -8),
		row("lock", "tas", 2, 1000000), row("queue", "tas", 2, 4),
	};

	for (unsigned i = 0; i < 4; i++)
		kept_row(&rows[i]);
	CHECK_TEXT(fake.kept, ">lock 1 ticks\nmcs 10\ntas -2\n"
			      ">lock 2 ticks\ntas 250000\n"
			      ">queue 2 ticks\ntas 1\n");
}

TEST(kept_row_has_its_parameters_and_every_doubt)
{
	static const struct param two[] = { { "inside", 64 }, { "out", -1 },
					    { NULL, 0 } };
	struct series series = { .mode = "batch" };
	struct result r = row("lock", "a/b", 1, 40);

	r.key.params = two;
	r.series = &series;
	r.disturbed = DISTURBED_PAUSE;
	r.proven = NOT_PROVEN;
	kept_row(&r);
	series.mode = "single";
	r.disturbed = 0;
	r.proven = DISPROVEN;
	kept_row(&r);
	CHECK_TEXT(fake.kept, ">lock 1 ticks\na/b inside=64 out=-1 10b~?\n"
			      "a/b inside=64 out=-1 10!\n");
}
