/* SPDX-License-Identifier: MIT */
#include "sched/run/runq.h"

#include "tests/unit/test.h"

TEST(runq_fifo)
{
	struct fiber fiber[3];
	struct runq q;

	runq_init(&q);
	CHECK(!runq_pop(&q));
	for (unsigned i = 0; i < 3; i++)
		runq_push(&q, &fiber[i]);
	for (unsigned i = 0; i < 3; i++)
		CHECK(runq_pop(&q) == &fiber[i]);
	CHECK(!runq_pop(&q));
}

/* The end of the queue is kept right when it runs empty in between. */
TEST(runq_empty_in_between)
{
	struct fiber a, b;
	struct runq q;

	runq_init(&q);
	for (unsigned i = 0; i < 3; i++) {
		runq_push(&q, &a);
		CHECK(runq_pop(&q) == &a);
		CHECK(!runq_pop(&q));
		runq_push(&q, &b);
		runq_push(&q, &a);
		CHECK(runq_pop(&q) == &b);
		runq_push(&q, &b);
		CHECK(runq_pop(&q) == &a);
		CHECK(runq_pop(&q) == &b);
		CHECK(!runq_pop(&q));
	}
}
