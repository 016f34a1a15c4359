/* SPDX-License-Identifier: MIT */
#include "bench/harness/sweep.h"
#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(sweep_goes_up_to_all_cores)
{
	struct settings quick = { .cores = 6 }, full = { .cores = 3,
							 .full = true };

	CHECK_EQUAL(sweep_next_cores(&quick, 2), 4);
	CHECK_EQUAL(sweep_next_cores(&quick, 4), 6);
	CHECK_EQUAL(sweep_next_cores(&quick, 6), 0);
	CHECK_EQUAL(sweep_next_cores(&full, 2), 3);
	CHECK_EQUAL(sweep_next_cores(&full, 3), 0);
	quick.cores = 1;
	CHECK_EQUAL(sweep_next_cores(&quick, 2), 0);
}

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

TEST(sweep_gives_each_experiment_all_of_the_memory)
{
	static const struct experiment greedy = {
		.name = "greedy", .summary = "takes much",
		.steps = steps_with_memory, .run = run_with_memory };
	const struct settings settings = { .cores = 1, .rounds = 1,
					   .samples = 6, .variants = "",
					   .chosen = "" };

	fake_machine_enter(0);
	CHECK(scratch_init());
	all = scratch_left();
	for (unsigned i = 0; i < 2; i++) {
		sweep_plan(&settings, &greedy);
		CHECK(found_memory);
	}
	for (unsigned i = 0; i < 2; i++)
		CHECK(sweep_run(&settings, &greedy));
}
