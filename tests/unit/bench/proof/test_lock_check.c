/* SPDX-License-Identifier: MIT */
/*
 * A right lock that tells one lie is found out, and the reason says which lie.
 * Wrong ones between threads are found out, right ones never.
 */
#include "kernel/registry.h"

/* What is wrong here stands in no list: the other tests go through these. */
#undef REGISTER
#define REGISTER(section, object) _Static_assert(true, "")
#include "tests/wrong/locks.c"
#undef REGISTER
#define REGISTER(section, object)                                            \
	REGISTER_IN(section, object, registered_##object)

#include <sched.h>

#include "bench/conditions/timesharing.h"
#include "bench/proof/lock_check.h"
#include "bench/proof/verdicts.h"
#include "kernel/string.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* The explorer's: x86 makes them right, or nearly always. And those which may
 * keep both for ever: the watchdog's. */
static const struct lock_kind *const explored[] __attribute__((unused)) = {
	&lock_kind_no_fence, &lock_kind_relaxed_acquire,
	&lock_kind_relaxed_release, &lock_kind_wraps_at_8,
	&lock_kind_wraps_at_16 };

/* Seconds are soon over. What a core has to see, other tests check, without
 * threads: test_lock_inside.c and its like. */
#define THREADS_HZ 250000000

static uint64_t memory[512] __attribute__((aligned(MACHINE_LINE_PAIR)));

static struct proof check(const struct lock_kind *kind, unsigned cores)
{
	struct proof proof = { .why = "not asked" };
	bool right;

	fake.cores = cores;
	fake.clock.hz = THREADS_HZ;
	fake.ticks_itself = true;
	memset(memory, 0, sizeof(memory));
	CHECK(kind->size <= sizeof(memory));
	right = lock_check(kind, memory, cores, &proof);
	CHECK_EQUAL(right, proof.proven != DISPROVEN);
	CHECK_EQUAL(!proof.why, proof.proven == PROVEN);
	CHECK_TEXT(proof.property, "mutual exclusion, no entry lost");
	CHECK_TEXT(proof.primitive, kind->name);
	return proof;
}

static uint64_t count_of(const struct proof *proof, const char *name)
{
	for (unsigned i = 0; i < PROOF_COUNTS && proof->count[i].name; i++)
		if (!strcmp(proof->count[i].name, name))
			return proof->count[i].value;
	return 0;
}

/* ---- alone ------------------------------------------------------------------ */

/* On one core: its how many-th answer of which verb is a lie. */
static struct {
	bool held;
	enum { IS_LOCKED, TRY, NO_VERB } lies;
	unsigned at, looks, tries, acquired, released;
	uint64_t pairs;
} model;

static void model_init(void *lock)
{
	(void)lock;
	model.held = false;
}

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
	bool got = !model.held, lie = model.lies == TRY &&
				      ++model.tries == model.at;

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
	.name = "model", .init = model_init, .acquire = model_acquire,
	.release = model_release, .try = model_try,
	.is_locked = model_is_locked, .pairs = model_pairs };

/* Of two questions on one kind the first answer counts: kinds are new ones. */
static struct lock_kind kinds[64];
static unsigned kinds_used;

static struct proof check_model(int verb, unsigned at, bool has_try)
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

TEST(lock_that_lies_alone_is_found_out)
{
	static const struct {
		int verb;
		bool has_try;
		unsigned at;
		const char *why;
	} lie[] = {
		{ IS_LOCKED, true, 1, "is_locked calls a free lock locked" },
		{ IS_LOCKED, true, 2, "is_locked denies that it is held" },
		{ IS_LOCKED, true, 3, "a try in vain frees it" },
		{ IS_LOCKED, true, 4, "it is locked after its release" },
		{ IS_LOCKED, true, 5, "is_locked denies that a try took it" },
		{ IS_LOCKED, true, 6, "it is locked after its release" },
		{ IS_LOCKED, true, 7, "is_locked denies that it is held" },
		{ IS_LOCKED, true, 506, "is_locked denies that it is held" },
		{ IS_LOCKED, true, 507, "it is locked after its release" },
		{ IS_LOCKED, false, 1, "is_locked calls a free lock locked" },
		{ IS_LOCKED, false, 4, "it is locked after its release" },
		{ IS_LOCKED, false, 5, "it is locked after its release" },
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

/* On a busy host it may be NOT_PROVEN. */
#define FOUND_OUT(lock)                                                      \
	TEST(lock_##lock##_is_found_out)                                     \
	{                                                                    \
		CHECK(check(&lock_kind_##lock, 2).proven != PROVEN);         \
	}

FOUND_OUT(nothing)
FOUND_OUT(plain_store)
FOUND_OUT(two_steps)
FOUND_OUT(early_release)
FOUND_OUT(own_word)
FOUND_OUT(impatient)
FOUND_OUT(by_force)
FOUND_OUT(same_ticket)
FOUND_OUT(serves_two)
FOUND_OUT(always_free)
FOUND_OUT(lying_try)
FOUND_OUT(freeing_try)
FOUND_OUT(rare_try)

/* On a busy host it may be NOT_PROVEN; PROVEN it has seen all of that. */
static void check_right(unsigned cores)
{
	LOCK_EACH(entry) {
		bool shared = timeshared(); /* it may begin or end meanwhile */
		struct proof proof = check(*entry, cores);

		if (proof.proven == DISPROVEN)
			CHECK_TEXT(proof.why, (*entry)->name);
		if (proof.proven != PROVEN)
			continue;
		CHECK(proof.operations >= 65536 + 500 * cores);
		CHECK(count_of(&proof, "met") >= 16);
		CHECK(count_of(&proof, "handed_over") >= 300 * cores);
		CHECK(count_of(&proof, "held_up") >=
		      (shared || timeshared() ? 12 : 120));
	}
}

TEST_LONG(locks_that_are_right_are_never_called_wrong_on_two_cores)
{
	check_right(2);
}

/* Two threads inside at once, for sure: each waits there for the other. */
static uint32_t inside;

static void meet_inside(void *lock, union lock_node *node)
{
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

static void set_free(void *lock)
{
	atomic_store_relaxed((uint32_t *)lock, 0);
}

TEST(lock_that_lets_both_in_is_wrong)
{
	static struct lock_kind kind;
	struct proof proof;

	kind = model_kind;
	kind.acquire = meet_inside;
	kind.release = leave;
	kind.is_locked = is_set;
	kind.try = NULL;
	kind.init = set_free;
	inside = 0;
	proof = check(&kind, 2);
	CHECK_EQUAL(proof.proven, DISPROVEN);
}

/* One who comes seldom is not met often enough: nothing is said then. */
static uint32_t word;

static void keep_core_1_out(void *lock, union lock_node *node)
{
	(void)node;
	while (machine_core() && atomic_load_relaxed(&word) < 500)
		sched_yield();
	take(lock);
	atomic_add_relaxed(&word, 1);
}

TEST(lock_whose_cores_seldom_meet_is_not_proven)
{
	static struct lock_kind kind;
	struct proof proof;

	kind = model_kind;
	kind.name = "lonely";
	kind.acquire = keep_core_1_out;
	kind.release = leave;
	kind.is_locked = is_set;
	kind.try = NULL;
	kind.init = set_free;
	word = 0;
	proof = check(&kind, 2);
	CHECK(proof.proven != DISPROVEN);
	if (proof.proven == NOT_PROVEN)
		CHECK(!strcmp(proof.why, "cores did not wait for each other "
					 "often enough") ||
		      !strcmp(proof.why, "cores seldom entered while another "
					 "was held up in a verb"));
}

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
	static struct lock_kind kind;
	struct proof proof;

	fake.facts.trust = "tcg-icount";
	fake.cores = 2;
	timesharing_look(2);
	kind = model_kind;
	memset(&model, 0, sizeof(model));
	model.lies = NO_VERB;
	proof = check(&kind, 2);
	CHECK_EQUAL(proof.proven, NOT_PROVEN);
	CHECK_EQUAL(proof.operations, 1);
	CHECK(!proof.count[0].name);
	CHECK_EQUAL(check_model(TRY, 1, true).proven, DISPROVEN);
	CHECK_EQUAL(check_model(NO_VERB, 0, true).proven, PROVEN);
}
