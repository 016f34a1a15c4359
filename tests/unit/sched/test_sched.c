/* SPDX-License-Identifier: MIT */
/* The scheduler on the fake machine's one core. */
#include "sched/sched.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/tsc.h"
#include "sched/run/internal.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static char trace[128];
static unsigned ran;

static void note(char c)
{
	size_t length = strlen(trace);

	if (length + 1 < sizeof(trace))
		trace[length] = c;
}

static void count(void *arg)
{
	(void)arg;
	ran++;
}

/* ---- order -------------------------------------------------------------------- */

static void thrice(void *arg)
{
	for (unsigned i = 0; i < 3; i++) {
		note(*(char *)arg);
		sched_pass();
	}
}

static void yield_main(void *arg)
{
	(void)arg;
	CHECK(sched_spawn(thrice, "a", NULL));
	CHECK(sched_spawn(thrice, "b", NULL));
	thrice("m");
}

TEST(sched_yield_order)
{
	CHECK(sched_run(1, yield_main, NULL));
	CHECK_TEXT(trace, "mabmabmab");
}

static uint64_t base;
static unsigned early;

#define BETWEEN 100000u /* ticks from a deadline to the next */

static void sleeper(void *arg)
{
	char c = *(char *)arg;
	uint64_t deadline = base + (uint64_t)(c - 'a') * BETWEEN;

	sched_sleep_until(deadline);
	early += tsc_read() < deadline;
	note(c);
}

static void sleep_main(void *arg)
{
	(void)arg;
	base = tsc_read() + 20 * BETWEEN;
	sched_spawn(sleeper, "c", NULL);
	sched_spawn(sleeper, "a", NULL);
	sched_spawn(sleeper, "d", NULL);
	sched_spawn(sleeper, "b", NULL);
}

TEST(sched_sleep_order)
{
	CHECK(sched_run(1, sleep_main, NULL));
	CHECK_TEXT(trace, "abcd");
	CHECK_EQUAL(early, 0);
}

/* ---- join, spawn, end --------------------------------------------------------------- */

static void finisher(void *arg)
{
	(void)arg;
	ran++;
	sched_finish();
}

/* Apart: a frame left for good has no variables that a sanitizer fences. */
static __attribute__((noinline)) void join_finishers(void)
{
	struct join join;

	join_init(&join);
	sched_join(&join); /* nobody to wait for */
	for (unsigned i = 0; i < 3; i++) {
		join_init(&join);
		sched_spawn(finisher, NULL, &join);
		sched_join(&join);
	}
	CHECK_EQUAL(ran, 3);
}

static void finish_main(void *arg)
{
	(void)arg;
	join_finishers();
	sched_finish();
}

TEST(sched_finish_and_run_again)
{
	CHECK(sched_run(1, finish_main, NULL));
	ran = 0;
	CHECK(sched_run(1, finish_main, NULL));
}

/* A fiber made with a life of its own changes nobody else's. */
static void wrong_life(struct fiber_context *left, struct fiber *self)
{
	(void)left;
	(void)self;
	machine_panic("another fiber's life");
}

static void spawn_main(void *arg)
{
	(void)arg;
	sched_spawn(count, NULL, NULL);
}

TEST(sched_lives_are_each_fibers_own)
{
	CHECK(sched_run(1, spawn_main, NULL));
	CHECK(fiber_make(wrong_life));
	CHECK(sched_run(1, spawn_main, NULL));
	CHECK_EQUAL(ran, 2);
}

/* ---- shared work ----------------------------------------------------------------------- */

static void submit_until_full(void *arg)
{
	struct work work = { count, NULL };

	(void)arg;
	for (unsigned i = 0; i < SCHED_QUEUE_CAPACITY; i++)
		CHECK(sched_submit(work));
	CHECK(!sched_submit(work));
}

static void run_shared(const char *name, const struct lock_kind *lock,
		       const struct queue_kind *queue)
{
	ran = 0;
	check_true(__FILE__, __LINE__, name, sched_share(lock, queue));
	check_true(__FILE__, __LINE__, name, sched_run(1, submit_until_full, NULL));
	check_equal(__FILE__, __LINE__, name, ran, SCHED_QUEUE_CAPACITY);
	check_equal(__FILE__, __LINE__, name, sched_counts(0).taken,
		    SCHED_QUEUE_CAPACITY);
}

TEST(sched_submit_until_full_by_any_lock_and_queue)
{
	const unsigned both = QUEUE_MANY_PUSH | QUEUE_MANY_POP;

	LOCK_EACH(lock)
		run_shared((*lock)->name, *lock, NULL);
	REGISTRY_EACH(qc_queues, const struct queue_kind, queue) {
		bool fits = ((*queue)->flags & both) == both;

		if (fits)
			run_shared((*queue)->name, NULL, *queue);
		check_equal(__FILE__, __LINE__, (*queue)->name,
			    sched_share(NULL, *queue), fits);
	}
	CHECK(!sched_share(*__start_qc_locks, *__start_qc_queues));
	run_shared("as it was", NULL, NULL);
}

/* Ready fibers must not keep shared work or sleepers waiting for ever. */
static void until_ran(void *arg)
{
	for (unsigned i = 0; i < 1000000 && ran < 2; i++)
		sched_pass();
	*(bool *)arg = ran >= 2;
}

static void sleep_and_count(void *arg)
{
	sched_sleep_until(tsc_read());
	count(arg);
}

static void fair_main(void *arg)
{
	bool *fair = arg;

	sched_submit((struct work){ count, NULL });
	sched_spawn(sleep_and_count, NULL, NULL);
	sched_spawn(until_ran, &fair[0], NULL);
	sched_spawn(until_ran, &fair[1], NULL);
}

TEST(sched_ready_fibers_starve_nobody)
{
	bool fair[2] = { false, false };

	CHECK(sched_run(1, fair_main, fair));
	CHECK(fair[0] && fair[1]);
}

static void count_nothing(void *arg)
{
	(void)arg;
}

static void join_loop_main(void *arg)
{
	struct join join;
	unsigned i;

	(void)arg;
	sched_submit((struct work){ finisher, NULL });
	for (i = 0; i < 10000 && !ran; i++) {
		join_init(&join);
		sched_spawn(count_nothing, NULL, &join);
		sched_join(&join);
	}
	CHECK(ran);
}

TEST(sched_spawn_and_join_starve_nobody)
{
	CHECK(sched_run(1, join_loop_main, NULL));
}

/* ---- what stops a run -------------------------------------------------------------------- */

/* In a child, for a jump out of a fiber's stack would confuse the sanitizer.
 * True if the run ended in a panic whose text has `wanted` in it. */
static bool run_panics(void (*main_fn)(void *arg), const char *wanted)
{
	char text[1024] = "";
	int out[2], status;
	pid_t child;

	if (pipe(out) || (child = fork()) < 0)
		return false;
	if (!child) {
		dup2(out[1], STDERR_FILENO);
		sched_run(1, main_fn, NULL);
		_exit(0);
	}
	close(out[1]);
	for (size_t at = 0; at < sizeof(text) - 1;) {
		ssize_t got = read(out[0], text + at, sizeof(text) - 1 - at);

		if (got <= 0)
			break;
		at += got;
	}
	waitpid(child, &status, 0);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT &&
	       strstr(text, wanted);
}

static void overrun_main(void *arg)
{
	(void)arg;
	*sched_self()->canary = 0;
}

TEST(sched_canary)
{
	CHECK(run_panics(overrun_main, "wrote over the end of its stack"));
}

static void block_for_ever(void *arg)
{
	(void)arg;
	sched_block();
}

static void leave_main(void *arg)
{
	(void)arg;
	for (unsigned i = 0; i < 3; i++)
		sched_spawn(block_for_ever, NULL, NULL);
}

TEST(sched_leftover_fibers)
{
	CHECK(run_panics(leave_main, "nobody is left to wake them: 3"));
}

/* Found at rest, too, after a last look that was a pop. */
TEST(sched_leftover_fibers_beside_a_queue_of_choice)
{
	REGISTRY_EACH(qc_queues, const struct queue_kind, queue)
		if (!strcmp((*queue)->name, "mpmc"))
			CHECK(sched_share(NULL, *queue));
	CHECK(run_panics(leave_main, "nobody is left to wake them: 3"));
	CHECK(sched_share(NULL, NULL));
}
