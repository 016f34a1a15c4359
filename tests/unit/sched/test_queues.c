/* SPDX-License-Identifier: MIT */
/* Every registered queue in its memory and in measured loops, and what is
 * particular to some. Order, full, empty and bulks of each, by one thread:
 * queues_that_are_right_alone_are_proven. */
#include "sched/queue/queue.h"

#include <stdlib.h>

#include "sched/lock/lock.h"
#include "sched/queue/deque.h"
#include "sched/queue/percore.h"
#include "sched/queue/ring.h"
#include "sched/queue/shared.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/sched/memory.h"
#include "tests/unit/test.h"

#define CAPACITY 8u
#define GUARD 64u

/* The failure names the queue; the line says what failed. */
#define CHECK_OF(kind, condition)                                            \
	check_true(__FILE__, __LINE__, (kind)->name, (condition))

#define EACH_KIND(entry)                                                     \
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)

static struct work item(uint64_t value)
{
	return (struct work){ .arg = (void *)value };
}

static uint64_t value_of(struct work work)
{
	return (uint64_t)work.arg;
}

static void *make(const struct queue_kind *kind, uint32_t capacity)
{
	void *queue = dirty_memory(kind->size);

	kind->init(queue, dirty_memory(kind->bytes(capacity)), capacity);
	return queue;
}

TEST(ring_indices_wrap)
{
	struct work slot[CAPACITY], work;
	struct ring ring;

	ring_init(&ring, slot, CAPACITY);
	ring.buffer.head = ring.buffer.tail = UINT32_MAX - 2;
	for (uint64_t i = 0; i < CAPACITY; i++)
		CHECK(ring_push(&ring, item(i)));
	CHECK(!ring_push(&ring, item(99)));
	for (uint64_t i = 0; i < CAPACITY; i++)
		CHECK(ring_pop(&ring, &work) && value_of(work) == i);
	CHECK(!ring_pop(&ring, &work));
}

TEST(queues_stay_in_their_memory)
{
	EACH_KIND(entry) {
		const struct queue_kind *kind = *entry;
		for (uint32_t capacity = 2; capacity <= 64; capacity *= 2) {
			size_t bytes = kind->bytes(capacity);
			uint8_t *memory = dirty_memory(bytes + GUARD);
			void *q = dirty_memory(kind->size);
			unsigned pushed = 0, wrong = 0;

			kind->init(q, memory, capacity);
			while (kind->push(q, item(0)))
				pushed++;
			CHECK_OF(kind, pushed == capacity);
			for (unsigned i = 0; i < GUARD; i++)
				wrong += memory[bytes + i] != DIRT;
			CHECK_OF(kind, !wrong);
		}
	}
}

TEST(queues_measured_loops_leave_it_empty)
{
	EACH_KIND(entry) {
		const struct queue_kind *kind = *entry;
		void *q = make(kind, 64);
		struct work work;

		CHECK_OF(kind, kind->pairs(q, 100) == 100);
		CHECK_OF(kind, kind->pairs8(q, 100) == 104);
		CHECK_OF(kind, kind->pairs32(q, 100) == 128);
		CHECK_OF(kind, kind->pushes(q, 40) == 40);
		CHECK_OF(kind, kind->pops(q, 40) == 40);
		CHECK_OF(kind, kind->pushes32(q, 64) == 64);
		CHECK_OF(kind, kind->pops32(q, 64) == 64);
		CHECK_OF(kind, !kind->pop(q, &work));
		if (!kind->steal)
			continue;
		kind->pushes(q, 64);
		CHECK_OF(kind, kind->steals(q, 10) == 10);
		CHECK_OF(kind, kind->steals32(q, 32) == 32);
		CHECK_OF(kind, kind->pops(q, 22) == 22);
	}
}

/* ---- stealing -------------------------------------------------------------- */

static struct deque *make_deque(uint32_t capacity)
{
	struct deque *q = dirty_memory(sizeof(*q));

	deque_init(q, dirty_memory(deque_bytes(capacity)), capacity);
	return q;
}

TEST(deque_steals_the_oldest)
{
	struct deque *q = make_deque(CAPACITY);
	struct work work, batch[CAPACITY];

	/* Also where the index in top runs over into the tag. */
	q->bottom = q->top_seen = UINT32_MAX - 2;
	q->top = UINT32_MAX - 2;
	CHECK(!deque_steal(q, &work));
	for (uint64_t i = 0; i < CAPACITY; i++)
		CHECK(deque_push(q, item(i)));
	CHECK(deque_steal(q, &work) && value_of(work) == 0);
	CHECK(deque_pop(q, &work) && value_of(work) == 7);
	CHECK_EQUAL(deque_steal_half(q, batch, 8), 3);
	CHECK(value_of(batch[0]) == 1 && value_of(batch[2]) == 3);
	CHECK_EQUAL(deque_steal_half(q, batch, 1), 1);
	CHECK_EQUAL(deque_steal_half(q, batch, 0), 0);
	CHECK_EQUAL(value_of(batch[0]), 4);
	CHECK_EQUAL(deque_pop_bulk(q, batch, 8), 2);
	CHECK(value_of(batch[0]) == 6 && value_of(batch[1]) == 5);
	CHECK(!deque_steal(q, &work) && !deque_pop(q, &work));
	CHECK_EQUAL(deque_steal_half(q, batch, 8), 0);
}

TEST(deque_a_batch_is_bounded)
{
	struct deque *q = make_deque(256);
	struct work batch[256];

	for (uint64_t i = 0; i < 256; i++)
		deque_push(q, item(i));
	CHECK_EQUAL(deque_steal_half(q, batch, 256), DEQUE_BATCH);
	CHECK_EQUAL(value_of(batch[DEQUE_BATCH - 1]), DEQUE_BATCH - 1);
	CHECK_EQUAL(deque_pop_bulk(q, batch, 256), 256 - DEQUE_BATCH);
	CHECK_EQUAL(value_of(batch[0]), 255);
}

/* Whoever has one, from whichever core the search begins. */
TEST(percore_finds_every_victim)
{
	enum { CORES = 5 };
	struct percore s;
	struct work batch[DEQUE_BATCH];

	percore_init_for(&s, dirty_memory(percore_bytes_for(CORES, CAPACITY)),
			 CORES, CAPACITY);
	for (uint64_t i = 0; i < 100; i++) {
		unsigned thief = (i + 1 + i / CORES % (CORES - 1)) % CORES;

		CHECK(percore_push_own(&s, i % CORES, item(i)));
		CHECK_EQUAL(percore_steal(&s, thief, CORES, batch, DEQUE_BATCH),
			    1);
		CHECK_EQUAL(value_of(batch[0]), i);
	}
}

/* ---- the same as a queue: who calls is the core -------------------------------- */

TEST(percore_pops_its_own_then_steals)
{
	struct percore q;
	struct work works[CAPACITY];

	fake.cores = 3;
	percore_init(&q, dirty_memory(percore_bytes(CAPACITY)), CAPACITY);
	fake_machine_enter(2);
	for (uint64_t i = 0; i < CAPACITY; i++)
		CHECK(percore_push(&q, item(i)));
	CHECK(!percore_push(&q, item(99)));
	fake_machine_enter(0);
	CHECK(percore_push(&q, item(50))); /* its own part has room */
	CHECK(percore_pop(&q, works) && value_of(works[0]) == 50);
	CHECK(percore_pop(&q, works) && value_of(works[0]) == 0);
	CHECK(percore_pop(&q, works) && value_of(works[0]) == 3); /* its own */
	fake_machine_enter(1);
	/* All that is left, wherever it is. */
	CHECK_EQUAL(percore_pop_bulk(&q, works, CAPACITY), CAPACITY - 2);
	CHECK(!percore_pop(&q, works));
	CHECK_EQUAL(percore_pop_bulk(&q, works, CAPACITY), 0);
	fake_machine_enter(0);
	CHECK(!percore_pop(&q, works));
}

TEST(percore_has_a_part_for_each_core)
{
	fake.cores = 1;
	size_t one = percore_bytes(CAPACITY);
	fake.cores = 4;
	CHECK_EQUAL(percore_bytes(CAPACITY), 4 * one);
}

/* ---- the one that all cores share, whatever is chosen for it ------------------ */

static void check_bulks(const struct lock_kind *lock,
			const struct queue_kind *queue)
{
	struct shared_queue *q = dirty_memory(sizeof(*q));
	void *memory = dirty_memory(shared_queue_bytes(lock, queue, CAPACITY));
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
