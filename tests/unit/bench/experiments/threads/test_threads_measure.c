/* SPDX-License-Identifier: MIT */
/* bench/experiments/threads/measure.c: what a round keeps of its tasks, and which
 * rounds count. The tasks are played. */
#include "bench/experiments/threads/threads.h"

#include "bench/samples/scratch.h"

#define START 1000u
#define TASKS 3u

/* In ticks from the run's start. */
static const struct played { uint64_t first, ended, waited, busy; } played[] = {
	{ 100, 1000, 5, 300 }, { 500, 800, 9, 100 }, { 50, 900, 2, 600 },
};
static const struct threads_design *launched;
static unsigned as_fibers, turned; /* the tasks come in another order */
static bool trouble_wanted;

static void play(struct threads_run *run)
{
	run->start = START;
	run->late = 77;
	run->worker_bytes = 2048;
	for (unsigned i = 0; i < run->tasks; i++) {
		const struct played *p = &played[(i + turned) % TASKS];

		run->task[i] = (struct threads_task){
			.first = START + p->first, .ended = START + p->ended,
			.waited = p->waited, .busy = p->busy,
			.right = true };
	}
	launched = run->design;
	run->trouble = trouble_wanted ? "played" : NULL;
}

static void play_fibers(struct threads_run *run)
{
	as_fibers++;
	play(run);
}

#define threads_fibers play_fibers
#define threads_measure apart_threads_measure
#define threads_median apart_threads_median
#include "bench/experiments/threads/measure.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static unsigned workers(unsigned cores, unsigned tasks)
{
	return cores + tasks;
}

static const struct threads_design by_itself = {
	.name = "by_itself", .workers = workers, .launch = play };
static const struct threads_design in_fibers = {
	.name = "in_fibers", .workers = workers };
static const struct threads_plan plan = {
	.cores = 1, .steps = 10, .decimals = 300, .turns = 1000,
	.checksum = 5 };

static bool measure(const struct threads_design *design,
		    struct threads_curve *curve, struct threads_point *point,
		    const char **trouble)
{
	CHECK(scratch_init());
	scratch_begin();
	curve->design = design;
	point->k = TASKS;
	return apart_threads_measure(&plan, curve, THREADS_PURE, point, 2, trouble);
}

TEST(threads_round_keeps_the_extremes_of_its_tasks_in_any_order)
{
	for (turned = 0; turned < TASKS; turned++) {
		struct threads_curve curve = { 0 };
		struct threads_point p = { 0 };
		const char *trouble;

		CHECK(measure(&by_itself, &curve, &p, &trouble));
		CHECK(!trouble);
		CHECK_EQUAL(p.round[THREADS_TOOK][2], 1000);
		CHECK_EQUAL(p.round[THREADS_EARLIEST][2], 800);
		CHECK_EQUAL(p.round[THREADS_QUEUED][2], 500);
		CHECK_EQUAL(p.round[THREADS_WAITED][2], 9);
		CHECK_EQUAL(p.round[THREADS_LATE][2], 77);
		CHECK_EQUAL(p.round[THREADS_SHARE][2],
			    utilisation_ppm(1000, 900 + 300 + 850));
		CHECK_EQUAL(p.rounds, 3);
		CHECK_EQUAL(p.tasks, TASKS);
		CHECK_EQUAL(p.workers, 1 + TASKS);
		CHECK_EQUAL(p.stack_kib, (1 + TASKS) * 2);
		CHECK_EQUAL(curve.tasks, TASKS);
		CHECK(!curve.wrong);
	}
}

TEST(threads_task_that_ended_before_the_run_began_took_no_time)
{
	struct threads_task task = { .first = 5, .ended = 7, .right = true };
	struct threads_run run = { .tasks = 1, .task = &task, .start = 9 };
	struct threads_point p;

	summarise_tasks(&run, &p, 0);
	CHECK_EQUAL(p.round[THREADS_TOOK][0], 0);
	CHECK_EQUAL(p.round[THREADS_QUEUED][0], 0);
}

TEST(threads_each_task_with_wrong_digits_counts)
{
	struct threads_task task[TASKS] = { { .right = true } };
	struct threads_run run = { .tasks = TASKS, .task = task };

	CHECK_EQUAL(count_wrong(&run), 2);
	task[0].right = false;
	CHECK_EQUAL(count_wrong(&run), 3);
}

TEST(threads_of_a_design_without_a_start_of_its_own_are_fibers)
{
	struct threads_curve curve = { 0 };
	struct threads_point point = { 0 };
	const char *trouble;

	CHECK(measure(&by_itself, &curve, &point, &trouble));
	CHECK_EQUAL(as_fibers, 0);
	CHECK(measure(&in_fibers, &curve, &point, &trouble));
	CHECK_EQUAL(as_fibers, 1);
	CHECK_EQUAL(curve.tasks, 2 * TASKS);
}

TEST(threads_run_that_came_to_nothing_says_why)
{
	struct threads_curve curve = { 0 };
	struct threads_point point = { 0 };
	const char *trouble;

	trouble_wanted = true;
	CHECK(!measure(&by_itself, &curve, &point, &trouble));
	CHECK_TEXT(trouble, "played");
	CHECK_EQUAL(point.rounds, 0);
	CHECK_EQUAL(curve.tasks, 0);
}

TEST(threads_tasks_that_there_is_no_memory_for_are_not_run)
{
	struct threads_run run = { .design = &in_fibers, .tasks = TASKS,
				   .workers = 1, .decimals = 300 };

	CHECK(scratch_init());
	scratch_begin();
	CHECK(allocate_tasks(&run) && run.task && run.words);
	scratch_empty();
	CHECK(scratch_keep(scratch_left() -
			   spigot_words(300) * sizeof(*run.words) / 2));
	CHECK(!allocate_tasks(&run));
	CHECK_TEXT(run.trouble, "no memory for so many tasks");
}

TEST(threads_a_task_that_computes_only_is_one_step)
{
	const struct threads_run pure =
		make_run(&plan, &in_fibers, THREADS_PURE, 2);
	const struct threads_run sleeping =
		make_run(&plan, &in_fibers, THREADS_SLEEPING, 2);

	CHECK_EQUAL(pure.steps, 1);
	CHECK_EQUAL(pure.step_turns, 1000);
	CHECK_EQUAL(sleeping.steps, 10);
	CHECK_EQUAL(sleeping.step_turns, 100);
	CHECK_EQUAL(pure.tasks, 2);
	CHECK_EQUAL(pure.left, 2);
	CHECK_EQUAL(pure.checksum, 5);
}

TEST(threads_median_is_of_the_rounds_that_nothing_disturbed)
{
	struct threads_point p = {
		.rounds = 4, .disturbed = { true, false, false, false },
		.round[THREADS_WAITED] = { 1, 7, 30, 9 } };

	CHECK_EQUAL(apart_threads_median(&p, THREADS_WAITED), 9);
	p.disturbed[1] = p.disturbed[2] = true;
	CHECK_EQUAL(apart_threads_median(&p, THREADS_WAITED), 9);
	p.disturbed[3] = true;
	p.rounds = 3;
	CHECK_EQUAL(apart_threads_median(&p, THREADS_WAITED), 7);
}

/* Of 2^39 no bit is lost: 3298535 are 6.0000003 millionths, one less is not. */
TEST(utilisation_is_exact_below_2_to_the_40th)
{
	CHECK_EQUAL(utilisation_ppm(3298535, 1ull << 39), 6);
	CHECK_EQUAL(utilisation_ppm(3298534, 1ull << 39), 5);
}

TEST(utilisation_of_the_published_task)
{
	CHECK_EQUAL(utilisation_ppm(3000, 55500), 54054);
	CHECK_EQUAL(utilisation_ppm(1, 0), 0);
	CHECK_EQUAL(utilisation_ppm(1ull << 61, 1ull << 62), 500000);
}
