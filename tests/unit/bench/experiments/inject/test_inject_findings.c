/* SPDX-License-Identifier: MIT */
/* bench/experiments/inject/findings.c: what is asked, and in which words. */
#include <string.h>

#include "bench/conclusions/conclude.h"

#define inject_find_block apart_find_block
#define inject_find_burst apart_find_burst
#define inject_find_cpu apart_find_cpu
#define inject_find_short apart_find_short
#define inject_find_mixed apart_find_mixed
#define inject_find_half apart_find_half
#define inject_find_scales apart_find_scales
#define inject_find_cost apart_find_cost
#include "bench/experiments/inject/inject.h"

static void keep_asked(const struct conclusion *c);

#define conclude keep_asked
#include "bench/experiments/inject/findings.c"

#include "tests/unit/test.h"

static struct conclusion asked;
static char words[TEXT_MAX], names[2][NAME_MAX];

static void keep_asked(const struct conclusion *c)
{
	asked = *c;
	strncpy(words, c->what, sizeof(words) - 1);
	for (unsigned i = 0; c->subjects == 2 && i < 2; i++)
		strncpy(names[i], c->subject[i].name, NAME_MAX - 1);
}

TEST(inject_counts_the_workers_that_stay)
{
	struct inject_load load = { .begin = 1, .cores = 3 };
	static const struct inject_figures figures;

	apart_find_short(&load, &figures);
	CHECK_TEXT(words, "Short tasks: of 1 worker, %s stay");
	CHECK_EQUAL(asked.cores, 3);
	load.begin = 2;
	apart_find_short(&load, &figures);
	CHECK_TEXT(words, "Short tasks: of 2 workers, %s stay");
}

TEST(inject_names_pools_of_half_blocking_tasks_by_workers_a_core)
{
	struct inject_load load = { .cores = 2, .most = 6 };
	static const struct inject_figures figures;

	apart_find_half(&load, &figures);
	CHECK_TEXT(asked.published_id, "inject.half_3");
	CHECK(asked.subject[0].round == figures.round[INJECT_BUSY]);
	CHECK_TEXT(words, "Half-blocking tasks, 3 workers a core: cores "
		   "compute %s % of the time");
	load.most = 2;
	load.waiters = 4;
	apart_find_half(&load, &figures);
	CHECK_TEXT(asked.published_id, "inject.half_waiters");
	CHECK_TEXT(words, "Half-blocking tasks, 1 worker a core, and waiters: "
		   "cores compute %s % of the time");
}

TEST(inject_compares_two_scales_each_by_its_own_rounds)
{
	static const struct inject_figures figures[2] = {
		{ .rounds = 3 }, { .rounds = 4 } };
	static const uint64_t scale[2] = { 1000, 250 };

	apart_find_scales(&(struct inject_load){ .cores = 2 }, figures, scale);
	CHECK_TEXT(asked.name, "scale_apart");
	CHECK_TEXT(names[0], "scale 1000");
	CHECK_TEXT(names[1], "scale 250");
	for (unsigned i = 0; i < 2; i++) {
		CHECK_EQUAL(asked.subject[i].rounds, 3 + i);
		CHECK(asked.subject[i].round == figures[i].round[INJECT_DONE]);
	}
}
