/* SPDX-License-Identifier: MIT */
/*
 * A queue's verbs and items for bench/proof/queue_check.c and queue_race.c,
 * among cores that the test plays: fake_crowd.h. The trace has 'u' for each
 * push, 'o' for each pop, 'U' and 'O' for those held up, 'B' where items begin
 * anew, and 'D' where the queue is drained.
 */
#ifndef TESTS_UNIT_BENCH_PROOF_QUEUE_APART_H
#define TESTS_UNIT_BENCH_PROOF_QUEUE_APART_H

#include <string.h>

#include "bench/proof/items.h"
#include "bench/proof/queue_verbs.h"
#include "tests/unit/bench/proof/fake_crowd.h"
#include "tests/unit/test.h"

static struct {
	uint32_t moves;        /* items, each verb */
	unsigned without;      /* producer without items left; NOBODY */
	uint64_t popped;       /* items_popped() */
	const char *left;      /* queue_drain() */
	void (*on_verb)(void);
	unsigned verbs, drained;
} verbs;

#define NOBODY 1000u

static struct queue_kind kind; /* the test sets what it needs */

static uint32_t verb_done(char what)
{
	fake_trace(what);
	verbs.verbs++;
	if (verbs.on_verb)
		verbs.on_verb();
	return verbs.moves;
}

static uint32_t apart_push_some(unsigned core, bool held)
{
	CHECK(queue_pushes(core));
	return verb_done(held ? 'U' : 'u');
}

static uint32_t apart_pop_some(unsigned core, bool held)
{
	CHECK(queue_pops(core));
	return verb_done(held ? 'O' : 'o');
}

static const char *apart_drain(void)
{
	verbs.drained++;
	fake_trace('D');
	return verbs.left;
}

static void apart_begin_items(void)
{
	fake_trace('B');
	verbs.without = NOBODY;
}

static bool apart_items_left(unsigned producer)
{
	return producer != verbs.without;
}

static uint64_t apart_items_popped(void)
{
	return verbs.popped;
}

static void begin_queue(unsigned producers, unsigned cores, bool mixed)
{
	fake_crowd(cores);
	memset(&verbs, 0, sizeof(verbs));
	verbs.without = NOBODY;
	items_begin(cores, cores, true);
	queue_checked = (struct queue_checked){
		.kind = &kind, .producers = producers, .cores = cores,
		.mixed = mixed };
}

#define queue_push_some apart_push_some
#define queue_pop_some apart_pop_some
#define queue_drain apart_drain
#define queue_begin_items apart_begin_items
#define items_left apart_items_left
#define items_popped apart_items_popped
#define hold_up_begin() (crowd_is.held_up = 0)
#define held_up() fake_held_up()

#endif
