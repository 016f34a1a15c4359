/* SPDX-License-Identifier: MIT */
/*
 * A queue that loses items only later, for runs with planted faults:
 * it is proven right, and then wrong where it is timed. All of
 * tests/wrong/queues.c, too.
 */
#include "kernel/options.h"
#include "tests/wrong/queues.c"

OPTION_NUMBER(opt_kept, "kept", 0, 0, 1000000000,
	      "pushes until late_to_lose forgets one in a hundred");

static inline bool push_fewer(struct base *q, struct work work)
{
	static uint64_t pushes; /* atomic; of all of them */
	uint64_t now = atomic_add_relaxed(&pushes, 1);

	return (now >= opt_kept.number && now % 100 == 0) ||
	       base_push(q, work);
}

WRONG(late_to_lose, "is right at first", push_fewer, base_pop);
