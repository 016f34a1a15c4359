/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/check.c: what is run, for how long, and what is made
 * of it. The executor, the clock and the other cores are played. */
#include "bench/experiments/dispatch/check.h"

#include "bench/conditions/watchdog.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "tests/unit/test.h"

#define US 1000u
#define MS 1000000u
#define RUNS 5u      /* without those of long tasks */
#define PLAYED 2048u /* tasks */
#define ALWAYS 9999u

static struct {
	uint64_t now;
	unsigned worker;

	struct work task[PLAYED];
	unsigned tasks;             /* in this run */
	uint64_t body_began;
	uint64_t submit_ticks, call_ticks, later_call_ticks;
	unsigned calls, joins, watched, unwatched;

	unsigned runs;
	unsigned count[64];         /* tasks of each run */
	uint64_t length[64];        /* of its first */
	unsigned others_from;       /* run from which core 1 has the last task */
	unsigned others_for;        /* so many runs */
	unsigned others_first;      /* task of core 1 in every long run */

	/* What is wrong, in that run; from 1. */
	unsigned twice, lost, old, late, miscounts;
	unsigned strange, strange_core;
	bool refuses;
} play;

static uint64_t played_tsc(void)
{
	return play.now;
}

static void played_relax(void)
{
	play.now += US;
}

static void call_cores(unsigned cores)
{
	CHECK_EQUAL(cores, 2);
	play.now += play.calls++ % 2 ? play.later_call_ticks : play.call_ticks;
}

static void join(void)
{
	play.joins++;
	for (unsigned i = 0; play.late == play.runs && i < play.tasks; i++)
		play.task[i].run(play.task[i].arg);
}

#define executor_check apart_executor_check
#define tsc_read played_tsc
#define cpu_relax played_relax
#define executor_worker() (play.worker)
#define machine_run(cores, body, arg) (body(0, arg), call_cores(cores))
#define machine_join join
#define watchdog_begin() (play.watched++)
#define watchdog_end() (play.unwatched++)
#include "bench/experiments/dispatch/check.c"

/* ---- the executor ----------------------------------------------------------- */

static bool played_init(void *executor, void *memory, unsigned cores,
			const struct executor_options *o)
{
	CHECK(!executor && !memory && !o);
	CHECK_EQUAL(cores, check.of->cores);
	return !play.refuses;
}

static void played_submit(void *executor, struct work task)
{
	(void)executor;
	play.now += play.submit_ticks;
	play.task[play.tasks++] = task;
}

/* Core 1 has one task of a long run: the last, or another one. */
static unsigned whose(unsigned task)
{
	unsigned at = play.runs - 1;

	if (play.strange == play.runs && !task)
		return play.strange_core;
	if (at < RUNS || check.of->cores < 2)
		return 0;
	if (play.others_first)
		return task == play.others_first;
	return task == play.tasks - 1 && at >= play.others_from &&
	       at < play.others_from + play.others_for;
}

static void run_one(unsigned task)
{
	uint64_t begun = play.now;

	play.worker = whose(task);
	play.task[task].run(play.task[task].arg);
	if (!task && play.runs <= 64)
		play.length[play.runs - 1] = play.now - begun;
}

static void played_run(void *executor, void (*root)(void *executor, void *arg),
		       void *arg)
{
	static struct work old;
	unsigned skipped;

	play.tasks = 0;
	play.runs++;
	skipped = play.lost == play.runs ? 1 : ALWAYS;
	root(executor, arg);
	for (unsigned i = 0; i < play.tasks && play.late != play.runs; i++)
		if (i != skipped)
			run_one(i);
	if (play.twice == play.runs)
		run_one(0);
	if (play.old == play.runs)
		old.run(old.arg);
	if (play.tasks)
		old = play.task[0];
	if (play.runs <= 64)
		play.count[play.runs - 1] = play.tasks;
}

static unsigned played_workers(void *executor)
{
	(void)executor;
	return cores_seen() + (play.miscounts == play.runs);
}

static struct proof check_on(unsigned cores, bool parallel)
{
	const struct executor_kind kind = {
		.name = "played", .parallel = parallel, .init = played_init,
		.run = played_run, .submit = played_submit,
		.workers = played_workers };
	const struct executor_checked of = { .kind = &kind, .cores = cores };
	struct proof proof = { .proven = PROVEN, .operations = 7 };
	bool ok = apart_executor_check(&of, &proof);

	CHECK_EQUAL(ok, proof.proven != DISPROVEN);
	CHECK_EQUAL(play.watched, !play.refuses);
	CHECK_EQUAL(play.unwatched, !play.refuses);
	CHECK_EQUAL(proof.operations, 7 + 1500 + 1 + 300 * 5);
	CHECK_EQUAL(play.joins, play.runs);
	return proof;
}

static void check_found(unsigned cores, const char *why)
{
	struct proof proof = check_on(cores, true);

	CHECK_EQUAL(proof.proven, DISPROVEN);
	CHECK_TEXT(proof.why, why);
}

static void check_unseen(const char *why)
{
	struct proof proof = check_on(2, true);

	CHECK_EQUAL(proof.proven, why ? NOT_PROVEN : PROVEN);
	CHECK_TEXT(proof.why, why);
}

/* ---- on one core -------------------------------------------------------------- */

TEST(dispatch_check_runs_none_one_many_and_families)
{
	static const unsigned tasks[RUNS] = { 0, 1, 1500, 0, 1500 };
	struct proof proof = check_on(1, true);

	CHECK_EQUAL(proof.proven, PROVEN);
	CHECK_EQUAL(play.runs, RUNS);
	for (unsigned i = 0; i < RUNS; i++) {
		CHECK_EQUAL(play.count[i], tasks[i]);
		CHECK_EQUAL(play.length[i], 0);
	}
}

/* It looks at the clock behind each 64 tasks. */
TEST(dispatch_check_submits_no_longer_than_it_has_patience)
{
	static const struct { uint64_t ticks; unsigned tasks; } slow[] = {
		{ 2 * MS, 64 }, { 1 * MS, 128 }, { 600 * US, 192 },
		{ 100 * MS, 64 }, { 66 * US, 1500 } };

	for (unsigned i = 0; i < sizeof(slow) / sizeof(slow[0]); i++) {
		__builtin_memset(&play, 0, sizeof(play));
		play.submit_ticks = slow[i].ticks;
		CHECK_EQUAL(check_on(1, true).proven, PROVEN);
		CHECK_EQUAL(play.count[2], slow[i].tasks);
	}
}

static void wrong_in(unsigned *what, unsigned run, const char *why)
{
	*what = run;
	check_found(1, why);
}

TEST(dispatch_check_tells_a_task_that_runs_twice)
{
	wrong_in(&play.twice, 3, "it runs a task twice");
}

TEST(dispatch_check_tells_a_task_that_is_lost)
{
	wrong_in(&play.lost, 3, "it loses a task");
}

TEST(dispatch_check_tells_a_task_of_an_earlier_run)
{
	wrong_in(&play.old, 4, "it runs a task of an earlier run");
}

/* machine_join() waits for those that are late. */
TEST(dispatch_check_tells_tasks_that_end_too_late)
{
	wrong_in(&play.late, 3, "it returns before all tasks have ended");
}

TEST(dispatch_check_tells_a_wrong_number_of_workers)
{
	wrong_in(&play.miscounts, 5, "it tells a wrong number of workers");
}

TEST(dispatch_check_tells_that_it_is_refused)
{
	play.refuses = true;
	check_found(1, "its init() refuses what it is made of");
	CHECK_EQUAL(play.runs, 0);
}

/* A core that is none, and a task that nobody gave. */
TEST(dispatch_check_tells_what_nobody_submitted)
{
	play.strange = 2;
	play.strange_core = 1;
	check_found(1, "it runs what nobody submitted");
	__builtin_memset(&play, 0, sizeof(play));
	play.strange = 2;
	play.strange_core = 1;
	check_found(2, "it is said to be parallel, but core 0 runs all tasks");
}

/* Each on its own: not by another mistake that comes with it. */
TEST(dispatch_check_looks_at_a_task_before_it_runs_it)
{
	const struct executor_kind kind = { .submit = played_submit };
	const struct executor_checked of = { .kind = &kind, .cores = 1 };

	check.of = &of;
	check.run = 5;
	check.open = 1;
	check.given[1499] = 5;
	run_task((void *)(5u << 16 | 1499));
	CHECK(right());
	CHECK_EQUAL(check.ran[1499], 1);
	CHECK_EQUAL(check.done[1499], 5);
	run_task((void *)(5u << 16 | 1500));
	CHECK_EQUAL(check.wrong, 1u << INVENTED);
	check.wrong = 0;
	run_task((void *)(5u << 16 | 1498)); /* not given */
	CHECK_EQUAL(check.wrong, 1u << INVENTED);
	CHECK_EQUAL(check.ran[1498], 0);
	check.wrong = 0;
	run_task((void *)(4u << 16 | 1499));
	CHECK_EQUAL(check.wrong, 1u << OLD);
	check.wrong = 0;
	play.worker = 1;
	run_task((void *)(5u << 16 | 1499));
	CHECK_EQUAL(check.wrong, 1u << INVENTED);
}

/* A task that has been run, but not in this run, is lost. */
TEST(dispatch_check_counts_what_has_ended)
{
	check.run = 5;
	check.given[1499] = check.done[1499] = 5;
	check.ran[1499] = 1;
	count_tasks();
	CHECK(right());
	check.done[1499] = 4;
	count_tasks();
	CHECK_EQUAL(check.wrong, 1u << LOST);
	check.wrong = 0;
	check.done[1499] = 5;
	check.ran[1499] = 0;
	count_tasks();
	CHECK_EQUAL(check.wrong, 1u << LOST);
	check.wrong = 0;
	check.ran[1499] = 2;
	count_tasks();
	CHECK_EQUAL(check.wrong, 1u << TWICE);
	check.wrong = 0;
	check.given[1499] = 4; /* nobody has submitted it */
	check.ran[1499] = 0;
	count_tasks();
	CHECK(right());
}

/* ---- on two cores --------------------------------------------------------------- */

/* Of 100 tasks those of 320 us are the first that fill 20 ms; then six runs are
 * left alone. */
TEST(dispatch_check_finds_who_leaves_all_to_core_0)
{
	static const unsigned us[] = { 20, 40, 80, 160, 320, 640, 1280, 1280,
				       1280, 1280 };

	check_found(2, "it is said to be parallel, but core 0 runs all tasks");
	CHECK_EQUAL(play.runs, RUNS + 10);
	for (unsigned i = 0; i < 10; i++) {
		CHECK_EQUAL(play.count[RUNS + i], 100);
		CHECK_EQUAL(play.length[RUNS + i], us[i] * US);
	}
}

TEST(dispatch_check_does_not_ask_others_where_it_need_not)
{
	CHECK_EQUAL(check_on(2, false).proven, PROVEN);
	CHECK_EQUAL(play.runs, RUNS);
}

/* Cores that take a fourth of a run to come might have been late. The search
 * ends after 10 s. */
TEST(dispatch_check_does_not_blame_who_is_slow_to_come)
{
	play.call_ticks = play.later_call_ticks = 32 * MS;
	check_unseen("no other core has run a task");
	/* 126 ms of tasks with eight calls; then each 128 ms with two. */
	CHECK_EQUAL(play.runs, RUNS + 6 + (10000 - 126 - 8 * 32 + 191) / 192);
}

TEST(dispatch_check_looks_how_fast_they_come_before_and_after)
{
	play.call_ticks = 31999 * US;
	check_found(2, "it is said to be parallel, but core 0 runs all tasks");
	__builtin_memset(&play, 0, sizeof(play));
	play.call_ticks = 40 * MS;
	check_unseen("no other core has run a task");
	__builtin_memset(&play, 0, sizeof(play));
	play.later_call_ticks = 40 * MS;
	check_unseen("no other core has run a task");
}

TEST(dispatch_check_waits_for_eight_last_tasks_of_others)
{
	play.others_from = RUNS;
	play.others_for = ALWAYS;
	check_unseen(NULL);
	CHECK_EQUAL(play.runs, RUNS + 1 + 8);
	CHECK_EQUAL(play.length[RUNS + 8], 20 * US);
	CHECK_EQUAL(play.count[RUNS + 8], 100);
}

/* They come in the ninth run of the search, which ends at once. */
TEST(dispatch_check_ends_the_search_when_others_come)
{
	play.others_from = RUNS + 8;
	play.others_for = ALWAYS;
	check_unseen(NULL);
	CHECK_EQUAL(play.runs, RUNS + 9 + 8);
	CHECK_EQUAL(play.length[RUNS + 8], 1280 * US);
	CHECK_EQUAL(play.length[RUNS + 9], 20 * US);
}

TEST(dispatch_check_asks_no_longer_than_five_seconds)
{
	play.others_from = RUNS;
	play.others_for = 1 + 7;
	check_unseen("core 0 seldom waited for another core's task");
	CHECK_EQUAL(play.runs, RUNS + 1 + 2500); /* of 2 ms */
}

TEST(dispatch_check_counts_only_last_tasks)
{
	play.others_first = 1;
	check_unseen("core 0 seldom waited for another core's task");
	CHECK_EQUAL(play.runs, RUNS + 1 + 2500);
}

TEST(dispatch_check_ends_at_the_first_mistake_on_two_cores)
{
	play.others_from = RUNS;
	play.others_for = ALWAYS;
	play.twice = RUNS + 3;
	check_found(2, "it runs a task twice");
	CHECK_EQUAL(play.runs, RUNS + 3);
	__builtin_memset(&play, 0, sizeof(play));
	play.twice = RUNS + 2;
	check_found(2, "it runs a task twice");
	CHECK_EQUAL(play.runs, RUNS + 2);
	__builtin_memset(&play, 0, sizeof(play));
	play.twice = 3;
	check_found(2, "it runs a task twice");
	CHECK_EQUAL(play.runs, RUNS);
}

/* What was known of its parts gets no better. */
TEST(dispatch_check_keeps_the_worse_verdict)
{
	struct proof proof = { .proven = NOT_PROVEN, .why = "of its queue" };

	add_verdict(&proof, NOT_PROVEN, "of itself");
	CHECK_TEXT(proof.why, "of its queue");
	add_verdict(&proof, DISPROVEN, NULL);
	CHECK_EQUAL(proof.proven, NOT_PROVEN);
	add_verdict(&proof, DISPROVEN, "wrong");
	CHECK_EQUAL(proof.proven, DISPROVEN);
	CHECK_TEXT(proof.why, "wrong");
	add_verdict(&proof, NOT_PROVEN, "of itself");
	CHECK_TEXT(proof.why, "wrong");
}
