/* SPDX-License-Identifier: MIT */
/* bench/experiments/workqueue/fairness.c: what a round tells of the cores. */
#include "bench/bench.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/test.h"

/* Nothing is measured here: the experiment itself stays out of this program. */
APART struct shared_queue *make_none(uint32_t capacity)
{
	(void)capacity;
	return NULL;
}

APART uint32_t capacity_of(unsigned cores)
{
	return cores;
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
	(void)passage;
	return false;
}

#define workqueue_make make_none
#define workqueue_capacity capacity_of
#define workqueue_check check
#define workqueue_passed passed
#define workqueue_fairness apart_workqueue_fairness
#define workqueue_fairness_steps apart_workqueue_fairness_steps
#include "bench/experiments/workqueue/fairness.c"

#define CORES 2u
#define ROUNDS 2u
#define RING_ITSELF FAIRNESS_TICKET_RING

static struct worker worker[CORES];
static uint64_t share[ROUNDS * CORES], in_all[CORES];
static int64_t longest[ROUNDS * WINDOWS];

static void two_cores(void)
{
	run.cores = CORES;
	run.worker = worker;
	run.share[RING_ITSELF] = share;
	run.longest[RING_ITSELF] = longest;
	run.in_all = in_all;
}

static void keep_round(unsigned round, const struct worker *a,
		       const struct worker *b)
{
	two_cores();
	worker[0] = *a;
	worker[1] = *b;
	keep(RING_ITSELF, round);
}

TEST(fairness_stamps_count_and_keep_the_longest)
{
	struct worker w = { 0 };
	uint64_t now = tsc_read(), later;

	later = stamp(&w, 1, now - 1000);
	CHECK_EQUAL(w.operations, 1);
	CHECK(later >= now);
	CHECK_EQUAL(w.longest[1], later - now + 1000);
	w.longest[1] = UINT64_MAX;
	stamp(&w, 1, later);
	CHECK_EQUAL(w.operations, 2);
	CHECK_EQUAL(w.longest[1], UINT64_MAX);
	stamp(&w, 2, later);
	CHECK(w.longest[2] < UINT64_MAX);
	CHECK_EQUAL(w.longest[0], 0);
}

TEST(fairness_of_a_round_is_of_all_cores)
{
	keep_round(0, &(struct worker){ 30, { 400, 20 }, false },
		   &(struct worker){ 10, { 900, 10 }, false });
	keep_round(1, &(struct worker){ 5, { 70 }, false },
		   &(struct worker){ 5, { 60 }, false });
	CHECK_EQUAL(longest_of(RING_ITSELF, 0)[0], 900);
	CHECK_EQUAL(longest_of(RING_ITSELF, 0)[1], 20);
	CHECK_EQUAL(longest_of(RING_ITSELF, 1)[0], 70);
	CHECK_EQUAL(longest_of(RING_ITSELF, 1)[1], 0);
	CHECK_EQUAL(run.jain_milli[RING_ITSELF][0], 800);
	CHECK_EQUAL(run.jain_milli[RING_ITSELF][1], 1000);
	run.history[RING_ITSELF].rounds = ROUNDS;
	sum_shares(RING_ITSELF);
	CHECK_EQUAL(in_all[0], 35);
	CHECK_EQUAL(in_all[1], 15);
}

/* A ring of two cores at the end of a round, with so many items left in it. */
static bool all_of(const struct worker *a, const struct worker *b, unsigned left)
{
	static struct work slots[8];
	static struct ring ring;

	keep_round(0, a, b);
	ring_init(&ring, slots, 8);
	while (left--)
		ring_push(&ring, (struct work){ 0 });
	run.queue[RING_ITSELF] = &ring;
	return all_passed(RING_ITSELF);
}

TEST(fairness_tells_late_items_from_lost_ones)
{
	static const struct worker done = { 30, { 400 }, false };

	CHECK(all_of(&done, &done, 0));
	/* It found the ring full, or empty. */
	CHECK(!all_of(&done, &(struct worker){ 10, { 900 }, true }, 0));
	CHECK_EQUAL(passage_proven(&run.passage), NOT_PROVEN);
	CHECK(!all_of(&(struct worker){ 11, { 900 }, true }, &done, 1));
	CHECK_EQUAL(passage_proven(&run.passage), NOT_PROVEN);
	/* One is gone, one is too many. */
	CHECK(!all_of(&(struct worker){ 11, { 900 }, true }, &done, 0));
	CHECK_EQUAL(passage_proven(&run.passage), DISPROVEN);
	CHECK(!all_of(&done, &done, 1));
	CHECK_EQUAL(passage_proven(&run.passage), DISPROVEN);
}

TEST(fairness_is_asked_of_each_number_of_cores_above_one)
{
	struct settings alone = { .cores = 1, .variants = "" };
	struct settings four = { .cores = 4, .variants = "" };
	struct settings all = { .cores = 4, .full = true, .variants = "" };
	struct settings other = { .cores = 4, .variants = "pair" };

	CHECK_EQUAL(apart_workqueue_fairness_steps(&alone), 0);
	CHECK_EQUAL(apart_workqueue_fairness_steps(&four), 2);
	CHECK_EQUAL(apart_workqueue_fairness_steps(&all), 3);
	CHECK_EQUAL(apart_workqueue_fairness_steps(&other), 0);
}
