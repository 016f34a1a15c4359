/* SPDX-License-Identifier: MIT */
/*
 * A queue that loses items only later, for runs with planted faults:
 * it is proven right, and then wrong where it is timed. One that is hardly ever
 * full, so that who pushes has not seen enough. All of tests/wrong/queues.c, too.
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

#define PATIENCE 400u /* longer than a proof lets it be full */

static inline bool push_patiently(struct base *q, struct work work)
{
	for (unsigned i = 0; i < PATIENCE; i++) {
		if (base_push(q, work))
			return true;
		cpu_relax();
	}
	return false;
}

WRONG(hardly_full, "a push waits for room", push_patiently, base_pop);
