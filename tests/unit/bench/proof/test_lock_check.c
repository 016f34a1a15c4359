/* SPDX-License-Identifier: MIT */
/*
 * A right lock that tells one lie is found out, and the reason says which lie.
 * Wrong ones among cores: tests/golden/lock.txt and tests/wrong.
 */
#include "bench/proof/lock_check.h"

#include <sched.h>

#include "bench/conditions/timesharing.h"
#include "bench/proof/proven.h"
#include "kernel/atomic.h"
#include "kernel/string.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static struct proof check(const struct lock_kind *kind, unsigned cores)
{
	static uint32_t word;
	struct proof proof = { .why = "not asked" };
	bool right;

	fake.cores = cores;
	fake.clock.hz = 250000000; /* seconds are soon over */
	fake.ticks_itself = true;
	word = 0;
	right = lock_check(kind, &word, cores, &proof);
	CHECK_EQUAL(right, proof.proven != DISPROVEN);
	CHECK_EQUAL(!proof.why, proof.proven == PROVEN);
	CHECK_TEXT(proof.property, "mutual exclusion, no entry lost");
	CHECK_TEXT(proof.primitive, kind->name);
	return proof;
}

/* ---- alone ------------------------------------------------------------------ */

enum verb { IS_LOCKED, TRY, NO_VERB };

/* On one core: its how many-th answer of which verb is a lie. */
static struct {
	bool held;
	enum verb lies;
	unsigned at, looks, tries, acquired, released;
	uint64_t pairs;
} model;

static void model_acquire(void *lock, union lock_node *node)
{
	(void)lock;
	CHECK(!model.held);
	CHECK_EQUAL(node->room[0] & node->room[MACHINE_LINE - 1], 0xa5);
	model.held = true;
	model.acquired++;
}

static void model_release(void *lock, union lock_node *node)
{
	(void)lock, (void)node;
	CHECK(model.held);
	model.held = false;
	model.released++;
}

static bool model_try(void *lock, union lock_node *node)
{
	bool got = !model.held;
	bool lie = model.lies == TRY && ++model.tries == model.at;

	(void)lock;
	CHECK_EQUAL(node->room[0] & node->room[MACHINE_LINE - 1], 0xa5);
	model.held |= !lie;
	model.acquired += got && !lie;
	return got ^ lie;
}

static bool model_is_locked(const void *lock)
{
	(void)lock;
	return model.held ^ (++model.looks == model.at &&
			     model.lies == IS_LOCKED);
}

static void model_pairs(void *lock, uint64_t count)
{
	(void)lock;
	CHECK(!model.held);
	model.pairs = count;
}

static const struct lock_kind model_kind = {
	.name = "model", .acquire = model_acquire, .release = model_release,
	.try = model_try, .is_locked = model_is_locked, .pairs = model_pairs };

/* Of two questions on one kind the first answer counts: kinds are new ones. */
static struct lock_kind kinds[64];
static unsigned kinds_used;

static struct proof check_model(enum verb verb, unsigned at, bool has_try)
{
	struct lock_kind *kind = &kinds[kinds_used++];

	memset(&model, 0, sizeof(model));
	model.lies = verb;
	model.at = at;
	*kind = model_kind;
	if (!has_try)
		kind->try = NULL;
	return check(kind, 1);
}

TEST(lock_that_is_right_alone_is_proven)
{
	for (unsigned has_try = 0; has_try < 2; has_try++) {
		struct proof proof = check_model(NO_VERB, 0, has_try);

		CHECK_EQUAL(proof.proven, PROVEN);
		CHECK_EQUAL(proof.operations, 65536 + 500);
		CHECK_TEXT(proof.count[0].name, "met");
		CHECK_EQUAL(proof.count[0].value, 0);
		CHECK_TEXT(proof.count[1].name, "handed_over");
		CHECK_EQUAL(proof.count[1].value, 0);
		CHECK(!proof.count[2].name);
		CHECK_EQUAL(model.pairs, 65536 - 19);
		CHECK_EQUAL(model.acquired, 501 + has_try);
		CHECK_EQUAL(model.released, 501 + has_try);
		CHECK(!model.held);
	}
}

#define DENIES "is_locked denies that it is held"
#define STAYS "it is locked after its release"

TEST(lock_that_lies_alone_is_found_out)
{
	static const struct {
		enum verb verb;
		bool has_try;
		unsigned at;
		const char *why;
	} lie[] = {
		{ IS_LOCKED, true, 1, "is_locked calls a free lock locked" },
		{ IS_LOCKED, true, 2, DENIES },
		{ IS_LOCKED, true, 3, "a try in vain frees it" },
		{ IS_LOCKED, true, 4, STAYS },
		{ IS_LOCKED, true, 5, "is_locked denies that a try took it" },
		{ IS_LOCKED, true, 6, STAYS },
		{ IS_LOCKED, true, 7, DENIES },
		{ IS_LOCKED, true, 506, DENIES },
		{ IS_LOCKED, true, 507, STAYS },
		{ IS_LOCKED, false, 1, "is_locked calls a free lock locked" },
		{ IS_LOCKED, false, 4, STAYS },
		{ IS_LOCKED, false, 5, STAYS },
		{ TRY, true, 1, "try takes a lock that is held" },
		{ TRY, true, 2, "try does not take a free lock" },
		{ TRY, true, 3, "try takes a lock that a try took" },
	};

	for (unsigned i = 0; i < sizeof(lie) / sizeof(lie[0]); i++) {
		struct proof proof = check_model(lie[i].verb, lie[i].at,
						 lie[i].has_try);

		CHECK_EQUAL(proof.proven, DISPROVEN);
		CHECK_TEXT(proof.why, lie[i].why);
		CHECK_EQUAL(proof.operations > 1, lie[i].at > 6);
	}
}

/* ---- between threads -------------------------------------------------------- */

/* Two threads inside at once, for sure: each waits there for the other. */
static void meet_inside(void *lock, union lock_node *node)
{
	static uint32_t inside;
	uint32_t looks = 0;

	(void)node;
	atomic_store_relaxed((uint32_t *)lock, 1);
	atomic_add_relaxed(&inside, 1);
	while (fake.cores > 1 && atomic_load_relaxed(&inside) < 3 &&
	       ++looks < 1000000)
		sched_yield();
}

static void leave(void *lock, union lock_node *node)
{
	(void)node;
	atomic_store_relaxed((uint32_t *)lock, 0);
}

static bool is_set(const void *lock)
{
	return atomic_load_relaxed((const uint32_t *)lock);
}

TEST(lock_that_lets_both_in_is_wrong)
{
	static const struct lock_kind kind = {
		.name = "both", .acquire = meet_inside, .release = leave,
		.is_locked = is_set, .pairs = model_pairs };

	CHECK_EQUAL(check(&kind, 2).proven, DISPROVEN);
}

/* ---- asked again, and what cannot be asked ---------------------------------- */

TEST(lock_verdict_is_asked_for_once)
{
	struct proof first = check_model(NO_VERB, 0, true);
	struct proof again = check(&kinds[0], 1);

	CHECK_EQUAL(first.operations, 65536 + 500);
	CHECK_EQUAL(again.operations, 0);
	CHECK_EQUAL(again.proven, PROVEN);
	CHECK(verdict_find(&kinds[0], 1, 0));
	CHECK(!verdict_find(&kinds[0], 2, 0));
	first = check_model(TRY, 1, true);
	again = check(&kinds[1], 1);
	CHECK_EQUAL(again.proven, DISPROVEN);
	CHECK_TEXT(again.why, first.why);
	CHECK_EQUAL(again.operations, 1);
}

TEST(lock_of_counted_cores_is_not_proven)
{
	struct proof proof;

	fake.facts.trust = "tcg-icount";
	fake.cores = 2;
	timesharing_look(2);
	memset(&model, 0, sizeof(model));
	model.lies = NO_VERB;
	proof = check(&model_kind, 2);
	CHECK_EQUAL(proof.proven, NOT_PROVEN);
	CHECK_EQUAL(proof.operations, 1);
	CHECK(!proof.count[0].name);
	CHECK_EQUAL(check_model(TRY, 1, true).proven, DISPROVEN);
	CHECK_EQUAL(check_model(NO_VERB, 0, true).proven, PROVEN);
}
