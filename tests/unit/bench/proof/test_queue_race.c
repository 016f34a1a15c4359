/* SPDX-License-Identifier: MIT */
/* The race on one thread, its verbs really held up: a right queue, and lies. */
#include "bench/proof/queue_race.h"

#include <string.h>

#include "bench/proof/crowd.h"
#include "bench/proof/hold_up.h"
#include "bench/proof/items.h"
#include "kernel/atomic.h"
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

/* ---- held up -------------------------------------------------------------------- */

static unsigned verbs_done;
static uint32_t other_done;

static void verb(void *arg)
{
	volatile uint32_t *turns = arg;

	for (unsigned i = 0; i < 20; i++)
		*turns += 1;
	verbs_done++;
}

static struct held_verb twenty = { .call = verb };

/* Core 0 is held up, core 1 talks and talks. */
static void turn(unsigned core)
{
	uint32_t turns = 0;

	if (core) {
		crowd_say(core, TRYING);
		atomic_add_relaxed(&other_done, 1);
		if (held_up() >= 20)
			crowd_content(core);
		return;
	}
	hold_up(core, &twenty, &turns, NULL);
	CHECK_EQUAL(turns, 20);
	if (held_up() >= 20)
		crowd_content(core);
}

TEST(hold_up_lets_others_go_on)
{
	const struct crowd crowd = { .cores = 2, .ms = 20000, .turn = turn };

	fake.cores = 2;
	fake.clock.hz = 250000000; /* seconds are soon over */
	hold_up_begin();
	CHECK_EQUAL(held_up(), 0);
	CHECK_TEXT(crowd_run(&crowd, &late), NULL);
	CHECK(held_up() <= verbs_done);
	if (!late) /* a busy host may let neither run while the other does */
		CHECK(held_up() >= 20 && other_done >= 4 * 20);
	hold_up_begin();
	CHECK_EQUAL(held_up(), 0);
}

/* Alone it is not held up for long, and nobody counts it. */
static void turn_alone(unsigned core)
{
	uint32_t turns = 0;

	for (unsigned i = 0; i < 50; i++)
		hold_up(core, &twenty, &turns, NULL);
	CHECK_EQUAL(turns, 50 * 20);
	CHECK_EQUAL(held_up(), 0);
	crowd_content(core);
}

TEST(hold_up_of_a_core_alone_ends)
{
	const struct crowd crowd = { .cores = 1, .ms = 20000,
				     .turn = turn_alone };

	hold_up_begin();
	CHECK_TEXT(crowd_run(&crowd, &late), NULL);
	CHECK(!late);
	CHECK_EQUAL(verbs_done, 50);
}
