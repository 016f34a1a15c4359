/* SPDX-License-Identifier: MIT */
/* The queue that all cores share, whatever is chosen for it: its bulks. */
#include "sched/queue/shared.h"

#include <stdlib.h>

#include "sched/lock/lock.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define CAPACITY 8u

static void *aligned(size_t bytes)
{
	bytes = (bytes + MACHINE_LINE_PAIR - 1) & ~(size_t)(MACHINE_LINE_PAIR - 1);
	return aligned_alloc(MACHINE_LINE_PAIR, bytes);
}

static void check_bulks(const struct lock_kind *lock,
			const struct queue_kind *queue)
{
	struct shared_queue *q = aligned(sizeof(*q));
	void *memory = aligned(shared_queue_bytes(lock, queue, CAPACITY));
	struct work in[CAPACITY + 1], out[CAPACITY + 1];
	uint64_t sum = 0;

	for (uint64_t i = 0; i <= CAPACITY; i++)
		in[i] = (struct work){ .arg = (void *)(i + 1) };
	shared_queue_init(q, memory, lock, queue, CAPACITY);
	CHECK(shared_queue_looks_empty(q));
	CHECK_EQUAL(shared_queue_pop_bulk(q, out, 2), 0);
	CHECK_EQUAL(shared_queue_push_bulk(q, in, CAPACITY + 1), CAPACITY);
	CHECK(!shared_queue_push(q, in[0]));
	CHECK(!shared_queue_looks_empty(q));
	CHECK_EQUAL(shared_queue_pop_bulk(q, out, 3), 3);
	CHECK_EQUAL(shared_queue_pop_bulk(q, out + 3, CAPACITY), CAPACITY - 3);
	for (uint32_t i = 0; i < CAPACITY; i++)
		sum += (uint64_t)out[i].arg;
	CHECK_EQUAL(sum, CAPACITY * (CAPACITY + 1) / 2);
	CHECK(shared_queue_looks_empty(q));
	CHECK_EQUAL(shared_queue_pop_bulk(q, out, 2), 0);
	free(memory);
	free(q);
}

TEST(shared_queue_moves_bulks_under_any_lock_or_queue)
{
	struct queue_kind counted;

	check_bulks(NULL, NULL);
	LOCK_EACH(lock)
		check_bulks(*lock, NULL);
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry) {
		if (shared_queue_unfit(NULL, *entry))
			continue;
		check_bulks(NULL, *entry);
		counted = **entry;
		counted.looks_empty = NULL;
		check_bulks(NULL, &counted);
	}
}

/* A task is a function: who loses it cannot carry tasks. */
TEST(shared_queue_refuses_what_carries_no_function)
{
	const char *word = "it carries no function, only an argument";

	REGISTRY_EACH(qc_queues, const struct queue_kind, entry) {
		struct queue_kind kind = **entry;

		if (shared_queue_unfit(NULL, &kind))
			continue;
		kind.flags |= QUEUE_WORD;
		CHECK_TEXT(shared_queue_unfit(NULL, &kind), word);
	}
}
