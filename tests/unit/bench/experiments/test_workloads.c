/* SPDX-License-Identifier: MIT */
/* bench/experiments/workloads/workloads.c: a pass that is wrong, and one that
 * there is no memory for. */
#include <stdlib.h>
#include <string.h>

#include "bench/samples/scratch.h"
#include "sched/sched.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static bool has_memory, is_right;

static bool run_nothing(void *pass);

/* Workers by core, and of which core there is no fiber. */
static unsigned workers_on[4], no_fiber_on = 4;

static bool spawn_on(unsigned core)
{
	workers_on[core % 4]++;
	return core != no_fiber_on;
}

#define sched_cores() 3u
#define sched_spawn_on(core, body, arg, join)                                \
	((void)(body), (void)(join), spawn_on(core))

static unsigned run_on; /* cores */

#define sched_run(cores, body, arg) \
	(run_on = (cores), (void)(body), run_nothing(arg))
#include "bench/experiments/workloads/workloads.c"

static bool run_nothing(void *pass)
{
	((struct pass *)pass)->spawned = true;
	return has_memory;
}

static void reset_nothing(void)
{
}

static bool tell(void)
{
	return is_right;
}

static const struct workload played = {
	.name = "played", .per = "item", .reset = reset_nothing,
	.right = tell };

static bool said(const char *what)
{
	for (unsigned i = 0; i < fake.records; i++)
		if (strstr(fake.record[i], what))
			return true;
	return false;
}

static struct workload_cell cell(bool memory, bool right)
{
	has_memory = memory;
	is_right = right;
	return (struct workload_cell){ .work = &played, .cores = 1,
				       .items = 10 };
}

TEST(workloads_a_right_result_is_timed)
{
	struct workload_cell c = cell(true, true);

	c.ticks[FORM_SEQUENTIAL][1] = -5; /* no round of its own yet */
	CHECK(workloads_validate(&c));
	CHECK(c.work && !c.wrong);
	CHECK_EQUAL(c.history[FORM_SEQUENTIAL].pilot,
		    c.ticks[FORM_SEQUENTIAL][0]);
	CHECK(time_round(&c, FORM_CONCURRENT, 0));
}

TEST(workloads_a_wrong_result_fails)
{
	struct workload_cell c = cell(true, false);

	CHECK(!workloads_validate(&c));
	CHECK(!c.work && c.wrong);
	CHECK(said("validation_failed"));
	c = cell(true, false);
	CHECK(!time_round(&c, FORM_CONCURRENT, 0));
	CHECK(!c.work && c.wrong);
	CHECK(said("a wrong result"));
}

TEST(workloads_are_left_out_where_there_is_no_memory_for_fibers)
{
	struct workload_cell c = cell(false, true);

	CHECK(!workloads_validate(&c));
	CHECK(!c.work && !c.wrong);
	CHECK(said("not enough memory for the fibers' stacks"));
	c = cell(false, true);
	CHECK(!time_round(&c, FORM_SEQUENTIAL, 0));
	CHECK(!c.work && !c.wrong);
}

TEST(workloads_workers_are_spread_over_all_cores)
{
	CHECK(spread_workers(NULL, WORKLOAD_WORKERS));
	CHECK_EQUAL(workers_on[0], 3); /* of eight */
	CHECK_EQUAL(workers_on[1], 3);
	CHECK_EQUAL(workers_on[2], 2);
	for (no_fiber_on = 0; no_fiber_on < 3; no_fiber_on++)
		CHECK(!spread_workers(NULL, WORKLOAD_WORKERS));
}

/* Else all cores would seem to gain nothing. */
TEST(workloads_run_on_the_cores_that_the_row_tells)
{
	has_memory = is_right = true;
	for (unsigned cores = 1; cores < 5; cores++) {
		struct pass p = { .work = &played };

		CHECK_EQUAL(run_pass(&p, cores), RIGHT);
		CHECK_EQUAL(run_on, cores);
	}
}

TEST(workloads_that_are_all_left_out_have_no_page)
{
	struct workload_cell *none = calloc(2, sizeof(*none));

	workloads_show(none, 2);
	CHECK_EQUAL(fake.text_length, 0);
	free(none);
}

/* Nothing is run: so none of the results is there. */
TEST(workloads_that_are_wrong_fail_the_experiment)
{
	const struct settings settings = { .cores = 1, .rounds = 1,
					   .variants = "" };

	has_memory = true;
	fake.clock.hz = 1000000000;
	CHECK(scratch_init());
	scratch_begin();
	CHECK(!measure_on_cores(&settings, 1));
	CHECK(said("validation_failed"));
}
