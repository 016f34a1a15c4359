/* SPDX-License-Identifier: MIT */
/* bench/experiments/workqueue/across.c: which pairs of cores are measured, and
 * by how many items. */
#include "bench/bench.h"
#include "bench/conditions/core_pairs.h"
#include "bench/conditions/timesharing.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/test.h"

/* Two packages of two cores with two threads each, as firmware lists them:
 * threads of a core are last. */
static const struct machine_core_info *drawn(unsigned core)
{
	static struct machine_core_info info[8];

	info[core] = (struct machine_core_info){
		.package = core / 2 % 2, .die = core / 2 % 2,
		.core_id = core % 2 };
	return &info[core];
}

/* Nothing is measured here: the experiment itself stays out of this program. */
APART uint64_t move(struct shared_queue *q, uint64_t count)
{
	(void)q;
	return count;
}

APART struct shared_queue *make(uint32_t capacity)
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

APART bool passed(struct shared_queue *q, struct passage *passage)
{
	(void)q;
	return passage->wanted;
}

#define workqueue_enqueue move
#define workqueue_dequeue move
#define workqueue_make make
#define workqueue_check check
#define workqueue_passed passed
#define machine_core_info drawn
#define machine_run_two(zero, core, body, arg) ((void)(body), (void)(arg))
#define timeshared() false
#define workqueue_across_ends apart_workqueue_ends
#define workqueue_across_steps apart_workqueue_steps
#define workqueue_across apart_workqueue_across
#include "bench/experiments/workqueue/across.c"

static struct settings settings(unsigned cores, bool full, const char *rows)
{
	return (struct settings){ .cores = cores, .full = full,
				  .variants = rows };
}

static unsigned consumer(struct settings s, enum distance distance)
{
	const struct workqueue_ends ends = apart_workqueue_ends(&s, distance);

	if (ends.consumer) {
		CHECK_TEXT(ends.params[1].name, "consumer");
		CHECK_EQUAL(ends.params[0].value, 0);
		CHECK_EQUAL(ends.params[1].value, ends.consumer);
	}
	return ends.consumer;
}

TEST(workqueue_across_takes_the_nearest_pair)
{
	struct settings near = settings(8, false, "");
	struct settings fewer = settings(4, false, "");

	CHECK_EQUAL(consumer(near, DISTANCE_CORE), 4);
	CHECK_EQUAL(consumer(near, DISTANCE_DIE), 0);
	CHECK_EQUAL(consumer(near, DISTANCE_MACHINE), 0);
	CHECK_EQUAL(apart_workqueue_steps(&near), 1);
	CHECK_EQUAL(consumer(fewer, DISTANCE_DIE), 1);
	CHECK_EQUAL(consumer(fewer, DISTANCE_MACHINE), 0);
}

TEST(workqueue_across_takes_a_pair_of_each_place_where_it_is_asked_for)
{
	const struct settings all[] = { settings(8, true, ""),
					settings(8, false, "across") };

	for (unsigned i = 0; i < 2; i++) {
		CHECK_EQUAL(consumer(all[i], DISTANCE_CORE), 4);
		CHECK_EQUAL(consumer(all[i], DISTANCE_DIE), 1);
		CHECK_EQUAL(consumer(all[i], DISTANCE_MACHINE), 2);
		CHECK_EQUAL(consumer(all[i], DISTANCE_UNKNOWN), 0);
		CHECK_EQUAL(apart_workqueue_steps(&all[i]), 3);
	}
}

TEST(workqueue_across_needs_two_cores_and_to_be_wanted)
{
	struct settings alone = settings(1, true, "");
	struct settings other = settings(8, true, "pair");

	CHECK_EQUAL(apart_workqueue_steps(&alone), 0);
	CHECK_EQUAL(apart_workqueue_steps(&other), 0);
}

/* By a clock that stands still no round is ever filled. */
TEST(workqueue_across_takes_four_million_items_at_most)
{
	const struct settings long_time = { .budget_ms = 1000, .rounds = 1 };

	run.ends.consumer = 1;
	CHECK(find_items(&long_time));
	CHECK_EQUAL(run.items, 1u << 22);
}
