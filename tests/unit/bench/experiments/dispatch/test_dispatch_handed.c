/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/handed.c: how long core 0 feeds, and what a task
 * takes. The clock is played. */
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static uint64_t now;
static unsigned steps;
static size_t asked_for;

static unsigned reads;
static uint64_t more; /* ticks that each read takes */

static uint64_t played_tsc(void)
{
	reads++;
	return now += more;
}

static void *played_scratch(size_t bytes)
{
	asked_for = bytes;
	return NULL;
}

#define tsc_read played_tsc
#define tsc_start played_tsc
#define tsc_stop_lfence played_tsc
#define bench_scratch played_scratch
#define handed_prepare apart_handed_prepare
#define handed_queue_memory apart_handed_memory
#define handed_queue_milli apart_handed_queue
#define handed_deques_milli apart_handed_deques
#define handed_line_milli apart_handed_line
#define dispatch_plain_task apart_handed_task
#include "bench/experiments/dispatch/handed.c"

static unsigned ran_tasks;

void apart_handed_task(void *arg)
{
	(void)arg;
	ran_tasks++;
}

static void step_of_us(void)
{
	steps++;
	now += 1000;
}

TEST(dispatch_feeds_64_at_a_time_until_its_time_is_over)
{
	static const unsigned us[][2] = { { 300, 320 }, { 320, 320 },
					  { 321, 384 }, { 1, 64 } };

	for (unsigned i = 0; i < 4; i++) {
		now = 5;
		steps = contest.over = 0;
		contest.patience = us[i][0] * 1000;
		feed(step_of_us);
		CHECK_EQUAL(steps, us[i][1]);
		CHECK_EQUAL(contest.took, us[i][1] * 1000);
		CHECK_EQUAL(contest.over, 1);
	}
}

static void on_core(unsigned core, void *arg)
{
	CHECK(!arg && !ran[core].count && !contest.over);
	CHECK_EQUAL(contest.patience, 300000);
	ran[core].count = 10;
	if (!core)
		contest.took = 50;
}

static void do_nothing(unsigned core, void *arg)
{
	(void)core, (void)arg;
}

TEST(dispatch_contest_is_of_the_tasks_of_all_cores)
{
	fake.cores = 3;
	contest.over = 1;
	ran[0].count = ran[2].count = 7;
	CHECK_EQUAL(hold_contest(3, on_core), 50000 / 30);
	CHECK_EQUAL(contest.gate.cores, 3);
	CHECK_EQUAL(hold_contest(1, on_core), 5000);
	CHECK_EQUAL(hold_contest(2, do_nothing), 50000); /* none */
}

TEST(dispatch_batches_are_run_counted_and_paced)
{
	struct work batch[3] = { { apart_handed_task, NULL },
				 { apart_handed_task, NULL },
				 { apart_handed_task, NULL } };

	pace_init(&ran[1].pace, pace_budget(0));
	ran[1].count = 4;
	run_all(1, batch, 2);
	CHECK_EQUAL(ran_tasks, 2);
	CHECK_EQUAL(ran[1].count, 6);
	CHECK_EQUAL(ran[0].count, 0);
}

TEST(dispatch_memory_is_of_a_queue_and_of_deques)
{
	const struct executor_options none = { .lock = NULL };

	CHECK(!apart_handed_prepare(3));
	CHECK_EQUAL(asked_for, percore_bytes_for(3, 512));
	CHECK(!apart_handed_memory(&none));
	CHECK_EQUAL(asked_for, shared_queue_bytes(NULL, NULL, 1024));
}

/* Where own tasks do not fit, half of them are run. */
TEST(dispatch_deque_that_is_full_is_emptied_by_half)
{
	struct deque *own;
	unsigned left;

	contest.deques_memory = aligned_alloc(MACHINE_LINE_PAIR,
		(percore_bytes_for(1, CAPACITY_DEQUE) + MACHINE_LINE_PAIR - 1) /
		MACHINE_LINE_PAIR * MACHINE_LINE_PAIR);
	fake_machine_enter(0);
	percore_init_for(&contest.deques, contest.deques_memory, 1,
			 CAPACITY_DEQUE);
	contest.gate.cores = 1;
	pace_init(&ran[0].pace, pace_budget(0));
	own = &contest.deques.core[0].deque;
	while (percore_push_own(&contest.deques, 0, empty_work))
		;
	CHECK_EQUAL(deque_size(own), CAPACITY_DEQUE);
	push_or_run_half();
	left = (unsigned)deque_size(own);
	CHECK(left <= CAPACITY_DEQUE / 2);
	CHECK(left + PACE_MOST > (CAPACITY_DEQUE - 1) / 2);
	CHECK_EQUAL(left, CAPACITY_DEQUE - ran_tasks + 1);
	push_or_run_half(); /* it fits */
	CHECK_EQUAL(deque_size(own), left + 1);
	while (run_batch(0))
		;
	CHECK_EQUAL(ran_tasks, CAPACITY_DEQUE + 2);
	CHECK_EQUAL(ran[0].count, ran_tasks);
	free(contest.deques_memory);
}

TEST(dispatch_line_goes_there_and_back_a_hundred_times)
{
	fake.cores = 2;
	ball.ticks = 9;
	CHECK_EQUAL(apart_handed_line(1), 0);
	CHECK_EQUAL(apart_handed_line(0), 0);
	CHECK_EQUAL(apart_handed_line(2), 0); /* the clock stands */
	CHECK_EQUAL(ball.turn, 200);
}

/* From the third turn on, when both are there: 196 ways, between two reads. */
TEST(dispatch_line_is_timed_by_its_ways)
{
	fake.cores = 2;
	more = 392;
	reads = 0;
	CHECK_EQUAL(apart_handed_line(2), 2000);
	CHECK_EQUAL(reads, 2);
}
