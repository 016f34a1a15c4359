/* SPDX-License-Identifier: MIT */
#include "sched/run/timerq.h"

#include <stdio.h>
#include <time.h>

#include "tests/unit/test.h"

#define FIBERS 200u
#define STEPS 20000u

static uint64_t state;

static uint64_t random_below(uint64_t limit)
{
	state ^= state << 13; /* xorshift64: Marsaglia, 2003 */
	state ^= state >> 7;
	state ^= state << 17;
	return state % limit;
}

/* The reference: a sorted array, equal deadlines in order of insertion. */
static struct fiber *sorted[FIBERS];
static unsigned length;

static void reference_insert(struct fiber *fiber)
{
	unsigned at = length++;

	for (; at && sorted[at - 1]->deadline > fiber->deadline; at--)
		sorted[at] = sorted[at - 1];
	sorted[at] = fiber;
}

static struct fiber *reference_take(uint64_t now)
{
	struct fiber *first = length ? sorted[0] : NULL;

	if (!first || first->deadline > now)
		return NULL;
	length--;
	for (unsigned i = 0; i < length; i++)
		sorted[i] = sorted[i + 1];
	return first;
}

TEST(timerq_random)
{
	static struct fiber fiber[FIBERS];
	struct fiber *unused[FIBERS];
	unsigned left = FIBERS;
	struct timerq q = { 0 };
	bool same = true;

	state = (uint64_t)time(NULL) * 2 + 1;
	printf("timerq_random: seed %llu\n", (unsigned long long)state);
	for (unsigned i = 0; i < FIBERS; i++)
		unused[i] = &fiber[i];
	for (unsigned i = 0; i < STEPS && same; i++) {
		if (left && random_below(2)) {
			struct fiber *f = unused[--left];

			f->deadline = random_below(64);
			timerq_insert(&q, f);
			reference_insert(f);
		} else {
			uint64_t now = random_below(64);
			struct fiber *f = timerq_take_due(&q, now);

			same = f == reference_take(now);
			if (f)
				unused[left++] = f;
		}
		same &= timerq_next(&q) ==
			(length ? sorted[0]->deadline : UINT64_MAX);
	}
	CHECK(same);
}
