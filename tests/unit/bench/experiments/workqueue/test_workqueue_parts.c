/* SPDX-License-Identifier: MIT */
/* bench/experiments/workqueue/parts.c: its memory, and what is proven of a
 * copy. */
#include "tests/unit/bench/experiments/apart.h"

#include <stdlib.h>
#include <string.h>

static unsigned requests, refused; /* the refused one; 0: none */

static void *some_memory(size_t bytes)
{
	void *memory = aligned_alloc(128, (bytes + 127) / 128 * 128);

	if (++requests == refused) {
		free(memory);
		return NULL;
	}
	return memset(memory, 0xa5, bytes);
}

#define bench_scratch some_memory
#include "bench/experiments/workqueue/parts.c"

#include "tests/unit/test.h"

TEST(workqueue_parts_need_all_their_memory)
{
	struct cell cell = { .cores = 1 };

	for (refused = 1; refused < 3; refused++) {
		requests = 0;
		CHECK(!make_ring(&cell));
		CHECK_EQUAL(requests, 2);
	}
	refused = 0;
	CHECK(make_ring(&cell));
	refused = requests + 1;
	CHECK(!make_lock(&cell));
	refused = 0;
	CHECK(make_lock(&cell));
	CHECK(cell.state);
}

TEST(workqueue_copies_go_in_and_come_out)
{
	struct cell cell = { .cores = 1 };
	struct buffer *b;

	CHECK(make_ring(&cell));
	CHECK(prove_copy(&cell));
	CHECK_EQUAL(cell.checked, 1000);
	b = cell.state;
	CHECK_EQUAL(b->tail, 1000);
	CHECK(!prove_copy(&cell)); /* as if it began with too many */
	CHECK(make_ring(&cell));
	b = cell.state;
	buffer_own_push(b, queue_item(1));
	CHECK(!prove_copy(&cell));
}
