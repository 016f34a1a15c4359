/* SPDX-License-Identifier: MIT */
/* bench/experiments/inject/run.c: what is told of a run, or that there was none. */
#define inject_run inject_run_apart
#define inject_unfit inject_unfit_apart

#include "bench/bench.h"
#include "bench/config/scale.h"
#include "bench/experiments/inject/inject.h"
#include "bench/samples/scratch.h"
#include "sched/sched.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static struct inject_seen seen;

/* What the machine has, and what was asked of it. */
static struct {
	unsigned no_block;   /* of memory: the how many-th is not there */
	bool no_cores, no_tick, no_worker;
	unsigned blocks, runs;
} machine;

static void *apart_scratch(size_t bytes)
{
	static uint64_t memory[2][1 << 14];

	CHECK(bytes <= sizeof(memory[0]));
	return ++machine.blocks == machine.no_block ?
	       NULL : memory[machine.blocks % 2];
}

static bool apart_sched_run(unsigned cores, void (*body)(void *), void *arg)
{
	(void)body;
	CHECK_EQUAL(cores, 2);
	machine.runs++;
	*(bool *)arg = !machine.no_tick;
	if (machine.no_worker)
		seen.limit = 0;
	return !machine.no_cores;
}

#define scratch_empty() ((void)0)
#define bench_scratch apart_scratch
#define sched_run apart_sched_run
#include "bench/experiments/inject/run.c"

static const struct inject_load load = {
	.variant = "block", .cores = 2, .tasks = 8, .least = 2, .most = 9,
	.every_ms = 60000 };

/* ---- the rows that were seen ---------------------------------------------- */

/* Three rows of a run, and one that an earlier run has left behind them. */
static void judge(uint32_t left_behind)
{
	static struct inject_row row[4] = {
		{ .threads = 9, .pending = 5 }, { .threads = 4, .pending = 5 },
		{ .threads = 6 }, { 0 } };

	row[3].threads = left_behind;
	for (unsigned i = 0; i < 4; i++)
		row[i].at = scale_ticks(1000) * i;
	seen = (struct inject_seen){ .rows = 3 };
	run.row = row;
	run.load = &load;
	judge_rows(&seen);
}

TEST(inject_rows_of_a_run_are_its_own)
{
	for (uint32_t left_behind = 0; left_behind < 40; left_behind += 20) {
		judge(left_behind);
		CHECK_EQUAL(seen.peak, 9);
		CHECK_EQUAL(seen.retired_most, 5);
		CHECK_EQUAL(seen.left, 4);
		CHECK_EQUAL(seen.empty_ms, 2000);
		CHECK_EQUAL(seen.dip_ms, 1000);
		CHECK_EQUAL(seen.first_ms, 0); /* none was done */
	}
}

/* The first of several rows that it holds for; the load has eight tasks. */
TEST(inject_moments_of_a_run_are_the_first_of_their_kind)
{
	static struct inject_row row[] = {
		{ .threads = 2 }, { .threads = 7, .done = 0 },
		{ .threads = 8, .done = 1 }, { .threads = 9, .done = 2 },
		{ .threads = 5, .done = 3 }, { .threads = 4, .done = 4 } };

	for (unsigned i = 0; i < 6; i++)
		row[i].at = scale_ticks(1000) * i;
	seen = (struct inject_seen){ .rows = 6 };
	run.row = row;
	run.load = &load;
	judge_rows(&seen);
	CHECK_EQUAL(seen.first_ms, 2000);
	CHECK_EQUAL(seen.all_ms, 2000);
	CHECK_EQUAL(seen.dip_ms, 4000);
	seen = (struct inject_seen){ .rows = 2 };
	judge_rows(&seen);
	CHECK_EQUAL(seen.first_ms + seen.all_ms + seen.dip_ms, 0);
}

/* Five tasks in a row take five times the mean. */
TEST(inject_uneven_tasks_have_the_mean_that_was_asked_for)
{
	const struct inject_load uneven_load = { .uneven = true };
	uint32_t sum = 0;

	run.load = &uneven_load;
	for (uint64_t i = 0; i < 5; i++)
		sum += uneven(400, i);
	CHECK_EQUAL(sum, 2000);
	CHECK_EQUAL(uneven(400, 5), 200);
	run.load = &load;
	CHECK_EQUAL(uneven(400, 5), 400);
}

TEST(inject_tells_what_the_search_came_to)
{
	for (unsigned settled = 0; settled < 2; settled++) {
		seen = (struct inject_seen){ 0 };
		run.load = &load;
		run.seen = &seen;
		run.late_at = UINT64_MAX;
		run.pool.climb.base = 7;
		run.pool.climb.settled = settled;
		note_end();
		CHECK_EQUAL(seen.count, 7);
		CHECK_EQUAL(seen.settled, settled);
		CHECK(!seen.late);
	}
}

/* ---- no run ----------------------------------------------------------------- */

static bool run_once(void)
{
	machine.blocks = machine.runs = 0;
	return inject_run_apart(&load, &seen);
}

TEST(inject_without_memory_does_not_begin)
{
	for (unsigned block = 1; block < 3; block++) {
		machine.no_block = block;
		CHECK(!run_once());
		CHECK_EQUAL(machine.runs, 0);
	}
	machine.no_block = 0;
	CHECK(run_once());
	CHECK_EQUAL(machine.runs, 1);
}

TEST(inject_without_cores_a_tick_or_a_worker_is_no_run)
{
	machine.no_cores = true;
	CHECK(!run_once());
	machine.no_cores = false;
	machine.no_tick = true;
	CHECK(!run_once());
	machine.no_tick = false;
	machine.no_worker = true;
	CHECK(!run_once());
	machine.no_worker = false;
	CHECK(run_once());
}

TEST(inject_period_may_be_as_short_as_a_timer_can_keep)
{
	fake.clock.hz = 1000000000;
	scale_use(1000);
	CHECK_TEXT(inject_unfit_apart(&(struct inject_load){
			   .period_ms = LOOK_US_LEAST }), NULL);
	CHECK(inject_unfit_apart(&(struct inject_load){
		.period_ms = LOOK_US_LEAST - 1 }));
}
