/* SPDX-License-Identifier: MIT */
/* The race on one thread, its verbs really held up: a right queue, and lies. */
#include "bench/proof/queue_verbs.h"

#include <string.h>

#include "bench/proof/crowd.h"
#include "bench/proof/hold_up.h"
#include "bench/proof/items.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define CAPACITY 8u

static struct {
	struct work item[CAPACITY];
	uint32_t oldest, held;
	unsigned pushes, pops;
	unsigned lose, twice; /* the how many-th item */
	struct work last;
} q;

static uint32_t push_n(const struct work *work, uint32_t n)
{
	uint32_t done = 0;

	for (; done < n && q.held < CAPACITY; done++)
		if (++q.pushes != q.lose)
			q.item[(q.oldest + q.held++) % CAPACITY] = work[done];
	return done;
}

static uint32_t pop_n(struct work *work, uint32_t n)
{
	uint32_t done = 0;

	for (; done < n && q.held; done++) {
		work[done] = ++q.pops == q.twice ? q.last : q.item[q.oldest];
		q.last = work[done];
		q.oldest = (q.oldest + 1) % CAPACITY;
		q.held--;
	}
	return done;
}

static bool push(void *queue, struct work work)
{
	(void)queue;
	return push_n(&work, 1);
}

static bool pop(void *queue, struct work *work)
{
	(void)queue;
	return pop_n(work, 1);
}

static uint32_t push_bulk(void *queue, const struct work *work, uint32_t n)
{
	(void)queue;
	return push_n(work, n);
}

static uint32_t pop_bulk(void *queue, struct work *work, uint32_t n)
{
	(void)queue;
	return pop_n(work, n);
}

static const struct queue_kind kind = {
	.name = "model", .flags = QUEUE_MANY_PUSH | QUEUE_MANY_POP,
	.push = push, .pop = pop, .push_bulk = push_bulk,
	.pop_bulk = pop_bulk };

static bool late;
static uint64_t popped;

static const char *race(unsigned lose, unsigned twice)
{
	memset(&q, 0, sizeof(q));
	q.lose = lose;
	q.twice = twice;
	queue_checked = (struct queue_checked){
		.kind = &kind, .queue = &q, .producers = 1, .cores = 1,
		.mixed = true };
	return queue_race(&late, &popped);
}

TEST(queue_race_of_a_right_queue_leaves_it_empty)
{
	fake.clock.hz = 250000000; /* seconds are soon over */
	CHECK_TEXT(race(0, 0), NULL);
	CHECK(late); /* nobody to meet */
	CHECK_EQUAL(q.held, 0);
	CHECK_EQUAL(popped, q.pushes);
	CHECK_EQUAL(popped, q.pops);
	CHECK_EQUAL(held_up(), 0);
	CHECK_EQUAL(crowd_least_meetings(), 0);
}

TEST(queue_race_finds_what_is_lost_or_comes_twice)
{
	for (unsigned at = 2; at < 50; at += 12) {
		CHECK_TEXT(race(at, 0), "an item was lost");
		CHECK(q.pushes < at + 64); /* in the same round */
		CHECK_TEXT(race(0, at), "an item came twice");
		CHECK(q.pops < at + 64);
	}
}

/* Of a thousand producers each has 131: they begin anew, and all are counted.
 * (On a very busy host the race may be over before.) */
TEST(queue_race_goes_on_where_items_end)
{
	static const struct queue_kind owned = {
		.name = "model", .flags = QUEUE_OWNER, .push = push, .pop = pop,
		.push_bulk = push_bulk, .pop_bulk = pop_bulk };

	fake.clock.hz = 250000000;
	memset(&q, 0, sizeof(q));
	queue_checked = (struct queue_checked){
		.kind = &owned, .queue = &q, .producers = 1000, .cores = 1 };
	CHECK_TEXT(queue_race(&late, &popped), NULL);
	CHECK_EQUAL(popped, q.pushes);
}

/* ---- who does what ------------------------------------------------------------ */

TEST(queue_verbs_are_whose_they_are)
{
	static struct queue_kind owned = { .flags = QUEUE_OWNER };

	queue_checked = (struct queue_checked){
		.kind = &kind, .producers = 2, .cores = 4 };
	for (unsigned core = 0; core < 4; core++) {
		CHECK_EQUAL(queue_pushes(core), core < 2);
		CHECK_EQUAL(queue_pops(core), core >= 2);
	}
	queue_checked.kind = &owned;
	queue_checked.producers = 1;
	CHECK(queue_pushes(0) && queue_pops(0));
	CHECK(!queue_pushes(1) && queue_pops(1));
	queue_checked.mixed = true;
	CHECK(queue_pushes(3) && queue_pops(3));
}

/* By whomever they were pushed, and however many cores take part. */
TEST(queue_drain_finds_items_out_of_order)
{
	for (unsigned cores = 1; cores < 4; cores++) {
		struct work work[2];

		memset(&q, 0, sizeof(q));
		queue_checked = (struct queue_checked){
			.kind = &kind, .queue = &q, .producers = 1,
			.cores = cores };
		queue_begin_items();
		work[1] = item_next(0);
		item_pushed(0, 1);
		work[0] = item_next(0);
		item_pushed(0, 1);
		CHECK_EQUAL(push_n(work, 2), 2);
		CHECK_TEXT(queue_drain(), "items came out of order");
	}
}
