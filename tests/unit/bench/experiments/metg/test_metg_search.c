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

static bool find(struct known *known, unsigned percent, uint64_t *from,
		 int64_t *ticks)
{
	return metg_find(&(struct metg_search){
		.run = known_run, .of = known, .cores = CORES, .tasks = TASKS,
		.milli = MILLI }, percent, from, ticks);
}

/* Half of the peak is twice the overhead, nine tenths are ten times as much;
 * the search begins where the last one ended, above or below. */
TEST(metg_finds_the_shortest_task_that_is_enough)
{
	const uint64_t longest = METG_LONGEST * MILLI / 1000;
	const struct {
		uint64_t overhead;
		unsigned percent;
		uint64_t from;
		int64_t least, most; /* ticks */
	} rows[] = {
		{ 300, 50, 1, 600, 624 }, { 300, 50, 10, 600, 624 },
		{ 300, 50, 1000, 600, 624 }, { 300, 50, 100000, 600, 624 },
		{ 300, 90, 1, 3000, 3120 }, { 0, 50, 64, 1, 3 },
		/* The longest tasks that there are, and where none is. */
		{ longest, 50, 1, 1, INT64_MAX },
		{ 10 * METG_LONGEST, 50, 1, 0, 0 },
	};

	EACH_ROW(i, rows) {
		struct known known = { .overhead = rows[i].overhead };
		uint64_t from = rows[i].from;
		int64_t ticks = 7;

		CHECK(find(&known, rows[i].percent, &from, &ticks));
		CHECK(ticks >= rows[i].least && ticks <= rows[i].most);
		if (i == 0)
			CHECK(from >= 200 && from <= 208);
		CHECK(rows[i].most || from == 1); /* left as it was */
	}
}

TEST(metg_ends_at_a_run_that_is_wrong)
{
	for (unsigned at = 1; at < 14; at++) {
		struct known known = { .overhead = 300, .wrong_at = at };
		uint64_t from = 1;
		int64_t ticks;

		CHECK(!find(&known, 50, &from, &ticks));
		CHECK_EQUAL(known.tries, at);
	}
}
