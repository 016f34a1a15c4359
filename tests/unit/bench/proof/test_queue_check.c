/* SPDX-License-Identifier: MIT */
/* Queues that are wrong are found out by two threads, right ones never. */
#include "kernel/registry.h"

/* What is wrong here stands in no list: the other tests go through these. */
#undef REGISTER
#define REGISTER(section, object) _Static_assert(true, "")
#include "tests/wrong/aba.c"
#include "tests/wrong/queues.c"
#undef REGISTER
#define REGISTER(section, object)                                            \
	REGISTER_IN(section, object, registered_##object)

#include "bench/conditions/timesharing.h"
#include "bench/proof/queue_check.h"
#include "bench/proof/verdicts.h"
#include "bench/samples/scratch.h"
#include "kernel/string.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* Seconds are soon over. What a core has to see, other tests check, without
 * threads: test_queue_turn.c and its like. */
#define THREADS_HZ 250000000

static struct proof check(const struct queue_kind *kind, unsigned producers,
			  unsigned cores)
{
	struct proof proof = { .why = "not asked" };
	bool right;

	fake.cores = cores;
	fake.clock.hz = THREADS_HZ;
	fake.ticks_itself = true;
	if (!scratch_left() && fake.memory_left)
		CHECK(scratch_init());
	scratch_begin();
	right = queue_check(kind, producers, cores, &proof);
	CHECK_EQUAL(right, proof.proven != DISPROVEN);
	CHECK_EQUAL(!proof.why, proof.proven == PROVEN);
	CHECK_TEXT(proof.property, "each item once, in its promised order");
	CHECK_TEXT(proof.primitive, kind->name);
	return proof;
}

TEST_LONG(queues_that_are_wrong_are_found_out)
{
	static const struct queue_kind *const wrong[] = {
		&queue_loses, &queue_doubles, &queue_reorders, &queue_invents,
		&queue_tears, &queue_overwrites, &queue_lies_when_full,
		&queue_lies_when_empty, &queue_pops_late, &queue_pushes_late,
		&queue_for_two_only, &queue_shows_early, &queue_frees_early,
		&queue_wraps_wrong, &queue_aba, &queue_narrow,
		&queue_short_bulk };

	for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct proof proof = check(wrong[i], 1, 2);

		if (proof.proven == PROVEN)
			CHECK_TEXT(wrong[i]->name, "found out");
	}
}

/* What is seen alone is certain, and so is its reason. */
TEST(queues_that_are_wrong_alone_are_told_apart)
{
	static const struct {
		const struct queue_kind *kind;
		const char *why;
	} wrong[] = {
		{ &queue_loses, "a pop finds nothing where items are" },
		{ &queue_doubles, "an item came twice" },
		{ &queue_overwrites, "items came out of order" },
		{ &queue_lies_when_full, "items came out of order" },
		{ &queue_lies_when_empty,
		  "an item came that nobody had pushed" },
		{ &queue_reorders, "items came out of order" },
		{ &queue_invents, "an item came that nobody had pushed" },
		{ &queue_narrow, "it calls itself full though it has room" },
		{ &queue_short_bulk, "a pop finds nothing where items are" },
	};

	for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct proof proof = check(wrong[i].kind, 1, 1);

		CHECK_EQUAL(proof.proven, DISPROVEN);
		CHECK_TEXT(proof.why, wrong[i].why);
		CHECK_EQUAL(proof.operations, 65536);
		CHECK(!proof.count[0].name);
	}
}

TEST(queues_that_are_right_alone_are_proven)
{
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry) {
		struct proof proof = check(*entry, 1, 1);

		CHECK_EQUAL(proof.proven, PROVEN);
		CHECK_EQUAL(proof.operations, 65536);
		CHECK(!proof.count[0].name);
	}
}

static const struct queue_kind *kind_of(const char *name)
{
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		if (!strcmp((*entry)->name, name))
			return *entry;
	return NULL;
}

static uint64_t count_of(const struct proof *proof, const char *name)
{
	for (unsigned i = 0; i < PROOF_COUNTS && proof->count[i].name; i++)
		if (!strcmp(proof->count[i].name, name))
			return proof->count[i].value;
	return 0;
}

/* On a busy host it may be NOT_PROVEN; PROVEN it has seen all of that. */
static void check_right(const char *name, unsigned producers, unsigned cores)
{
	struct proof proof = check(kind_of(name), producers, cores);

	CHECK(proof.proven != DISPROVEN);
	if (proof.proven != PROVEN)
		return;
	CHECK(proof.operations > 65536 + 500);
	CHECK(count_of(&proof, "met") >= 32);
	CHECK(count_of(&proof, "full") >= 8);
	CHECK(count_of(&proof, "empty") >= 8);
	CHECK(count_of(&proof, "raced") >= 200);
	CHECK(count_of(&proof, "held_up") >= 200);
}

TEST_LONG(queue_mpmc_is_never_called_wrong)
{
	check_right("mpmc", 1, 2);
}

TEST_LONG(queue_two_is_never_called_wrong)
{
	check_right("two", 2, 3);
}

TEST_LONG(queue_ring_is_never_called_wrong)
{
	check_right("ring", 2, 4);
}

TEST_LONG(queue_spsc_is_never_called_wrong)
{
	check_right("spsc", 1, 2);
}

TEST_LONG(queue_deque_is_never_called_wrong)
{
	check_right("deque", 1, 2);
}

TEST_LONG(queue_steal_is_never_called_wrong)
{
	check_right("steal", 1, 2);
}

TEST(queue_verdict_is_asked_for_once)
{
	struct proof first = check(kind_of("two"), 1, 1), again;

	again = check(kind_of("two"), 1, 1);
	CHECK_EQUAL(first.operations, 65536);
	CHECK_EQUAL(again.operations, 0);
	CHECK_EQUAL(again.proven, PROVEN);
	first = check(&queue_loses, 1, 1);
	again = check(&queue_loses, 1, 1);
	CHECK_EQUAL(again.operations, first.operations);
	CHECK_TEXT(again.why, first.why);
	CHECK(verdict_find(kind_of("two"), 1, 1));
	CHECK(!verdict_find(kind_of("two"), 2, 1));
}

TEST(queue_without_memory_is_not_proven)
{
	struct proof proof;

	fake.memory_left = 0;
	proof = check(kind_of("two"), 1, 1);
	CHECK_EQUAL(proof.proven, NOT_PROVEN);
	CHECK_TEXT(proof.why, "not enough memory to prove it");
	CHECK_EQUAL(proof.operations, 0);
}

TEST(queue_of_counted_cores_is_not_proven)
{
	struct proof proof;

	fake.facts.trust = "tcg-icount";
	fake.cores = 2;
	timesharing_look(2);
	proof = check(kind_of("two"), 1, 2);
	CHECK_EQUAL(proof.proven, NOT_PROVEN);
	CHECK_EQUAL(proof.operations, 65536);
	CHECK(!proof.count[0].name);
	CHECK_EQUAL(check(&queue_loses, 1, 2).proven, DISPROVEN);
}

TEST(queues_that_are_variations_are_for_the_full_suite)
{
	CHECK(queue_full_only(&(struct queue_kind){ .name = "ring/mcs" }));
	CHECK(queue_full_only(&(struct queue_kind){ .name = "spsc/plain" }));
	CHECK(!queue_full_only(&(struct queue_kind){ .name = "ring" }));
	CHECK(!queue_full_only(&(struct queue_kind){ .name = "spsc" }));
}
