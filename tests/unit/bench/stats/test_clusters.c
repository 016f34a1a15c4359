/* SPDX-License-Identifier: MIT */
/* bench/stats/clusters.c: machines drawn by hand, found again by their distances. */
#include "bench/stats/clusters.h"

#include <string.h>

#include "tests/unit/test.h"

#define MOST 64u

static int64_t distance[MOST * MOST];
static unsigned cluster[MOST];

/* A machine by a rule: the distance of two cores, plus up to `noise`. */
static unsigned find(unsigned cores, int64_t (*rule)(unsigned a, unsigned b),
		     unsigned noise)
{
	uint64_t random = 1;

	for (unsigned a = 0; a < cores; a++)
		for (unsigned b = 0; b < cores; b++) {
			random = random * 6364136223846793005u + 1;
			distance[a * cores + b] = rule(a, b) +
				(noise ? (random >> 33) % noise : 0);
		}
	return clusters_find(distance, cores, cluster);
}

/* How far two cores are apart. */
#define RULE(name, ticks)                                                    \
	static int64_t name(unsigned a, unsigned b)                          \
	{                                                                    \
		return a == b ? 0 : ticks;                                   \
	}

RULE(two_sockets, a / 8 == b / 8 ? 100 : 300)
/* Threads i and i + 4 share a core, as Linux often numbers them. */
RULE(four_pairs, a % 4 == b % 4 ? 25 : 90)
RULE(uniform, 80)
RULE(nowhere, 0)
/* Two sockets of pairs: the jump between the sockets is the larger one. */
RULE(nested, a / 2 == b / 2 ? 50 : a / 4 == b / 4 ? 75 : 400)
/* Pairs 50 apart, in fours 400, and the fours 800: eight times, then twice. */
RULE(nested_tightly, a / 2 == b / 2 ? 50 : a / 4 == b / 4 ? 400 : 800)
RULE(odd_one_out, a == 2 || b == 2 ? 500 : 100)
/* Threads i and i + 3 share a core; the third core is the nearest to core 0. */
RULE(third_comes_first, a % 3 == b % 3 ? 10 : a % 3 + b % 3 == 2 ? 300 : 500)
/* Two edges: near within, far between; a jump of far * 1000 / near. */
static int64_t near, far;
RULE(pair_and_one, a < 2 && b < 2 ? near : far)

TEST(clusters_are_those_that_were_drawn)
{
	static const struct {
		int64_t (*rule)(unsigned a, unsigned b);
		unsigned noise;
		const char *clusters; /* of each core */
	} rows[] = {
		{ two_sockets, 0, "0000000011111111" },
		{ two_sockets, 60, "0000000011111111" },
		{ four_pairs, 0, "01230123" }, { four_pairs, 10, "01230123" },
		{ uniform, 0, "0" }, { uniform, 0, "00" },
		{ uniform, 0, "00000000" },
		{ uniform, 20, "000000000000000000000000000000000000000000000" },
		{ nested, 0, "00001111" }, { nested_tightly, 0, "00112233" },
		{ odd_one_out, 0, "00100" },
		{ third_comes_first, 0, "012012" }, { nowhere, 0, "000" },
	};

	EACH_ROW(i, rows) {
		unsigned cores = (unsigned)strlen(rows[i].clusters), most = 0;
		unsigned n = find(cores, rows[i].rule, rows[i].noise);

		for (unsigned c = 0; c < cores; c++) {
			CHECK_EQUAL(cluster[c], rows[i].clusters[c] - '0');
			most = cluster[c] > most ? cluster[c] : most;
		}
		CHECK_EQUAL(n, most + 1);
	}
}

/* What one way was disturbed counts by the other way. */
TEST(clusters_count_the_shorter_of_both_ways)
{
	static const int64_t ways[3 * 3] = { 0, 900, 100,
					     100, 0, 900,
					     900, 900, 0 };

	CHECK_EQUAL(clusters_find(ways, 3, cluster), 1);
	find(16, two_sockets, 0);
	distance[3 * 16 + 5] = 100000; /* 5 to 3 tells what it should be */
	CHECK_EQUAL(clusters_find(distance, 16, cluster), 2);
	CHECK_EQUAL(cluster[3], cluster[5]);
}

TEST(clusters_part_at_a_jump_of_exactly_the_least)
{
	static const struct { int64_t near, far; unsigned n; } rows[] = {
		{ 1000, CLUSTERS_JUMP_MILLI, 2 },
		{ 1000, CLUSTERS_JUMP_MILLI - 1, 1 },
		{ 0, 2, 2 }, /* nothing counts as one tick */
		{ 1000000, 1000000, 1 },
		{ 1000, CLUSTERS_JUMP_MILLI, 2 }, /* whatever was there before */
	};

	EACH_ROW(i, rows) {
		near = rows[i].near;
		far = rows[i].far;
		CHECK_EQUAL(find(i == 3 ? 8 : 3, pair_and_one, 0), rows[i].n);
	}
}
