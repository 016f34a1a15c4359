/* SPDX-License-Identifier: MIT */
/* bench/proof/lock_check.c among cores that the test plays: fake_crowd.h. */
#ifndef TESTS_UNIT_BENCH_PROOF_LOCK_APART_H
#define TESTS_UNIT_BENCH_PROOF_LOCK_APART_H

#include "bench/conditions/watchdog.h"
#include "tests/unit/bench/proof/fake_crowd.h"

static struct {
	bool held, denies, watched;
	unsigned acquired, tried, vain;
} model;

#include "bench/proof/lock_race.h"

#define lock_count(kind, lock, cores, entered)                               \
	((void)(cores), *(entered) = 0, (const char *)NULL)
#define lock_check lock_check_apart
#define lock_race fake_lock_race
#define held_up() fake_held_up()
#define watchdog_begin() (model.watched = true)
#define watchdog_end() (model.watched = false)
#include "bench/proof/proven.h"

/* Of each test file its own. */
__attribute__((unused))
static bool lock_check_apart(const struct lock_kind *kind, void *lock,
			     unsigned cores, struct proof *proof);
#include "bench/proof/lock_check.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static void set_free(void *lock)
{
	(void)lock;
	model.held = false;
}

static void model_acquire(void *lock, union lock_node *node)
{
	CHECK(lock == &model);
	(void)node;
	model.acquired++;
	fake_trace('A');
	model.held = true;
}

static bool model_try(void *lock, union lock_node *node)
{
	CHECK(lock == &model);
	(void)node;
	model.tried++;
	fake_trace('Y');
	if (model.vain) {
		model.vain--;
		return false;
	}
	if (model.held)
		return false;
	return model.held = true;
}

static void model_release(void *lock, union lock_node *node)
{
	CHECK(lock == &model);
	(void)node;
	model.held = false;
	fake_trace('R');
}

static bool model_is_locked(const void *lock)
{
	CHECK(lock == &model);
	return model.held && !model.denies;
}

static void model_pairs(void *lock, uint64_t count)
{
	CHECK(lock == &model);
	(void)count;
}

static struct lock_kind model_kind = {
	.name = "model", .init = set_free, .acquire = model_acquire,
	.release = model_release, .try = model_try,
	.is_locked = model_is_locked, .pairs = model_pairs };

static void begin(unsigned cores)
{
	fake_crowd(cores);
	memset(&model, 0, sizeof(model));
	memset(account, 0, sizeof(account));
	check.kind = &model_kind;
	check.lock = &model;
	check.first = check.second = check.last = 0;
}

#endif
