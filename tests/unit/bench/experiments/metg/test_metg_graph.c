/* SPDX-License-Identifier: MIT */
/* Graphs of tasks: who needs whom, in which order, and executors which err. */
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

static const struct metg_pattern *pattern(const char *name)
{
	for (unsigned i = 0; i < METG_PATTERNS; i++)
		if (!strcmp(metg_pattern[i].name, name))
			return &metg_pattern[i];
	return NULL;
}

static void make(const char *name)
{
	static char memory[1 << 20] __attribute__((aligned(MACHINE_LINE_PAIR)));
	const struct metg_shape shape = { WIDTH, STEPS, 2 };

	CHECK(metg_bytes(&shape) <= sizeof(memory));
	metg_make(&graph, pattern(name), &shape, memory);
}

static bool runs(void)
{
	uint64_t wall;

	return metg_run(&graph, &kind, NULL, 3, &wall);
}

/* As text: "123". */
static const char *needed(const char *name, unsigned step, unsigned column)
{
	static char text[METG_NEEDS + 1];
	unsigned need[METG_NEEDS];
	unsigned n = pattern(name)->needs(WIDTH, step, column, need);

	for (unsigned i = 0; i < n; i++)
		text[i] = (char)('0' + need[i]);
	text[n] = 0;
	return text;
}

TEST(metg_patterns_are_those_of_the_paper)
{
	static const struct {
		const char *name;
		unsigned step, column;
		const char *needs;
	} rows[] = {
		{ "trivial", 1, 3, "" }, { "no_comm", 1, 3, "3" },
		{ "stencil_1d", 1, 0, "01" }, { "stencil_1d", 1, 3, "234" },
		{ "stencil_1d", 1, 7, "67" }, { "tree", 3, 7, "3" },
		{ "fft", 1, 3, "234" }, { "fft", 3, 3, "37" },
		{ "fft", 4, 3, "234" }, { "spread", 3, 0, "01346" },
		{ "spread", 4, 0, "02457" },
	};

	EACH_ROW(i, rows)
		CHECK_TEXT(needed(rows[i].name, rows[i].step, rows[i].column),
			   rows[i].needs);
}

/* One in four of those beside it, and itself. */
TEST(metg_random_neighbours_are_near_and_the_same_each_time)
{
	const struct metg_pattern *random = pattern("random_nearest");
	unsigned drawn = 0, of = 0;

	for (unsigned step = 1; step <= 3; step++)
		for (unsigned c = 2; c < 1022; c++, of += 4) {
			unsigned need[METG_NEEDS], again[METG_NEEDS];
			unsigned n = random->needs(1024, step, c, need);
			bool itself = false;

			CHECK_EQUAL(random->needs(1024, step, c, again), n);
			CHECK(!memcmp(need, again, n * sizeof(need[0])));
			for (unsigned i = 0; i < n; i++) {
				CHECK(need[i] + 2 >= c && need[i] <= c + 2);
				itself |= need[i] == c;
			}
			CHECK(itself);
			drawn += n - 1;
		}
	CHECK(drawn > of / 5 && drawn < of * 3 / 10);
}

/* A tree doubles until it is as wide as all; only trivial tasks begin everywhere. */
TEST(metg_graphs_have_so_many_tasks_of_which_some_begin)
{
	static const struct { const char *name; unsigned tasks, opening; }
	rows[] = {
		{ "tree", 1 + 2 + 4 + 8 + 8 + 8, 1 }, { "fft", MOST, WIDTH },
		{ "trivial", MOST, MOST }, { "spread", MOST, WIDTH },
	};

	EACH_ROW(i, rows) {
		make(rows[i].name);
		CHECK_EQUAL(graph.tasks, rows[i].tasks);
		CHECK_EQUAL(graph.opening, rows[i].opening);
	}
}

TEST(metg_an_executor_that_errs_is_found_and_does_not_harm_the_next_run)
{
	unsigned *const error[] = { &lost, &twice, &mistaken };

	for (unsigned i = 0; i < METG_PATTERNS; i++) {
		make(metg_pattern[i].name);
		youngest_first = !youngest_first;
		for (unsigned e = 0; e < 3; e++) {
			*error[e] = e ? 2 : WIDTH / 2;
			CHECK(!runs());
			*error[e] = 0;
			CHECK(runs());
			CHECK(runs());
		}
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

TEST(metg_each_worker_keeps_its_own_account)
{
	make("stencil_1d");
	changes_cores = true;
	CHECK(runs());
	changes_cores = false;
	fake_machine_enter(0);
}
