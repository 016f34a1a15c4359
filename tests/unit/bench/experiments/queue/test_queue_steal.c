/* SPDX-License-Identifier: MIT */
/* bench/experiments/queue/steal.c: as many items are taken as are counted. */
#include "tests/unit/bench/experiments/apart.h"

#include "bench/experiments/queue/steal.c"

#include <string.h>

#include "bench/samples/scratch.h"
#include "tests/unit/test.h"

static const struct queue_kind *deque(void)
{
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		if (!strcmp((*entry)->name, "deque"))
			return *entry;
	return NULL;
}

/* How many of QUEUE_ACROSS_CAPACITY / 2 items a body takes. */
static unsigned taken_by(unsigned which, uint64_t count)
{
	struct variant v = row(deque(), &way[which]);
	struct cell cell = { .variant = &v, .cores = 2 };
	struct state *s;
	struct work work;
	unsigned left = 0;

	CHECK((scratch_left() || scratch_init()) && thief_setup(&cell));
	s = cell.state;
	for (unsigned i = 0; i < QUEUE_ACROSS_CAPACITY / 2; i++)
		deque()->push(s->queue, (struct work){ 0 });
	v.body(&cell, 0, count);
	while (deque()->pop(s->queue, &work))
		left++;
	return QUEUE_ACROSS_CAPACITY / 2 - left;
}

TEST(queue_steals_are_as_many_as_are_counted)
{
	for (unsigned which = 0; which < WAYS; which++)
		for (uint64_t count = 32; count <= QUEUE_ACROSS_CAPACITY / 4; count *= 2)
			CHECK_EQUAL(taken_by(which, count), count);
	CHECK_EQUAL(taken_by(0, 1), 1);
}
