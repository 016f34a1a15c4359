/* SPDX-License-Identifier: MIT */
/* bench/stats/overlap.c: who was there while the other one sampled. */
#include "bench/stats/overlap.h"
#include "tests/unit/test.h"

#define MANY 100u
#define LENGTH 90u /* of each sample, one begins every 100 */
#define PERIOD 100u

static uint64_t start[2][MANY], length[2][MANY];

static struct overlap_side draw(unsigned which, uint64_t from, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		start[which][i] = from + i * PERIOD;
		length[which][i] = LENGTH;
	}
	return (struct overlap_side){ start[which], length[which], n, LENGTH };
}

static unsigned of(const struct overlap_side *a, const struct overlap_side *b)
{
	CHECK_EQUAL(overlap_permille(a, b), overlap_permille(b, a));
	return overlap_permille(a, b);
}

TEST(overlap_of_two_that_were_there_all_the_time)
{
	struct overlap_side a = draw(0, 1000, MANY), b = draw(1, 1000, MANY);

	CHECK_EQUAL(of(&a, &b), 1000);
	b = draw(1, 1000 + PERIOD / 2, MANY); /* meets the pauses between */
	CHECK(of(&a, &b) > 850);
	b = draw(1, 1000 + 20 * PERIOD, MANY / 4); /* was quicker */
	CHECK_EQUAL(of(&a, &b), 1000);
}

TEST(overlap_of_two_that_took_turns)
{
	struct overlap_side a = draw(0, 1000, MANY);
	struct overlap_side b = draw(1, 1000 + MANY * PERIOD, MANY);

	CHECK_EQUAL(of(&a, &b), 0);
	b = draw(1, 1000 + MANY / 2 * PERIOD, MANY);
	CHECK_EQUAL(of(&a, &b), 500);
}

/* Stopped amid a sample, while the other one took all of its own. */
TEST(overlap_with_a_core_that_was_away)
{
	struct overlap_side a = draw(0, 1000, MANY);
	struct overlap_side b = draw(1, 1000, 2);

	length[1][0] = MANY * PERIOD;
	start[1][1] = 1000 + MANY * PERIOD;
	CHECK_EQUAL(of(&a, &b), 0);
}

TEST(overlap_of_nothing)
{
	struct overlap_side a = draw(0, 1000, MANY), b = draw(1, 1000, 0);

	CHECK_EQUAL(of(&a, &b), 0);
	a.longest = 0;
	CHECK_EQUAL(of(&a, &a), 0);
}
