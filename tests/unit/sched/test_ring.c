/* SPDX-License-Identifier: MIT */
#include "sched/queue/ring.h"

#include <pthread.h>

#include "tests/unit/test.h"

#define CAPACITY 8u
/* Each thread pushes and pops. Not more of them than there are processors: the
 * lock is handed over in order, also to a thread that does not run. */
#define THREADS 2u
#define EACH 20000u

static struct work slot[CAPACITY];
static struct ring ring;

static struct work item(uint64_t value)
{
	return (struct work){ .arg = (void *)value };
}

TEST(ring_order_full_empty)
{
	struct work work;

	ring_init(&ring, slot, CAPACITY);
	CHECK(!ring_pop(&ring, &work));
	for (uint64_t i = 0; i < CAPACITY; i++)
		CHECK(ring_push(&ring, item(i)));
	CHECK(!ring_push(&ring, item(99)));
	CHECK_EQUAL(buffer_size(&ring.buffer), CAPACITY);
	for (uint64_t i = 0; i < CAPACITY; i++) {
		CHECK(ring_pop(&ring, &work));
		CHECK_EQUAL(work.arg, i);
	}
	CHECK(!ring_pop(&ring, &work));
	CHECK_EQUAL(buffer_size(&ring.buffer), 0);
}

TEST(ring_indices_wrap)
{
	struct work work;

	ring_init(&ring, slot, CAPACITY);
	ring.buffer.head = ring.buffer.tail = UINT32_MAX - 2;
	for (uint64_t i = 0; i < CAPACITY; i++)
		CHECK(ring_push(&ring, item(i)));
	CHECK(!ring_push(&ring, item(99)));
	for (uint64_t i = 0; i < CAPACITY; i++)
		CHECK(ring_pop(&ring, &work) && (uint64_t)work.arg == i);
	CHECK(!ring_pop(&ring, &work));
}

/* ---- threads: none lost, none twice, in order per producer ---------------- */

static uint8_t seen[THREADS * EACH];  /* atomic */
static uint32_t popped, out_of_order; /* atomic */

static void take_one(int64_t *last)
{
	struct work work;

	if (!ring_pop(&ring, &work))
		return;
	uint64_t value = (uint64_t)work.arg;
	unsigned from = value / EACH;
	if ((int64_t)value <= last[from])
		atomic_add_relaxed(&out_of_order, 1);
	last[from] = value;
	atomic_add_relaxed(&seen[value], 1);
	atomic_add_relaxed(&popped, 1);
}

static void *push_and_pop(void *arg)
{
	uint64_t next = (uint64_t)arg * EACH, end = next + EACH;
	int64_t last[THREADS] = { -1, -1 };

	while (atomic_load_relaxed(&popped) < THREADS * EACH) {
		/* Two pushes for each pop, so that it runs full as well. */
		for (unsigned i = 0; i < 2 && next < end; i++)
			next += ring_push(&ring, item(next));
		take_one(last);
	}
	return NULL;
}

TEST(ring_threads)
{
	pthread_t thread[THREADS];
	unsigned wrong = 0;

	ring_init(&ring, slot, CAPACITY);
	for (uintptr_t i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, push_and_pop, (void *)i);
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	for (unsigned i = 0; i < THREADS * EACH; i++)
		wrong += seen[i] != 1;
	CHECK_EQUAL(wrong, 0);
	CHECK_EQUAL(out_of_order, 0);
	CHECK_EQUAL(popped, THREADS * EACH);
	CHECK_EQUAL(buffer_size(&ring.buffer), 0);
}
