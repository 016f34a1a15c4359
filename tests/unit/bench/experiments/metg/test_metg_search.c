/* SPDX-License-Identifier: MIT */
/* The shortest tasks that reach a share of the peak, of machines that are known. */
#include "bench/experiments/metg/search.h"

#include "tests/unit/test.h"

#define CORES 2u
#define TASKS 1000u
#define MILLI 1500u /* ticks of an iteration */

struct known {
	uint64_t overhead; /* ticks of a task besides its work */
	unsigned tries, wrong_at; /* the try that goes wrong; 0: none */
};

static bool known_run(void *of, uint64_t n, uint64_t *wall)
{
	struct known *k = of;

	*wall = TASKS * (n * MILLI / 1000 + k->overhead) / CORES;
	return ++k->tries != k->wrong_at;
}

static struct metg_search search_of(struct known *known)
{
	return (struct metg_search){ .run = known_run, .of = known,
				     .cores = CORES, .tasks = TASKS,
				     .milli = MILLI };
}

static void check_near(int64_t is, int64_t wanted)
{
	CHECK(is >= wanted && is <= wanted + wanted / 25);
}

TEST(metg_half_of_the_peak_is_twice_the_overhead)
{
	struct known known = { .overhead = 300 };
	struct metg_search search = search_of(&known);
	uint64_t from = 1;
	int64_t ticks;

	CHECK(metg_find(&search, 50, &from, &ticks));
	check_near(ticks, 600);
	check_near((int64_t)from, 200);
}

TEST(metg_nine_tenths_are_ten_times_the_overhead)
{
	struct known known = { .overhead = 300 };
	struct metg_search search = search_of(&known);
	uint64_t from = 1;
	int64_t ticks;

	CHECK(metg_find(&search, 90, &from, &ticks));
	check_near(ticks, 3000);
}

TEST(metg_begins_where_it_ended_above_and_below)
{
	struct known known = { .overhead = 300 };
	struct metg_search search = search_of(&known);
	int64_t ticks;

	for (uint64_t first = 1; first <= 100000; first *= 10) {
		uint64_t from = first;

		CHECK(metg_find(&search, 50, &from, &ticks));
		check_near(ticks, 600);
	}
}

TEST(metg_of_no_overhead_is_the_shortest_task)
{
	struct known known = { .overhead = 0 };
	struct metg_search search = search_of(&known);
	uint64_t from = 64;
	int64_t ticks;

	CHECK(metg_find(&search, 50, &from, &ticks));
	CHECK(from <= 2 && ticks <= 3);
}

TEST(metg_tries_the_longest_tasks_that_there_are)
{
	struct known known = { .overhead = METG_LONGEST * MILLI / 1000 };
	struct metg_search search = search_of(&known);
	uint64_t from = 1;
	int64_t ticks;

	CHECK(metg_find(&search, 50, &from, &ticks));
	CHECK(ticks > 0);
}

TEST(metg_says_where_a_share_is_never_reached)
{
	struct known known = { .overhead = 10 * METG_LONGEST };
	struct metg_search search = search_of(&known);
	uint64_t from = 1;
	int64_t ticks = 7;

	CHECK(metg_find(&search, 50, &from, &ticks));
	CHECK_EQUAL(ticks, 0);
	CHECK_EQUAL(from, 1);
}

TEST(metg_ends_at_a_run_that_is_wrong)
{
	for (unsigned at = 1; at < 14; at++) {
		struct known known = { .overhead = 300, .wrong_at = at };
		struct metg_search search = search_of(&known);
		uint64_t from = 1;
		int64_t ticks;

		CHECK(!metg_find(&search, 50, &from, &ticks));
		CHECK_EQUAL(known.tries, at);
	}
}
