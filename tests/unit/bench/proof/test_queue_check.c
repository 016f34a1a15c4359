/* SPDX-License-Identifier: MIT */
/*
 * A queue's check on one core, and what is asked again or cannot be asked.
 * Among cores: tests/golden/wrong-queues.txt and tests/wrong.
 */
#include "kernel/registry.h"

/* What is wrong here stands in no list: the other tests go through these. */
#undef REGISTER
#define REGISTER(section, object) _Static_assert(true, "")
#include "tests/wrong/queues.c"
#undef REGISTER
#define REGISTER(section, object)                                            \
	REGISTER_IN(section, object, registered_##object)

#include "bench/conditions/timesharing.h"
#include "bench/proof/queue_check.h"
#include "bench/proof/proven.h"
#include "bench/samples/scratch.h"
#include "kernel/string.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static struct proof check(const struct queue_kind *kind, unsigned producers,
			  unsigned cores)
{
	struct proof proof = { .why = "not asked" };
	bool right;

	fake.cores = cores;
	fake.clock.hz = 250000000; /* seconds are soon over */
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

TEST(queues_that_are_right_alone_are_proven)
{
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry) {
		struct proof proof = check(*entry, 1, 1);

		CHECK_EQUAL(proof.proven, PROVEN);
		CHECK_EQUAL(proof.operations, 65536);
		CHECK(!proof.count[0].name);
	}
}

/* ---- its places ------------------------------------------------------------- */

static uint32_t made[5]; /* alone, as it is timed, and for all cores */
static unsigned times_made;

static void init_and_note(void *queue, void *memory, uint32_t capacity)
{
	CHECK_EQUAL(*(uint8_t *)memory, 0xa5); /* not what it would like */
	queue_pops_late.init(queue, memory, capacity);
	CHECK(times_made < 5);
	made[times_made++ % 5] = capacity;
}

static bool pop_invented_among_cores(void *queue, struct work *work)
{
	*work = (struct work){ 0 };
	return times_made == 5 || queue_pops_late.pop(queue, work);
}

TEST(queue_check_has_a_place_for_each_core)
{
	static const uint32_t places[][2] = { { 2, 8 }, { 8, 8 }, { 9, 16 } };
	static struct queue_kind kinds[3];

	for (unsigned i = 0; i < 3; i++) {
		uint32_t cores = places[i][0];

		kinds[i] = queue_pops_late;
		kinds[i].init = init_and_note;
		kinds[i].pop = pop_invented_among_cores;
		times_made = 0;
		CHECK_EQUAL(check(&kinds[i], 1, cores).proven, DISPROVEN);
		CHECK_EQUAL(made[0], 8);
		CHECK_EQUAL(made[1], queue_capacity(cores));
		CHECK_EQUAL(made[2], 1024);
		CHECK_EQUAL(made[3], 64);
		CHECK_EQUAL(made[4], places[i][1]);
	}
}

/* ---- asked again, and what cannot be asked ---------------------------------- */

static const struct queue_kind *ours(void)
{
	return *__start_qc_queues;
}

TEST(queue_verdict_is_asked_for_once)
{
	struct proof first = check(ours(), 1, 1), again;

	again = check(ours(), 1, 1);
	CHECK_EQUAL(first.operations, 65536);
	CHECK_EQUAL(again.operations, 0);
	CHECK_EQUAL(again.proven, PROVEN);
	first = check(&queue_loses, 1, 1);
	again = check(&queue_loses, 1, 1);
	CHECK_EQUAL(again.operations, first.operations);
	CHECK_TEXT(again.why, first.why);
	CHECK(verdict_find(ours(), 1, 1));
	CHECK(!verdict_find(ours(), 2, 1));
}

TEST(queue_without_memory_is_not_proven)
{
	struct proof proof;

	fake.memory_left = 0;
	proof = check(ours(), 1, 1);
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
	proof = check(ours(), 1, 2);
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
