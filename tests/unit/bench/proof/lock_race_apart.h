/* SPDX-License-Identifier: MIT */
/* bench/proof/lock_race.c among cores that the test plays: fake_crowd.h. */
#ifndef TESTS_UNIT_BENCH_PROOF_LOCK_RACE_APART_H
#define TESTS_UNIT_BENCH_PROOF_LOCK_RACE_APART_H

#include <string.h>

#include "tests/unit/bench/proof/fake_crowd.h"

#define lock_race lock_race_apart
#define hold_up_begin() (crowd_is.held_up = 0)
#define hold_up(core, verb, arg, others) fake_hold_up(core, verb, arg, others)
#define held_up() fake_held_up()
#define hold_up_now() fake_hold_up_now()
#define hold_up_steps_since() fake_steps_since()

/* Of each test file its own. */
__attribute__((unused))
static const char *lock_race_apart(const struct lock_kind *kind, void *lock,
				   unsigned cores, bool *late,
				   uint64_t *entered);
#include "bench/proof/lock_race.c"

#include "tests/unit/test.h"

static struct {
	bool denies;
	unsigned vain;  /* tries */
	unsigned ends;  /* with that one the core held up has ended */
} model;

static void model_acquire(void *lock, union lock_node *node)
{
	CHECK(lock == &model);
	(void)node;
	fake_trace('A');
}

static bool model_try(void *lock, union lock_node *node)
{
	CHECK(lock == &model);
	(void)node;
	fake_trace('Y');
	if (model.ends && !--model.ends)
		race.ended++;
	if (!model.vain)
		return true;
	model.vain--;
	return false;
}

static void model_release(void *lock, union lock_node *node)
{
	CHECK(lock == &model);
	(void)node;
	fake_trace('R');
}

static bool model_is_locked(const void *lock)
{
	CHECK(lock == &model);
	return !model.denies;
}

static const struct lock_kind model_kind = {
	.name = "model", .acquire = model_acquire, .release = model_release,
	.try = model_try, .is_locked = model_is_locked };

#define BY_TRY (4u << 8)
#define BY_ACQUIRE (7u << 8)

static void begin(unsigned cores)
{
	fake_crowd(cores);
	memset(&model, 0, sizeof(model));
	memset(&race, 0, sizeof(race));
	memset(runner, 0, sizeof(runner));
	race.kind = &model_kind;
	race.lock = &model;
	crowd_is.steps_since = STEPS_SINCE; /* the one held up is kept out */
}

#endif
