/* SPDX-License-Identifier: MIT */
/* bench/experiments/workqueue/crowd.c: what a core counts, and what core 0
 * times. The clock goes on by what is moved. */
#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "kernel/tsc.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/test.h"

static uint64_t now = 5000;

static uint64_t enqueue(uint64_t count)
{
	now += 10 * count;
	return count;
}

static uint64_t dequeue(uint64_t count)
{
	now += 7 * count;
	return count - 1; /* one comes too late */
}

/* Nothing is measured here: the experiment itself stays out of this program. */
APART struct shared_queue *make_none(uint32_t capacity)
{
	(void)capacity;
	return NULL;
}

APART bool check(unsigned cores, struct proof *proof)
{
	(void)cores;
	(void)proof;
	return false;
}

#define tsc_read() now
#define timesharing_meet(gate) ((void)(gate))
#define workqueue_enqueue(queue, count) ((void)(queue), enqueue(count))
#define workqueue_dequeue(queue, count) ((void)(queue), dequeue(count))
#define workqueue_make make_none
#define workqueue_capacity(cores) (cores)
#define workqueue_check check
#define workqueue_passed(queue, passage) ((passage)->in == (passage)->out)
#define workqueue_crowd_steps apart_crowd_steps
#define workqueue_crowd apart_crowd
#include "bench/experiments/workqueue/crowd.c"

TEST(workqueue_crowd_times_each_way_of_all_tides_by_core_0)
{
	run.tides = 3;
	run.each = 4;
	on_core(0, NULL);
	CHECK_EQUAL(run.ticks[ENQUEUE], 3 * 4 * 10);
	CHECK_EQUAL(run.ticks[DEQUEUE], 3 * 4 * 7);
	CHECK_EQUAL(run.passage.in, 3 * 4);
	CHECK_EQUAL(run.passage.out, 3 * 3);
}

TEST(workqueue_crowd_counts_the_items_of_other_cores_too)
{
	run.tides = 2;
	run.each = 5;
	on_core(0, NULL);
	run.tides = 1;
	on_core(3, NULL);
	CHECK_EQUAL(run.ticks[ENQUEUE], 2 * 5 * 10);
	CHECK_EQUAL(run.passage.in, 2 * 5 + 5);
	CHECK_EQUAL(run.passage.out, 2 * 4 + 4);
}
