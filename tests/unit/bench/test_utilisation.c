/* SPDX-License-Identifier: MIT */
/* The formula of `threads` on the published figures, and the knees it is
 * compared with. */
#include "bench/experiments/threads/threads.h"
#include "tests/unit/test.h"

#define COUNT(points) (sizeof(points) / sizeof((points)[0]))

TEST(utilisation_of_the_published_task)
{
	CHECK_EQUAL(utilisation_ppm(3000, 55500), 54054);
	CHECK_EQUAL(utilisation_ppm(1, 0), 0);
	CHECK_EQUAL(utilisation_ppm(1ull << 61, 1ull << 62), 500000);
}

TEST(utilisation_formula_gives_the_published_222_threads)
{
	uint64_t ppm = utilisation_ppm(3000, 55500);

	CHECK_EQUAL((utilisation_threads_milli(12, ppm) + 500) / 1000, 222);
	CHECK_EQUAL(utilisation_threads_milli(4, 1000000), 4000);
	CHECK_EQUAL(utilisation_threads_milli(4, 0), 0);
}

TEST(utilisation_best_k_is_where_throughput_stops_to_rise)
{
	static const struct utilisation_point ideal[] = {
		{ 1, 55500 }, { 2, 55500 }, { 10, 55500 }, { 18, 55500 },
		{ 25, 75000 } };
	static const struct utilisation_point fixed[] = {
		{ 1, 55500 }, { 2, 111000 }, { 10, 555000 } };
	static const struct utilisation_point starved[] = {
		{ 1, 100 }, { 2, 100 }, { 4, 900 } };

	CHECK_EQUAL(utilisation_best_k(ideal, COUNT(ideal)), 18);
	CHECK_EQUAL(utilisation_best_k(fixed, COUNT(fixed)), 1);
	CHECK_EQUAL(utilisation_best_k(starved, COUNT(starved)), 2);
	CHECK_EQUAL(utilisation_best_k(ideal, 0), 0);
}

TEST(utilisation_flat_ends_before_the_first_rise)
{
	static const struct utilisation_point points[] = {
		{ 1, 1000 }, { 5, 1090 }, { 10, 1200 }, { 18, 1050 } };

	CHECK_EQUAL(utilisation_flat_to(points, COUNT(points)), 5);
	CHECK_EQUAL(utilisation_flat_to(points, 1), 1);
	CHECK_EQUAL(utilisation_flat_to(points, 0), 0);
}
