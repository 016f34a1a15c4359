/* SPDX-License-Identifier: MIT */
/* Graphs of tasks: who needs whom, in which order, and executors which err. */
#include <stdlib.h>
#include <string.h>

#include "bench/experiments/metg/graph.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define WIDTH 8ul
#define STEPS 6u
#define MOST (WIDTH * STEPS)

/* An executor that keeps what it is given, and runs the oldest or the youngest
 * first. */
struct line { struct work work[2 * MOST]; unsigned n; };

static struct line line;
static bool youngest_first;
static unsigned lost, twice, mistaken; /* the task with which it errs; 0: none */
static bool early; /* the second step's first task runs first of all */
static bool changes_cores;
static unsigned given;

static void keep(void *executor, struct work task)
{
	(void)executor;
	given++;
	if (given == lost || (early && task.arg == (void *)WIDTH))
		return;
	if (early && !task.arg)
		line.work[line.n++] = (struct work){ task.run, (void *)WIDTH };
	if (given == mistaken)
		task.arg = (void *)((uintptr_t)task.arg + WIDTH);
	line.work[line.n++] = task;
	if (given == twice)
		line.work[line.n++] = task;
}

static struct work next(void)
{
	struct work task = line.work[youngest_first ? line.n - 1 : 0];

	line.n--;
	if (!youngest_first)
		memmove(line.work, line.work + 1, line.n * sizeof(task));
	return task;
}

static void run_line(void *executor, void (*root)(void *executor, void *arg),
		     void *arg)
{
	given = 0;
	line.n = 0;
	root(executor, arg);
	while (line.n) {
		struct work task = next();

		if (changes_cores)
			fake_machine_enter(line.n % 2);
		task.run(task.arg);
	}
}

static const struct executor_kind kind = {
	.name = "line", .summary = "one after the other", .run = run_line,
	.submit = keep };

static struct metg_graph graph;

static void make(const char *name)
{
	static char memory[1 << 20] __attribute__((aligned(MACHINE_LINE_PAIR)));
	const struct metg_shape shape = { WIDTH, STEPS, 2 };

	CHECK(metg_bytes(&shape) <= sizeof(memory));
	for (unsigned i = 0; i < METG_PATTERNS; i++)
		if (!strcmp(metg_pattern[i].name, name))
			metg_make(&graph, &metg_pattern[i], &shape, memory);
}

static bool runs(void)
{
	uint64_t wall;

	return metg_run(&graph, &kind, NULL, 3, &wall);
}

/* As text: "1 2 3". */
static const char *needed(const char *name, unsigned step, unsigned column)
{
	static char text[64];
	unsigned need[METG_NEEDS], n = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < METG_PATTERNS; i++)
		if (!strcmp(metg_pattern[i].name, name))
			n = metg_pattern[i].needs(WIDTH, step, column, need);
	for (unsigned i = 0; i < n; i++) {
		size_t at = strlen(text);

		text[at] = (char)('0' + need[i]);
		text[at + 1] = i + 1 < n ? ' ' : '\0';
		text[at + 2] = '\0';
	}
	return text;
}

TEST(metg_patterns_are_those_of_the_paper)
{
	CHECK_TEXT(needed("trivial", 1, 3), "");
	CHECK_TEXT(needed("no_comm", 1, 3), "3");
	CHECK_TEXT(needed("stencil_1d", 1, 0), "0 1");
	CHECK_TEXT(needed("stencil_1d", 1, 3), "2 3 4");
	CHECK_TEXT(needed("stencil_1d", 1, 7), "6 7");
	CHECK_TEXT(needed("tree", 3, 7), "3");
	CHECK_TEXT(needed("fft", 1, 3), "2 3 4");
	CHECK_TEXT(needed("fft", 3, 3), "3 7");
	CHECK_TEXT(needed("fft", 4, 3), "2 3 4");
	CHECK_TEXT(needed("spread", 3, 0), "0 1 3 4 6");
	CHECK_TEXT(needed("spread", 4, 0), "0 2 4 5 7");
}

TEST(metg_random_neighbours_are_near_and_the_same_each_time)
{
	unsigned beside = 0;

	for (unsigned step = 1; step < STEPS; step++)
		for (unsigned c = 0; c < WIDTH; c++) {
			char first[64];

			strcpy(first, needed("random_nearest", step, c));
			CHECK_TEXT(needed("random_nearest", step, c), first);
			CHECK(strchr(first, (char)('0' + c)) != NULL);
			for (const char *at = first; *at; at++)
				CHECK(*at == ' ' || abs(*at - '0' - (int)c) <= 2);
			beside += strlen(first) > 1;
		}
	CHECK(beside > 10);
}

TEST(metg_random_neighbours_are_drawn_one_in_four)
{
	unsigned drawn = 0, n = 0;

	for (unsigned step = 1; step <= 3; step++)
		for (unsigned c = 2; c < 1022; c++) {
			unsigned need[METG_NEEDS];

			for (unsigned i = 0; i < METG_PATTERNS; i++)
				if (!strcmp(metg_pattern[i].name,
					    "random_nearest"))
					drawn += metg_pattern[i].needs(
							 1024, step, c, need) -
						 1;
			n += 4;
		}
	CHECK(drawn > n / 5 && drawn < n * 3 / 10);
}

TEST(metg_a_tree_doubles_until_it_is_as_wide_as_all)
{
	make("tree");
	CHECK_EQUAL(graph.tasks, 1 + 2 + 4 + 8 + 8 + 8);
	make("fft");
	CHECK_EQUAL(graph.tasks, MOST);
}

TEST(metg_only_trivial_tasks_begin_everywhere)
{
	make("trivial");
	CHECK_EQUAL(graph.opening, MOST);
	make("tree");
	CHECK_EQUAL(graph.opening, 1);
	make("spread");
	CHECK_EQUAL(graph.opening, WIDTH);
}

TEST(metg_every_pattern_runs_in_any_order)
{
	for (unsigned i = 0; i < 2 * METG_PATTERNS; i++) {
		youngest_first = i % 2;
		make(metg_pattern[i / 2].name);
		for (unsigned again = 0; again < 3; again++) {
			CHECK(runs());
			CHECK_EQUAL(given, graph.tasks);
		}
	}
}

TEST(metg_an_executor_that_errs_is_found_in_every_pattern)
{
	unsigned *const error[] = { &lost, &twice, &mistaken };

	for (unsigned i = 0; i < METG_PATTERNS; i++)
		for (unsigned e = 0; e < 3; e++) {
			make(metg_pattern[i].name);
			*error[e] = 2;
			CHECK(!runs());
			*error[e] = 0;
			CHECK(runs());
		}
}

TEST(metg_a_task_that_runs_too_early_is_seen_though_all_run_once)
{
	make("no_comm");
	youngest_first = false;
	early = true;
	CHECK(!runs());
	CHECK_EQUAL(given, MOST);
	early = false;
	CHECK(runs());
}

TEST(metg_what_a_wrong_run_has_left_does_not_harm_the_next)
{
	for (unsigned i = 0; i < METG_PATTERNS; i++) {
		make(metg_pattern[i].name);
		lost = WIDTH / 2;
		CHECK(!runs());
		lost = 0;
		CHECK(runs());
		CHECK(runs());
	}
}

TEST(metg_each_worker_keeps_its_own_account)
{
	make("stencil_1d");
	changes_cores = true;
	CHECK(runs());
	changes_cores = false;
	fake_machine_enter(0);
}
