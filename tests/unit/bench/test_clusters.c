/* SPDX-License-Identifier: MIT */
/* bench/stats/clusters.c: machines drawn by hand, found again by their distances. */
#include "bench/stats/clusters.h"
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
			distance[a * cores + b] = a == b ? 0 : rule(a, b) +
				(noise ? (random >> 33) % noise : 0);
		}
	return clusters_find(distance, cores, cluster);
}

/* Sockets of eight, near 100, far 300. */
static int64_t two_sockets(unsigned a, unsigned b)
{
	return a / 8 == b / 8 ? 100 : 300;
}

/* Threads i and i + 4 share a core, as Linux often numbers them. */
static int64_t four_pairs(unsigned a, unsigned b)
{
	return a % 4 == b % 4 ? 25 : 90;
}

static int64_t uniform(unsigned a, unsigned b)
{
	(void)a;
	(void)b;
	return 80;
}

/* Two sockets of pairs: the jump between the sockets is the larger one. */
static int64_t nested(unsigned a, unsigned b)
{
	return a / 2 == b / 2 ? 50 : a / 4 == b / 4 ? 75 : 400;
}

static int64_t odd_one_out(unsigned a, unsigned b)
{
	return a == 2 || b == 2 ? 500 : 100;
}

TEST(clusters_are_the_two_sockets)
{
	CHECK_EQUAL(find(16, two_sockets, 0), 2);
	for (unsigned c = 0; c < 16; c++)
		CHECK_EQUAL(cluster[c], c / 8);
}

TEST(clusters_are_the_pairs_of_threads)
{
	CHECK_EQUAL(find(8, four_pairs, 0), 4);
	for (unsigned c = 0; c < 8; c++)
		CHECK_EQUAL(cluster[c], c % 4);
}

TEST(clusters_of_a_uniform_machine_are_one)
{
	CHECK_EQUAL(find(8, uniform, 0), 1);
	CHECK_EQUAL(find(MOST, uniform, 20), 1);
	for (unsigned c = 0; c < MOST; c++)
		CHECK_EQUAL(cluster[c], 0);
}

TEST(clusters_of_one_core_and_of_two)
{
	CHECK_EQUAL(find(1, uniform, 0), 1);
	CHECK_EQUAL(cluster[0], 0);
	CHECK_EQUAL(find(2, uniform, 0), 1);
	CHECK_EQUAL(cluster[1], 0);
}

TEST(clusters_survive_noise)
{
	CHECK_EQUAL(find(16, two_sockets, 60), 2);
	for (unsigned c = 0; c < 16; c++)
		CHECK_EQUAL(cluster[c], c / 8);
	CHECK_EQUAL(find(8, four_pairs, 10), 4);
}

TEST(clusters_need_one_undisturbed_way_only)
{
	find(16, two_sockets, 0);
	distance[3 * 16 + 5] = 100000; /* 5 to 3 tells what it should be */
	CHECK_EQUAL(clusters_find(distance, 16, cluster), 2);
	CHECK_EQUAL(cluster[3], cluster[5]);
}

TEST(clusters_part_at_the_largest_jump)
{
	CHECK_EQUAL(find(8, nested, 0), 2);
	for (unsigned c = 0; c < 8; c++)
		CHECK_EQUAL(cluster[c], c / 4);
}

TEST(clusters_are_numbered_by_their_first_cores)
{
	CHECK_EQUAL(find(5, odd_one_out, 0), 2);
	CHECK_EQUAL(cluster[0], 0);
	CHECK_EQUAL(cluster[1], 0);
	CHECK_EQUAL(cluster[2], 1);
	CHECK_EQUAL(cluster[3], 0);
}

TEST(clusters_of_distances_that_are_zero)
{
	for (unsigned i = 0; i < 9; i++)
		distance[i] = 0;
	CHECK_EQUAL(clusters_find(distance, 3, cluster), 1);
}

/* Two edges: near within, far between; a jump of far * 1000 / near. */
static int64_t near, far;

static int64_t pair_and_one(unsigned a, unsigned b)
{
	return a < 2 && b < 2 ? near : far;
}

static unsigned found(int64_t inside, int64_t between)
{
	near = inside;
	far = between;
	return find(3, pair_and_one, 0);
}

TEST(clusters_part_at_a_jump_of_exactly_the_least)
{
	CHECK_EQUAL(found(1000, CLUSTERS_JUMP_MILLI), 2);
	CHECK_EQUAL(found(1000, CLUSTERS_JUMP_MILLI - 1), 1);
	CHECK_EQUAL(found(0, 2), 2); /* nothing counts as one tick */
}

static int64_t remote(unsigned a, unsigned b)
{
	(void)a;
	(void)b;
	return 1000000;
}

TEST(clusters_know_nothing_of_the_machine_before)
{
	find(8, remote, 0);
	CHECK_EQUAL(found(1000, CLUSTERS_JUMP_MILLI), 2);
}

/* Pairs 50 apart, in fours 400, and the fours 800: eight times, then twice. */
static int64_t nested_tightly(unsigned a, unsigned b)
{
	return a / 2 == b / 2 ? 50 : a / 4 == b / 4 ? 400 : 800;
}

TEST(clusters_part_at_the_largest_jump_not_at_the_last)
{
	CHECK_EQUAL(find(8, nested_tightly, 0), 4);
	for (unsigned c = 0; c < 8; c++)
		CHECK_EQUAL(cluster[c], c / 2);
}

/* Threads i and i + 3 share a core; the third core is the nearest to core 0. */
static int64_t third_comes_first(unsigned a, unsigned b)
{
	return a % 3 == b % 3 ? 10 : a % 3 + b % 3 == 2 ? 300 : 500;
}

TEST(clusters_are_numbered_by_cores_not_by_nearness)
{
	CHECK_EQUAL(find(6, third_comes_first, 0), 3);
	for (unsigned c = 0; c < 6; c++)
		CHECK_EQUAL(cluster[c], c % 3);
}

/* What one way was disturbed counts by the other way. */
TEST(clusters_count_the_shorter_of_both_ways)
{
	static const int64_t ways[3 * 3] = { 0, 900, 100,
					     100, 0, 900,
					     900, 900, 0 };

	CHECK_EQUAL(clusters_find(ways, 3, cluster), 1);
}
