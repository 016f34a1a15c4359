/* SPDX-License-Identifier: MIT */
/* kernel/common/jobs.c: what cores are given to run, and who comes back. */
#define machine_start jobs_start
#define machine_join jobs_join
#define machine_stay_awake jobs_stay_awake
#define machine_run jobs_run
#define machine_run_two jobs_run_two
#define machine_wake jobs_wake
#include "kernel/common/jobs.c"
#undef machine_wake

#include "kernel/recall.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static struct job job[3];
static unsigned woken;

void machine_wake(unsigned core);

void jobs_wake(unsigned core)
{
	woken++;
	machine_wake(core);
}

struct job *jobs_of(unsigned core)
{
	return &job[core];
}

/* So many cores, parked; a second is over at once. */
static void park(unsigned cores)
{
	fake.cores = cores;
	fake.clock.hz = 1000;
	running = 1;
	joined = false;
	for (unsigned core = 0; core < 3; core++)
		job[core] = (struct job){ 0 };
}

static void mark(unsigned core, void *arg)
{
	((unsigned *)arg)[core]++;
}

/* What jobs_serve() does with a body. */
static void serve_once(unsigned core)
{
	job[core].body(core, job[core].arg);
	atomic_store_relaxed(&job[core].given, 0);
	jobs_finished();
}

TEST(jobs_are_run_each_by_its_core)
{
	unsigned ran[3] = { 0 };

	park(3);
	machine_start(1, mark, ran);
	machine_start(2, mark, ran);
	CHECK_EQUAL(running, 3);
	/* A second body would be lost, and the join would wait for it. */
	CHECK(PANICS(machine_start(1, mark, ran)));
	CHECK_TEXT(fake.panic_text,
		   "machine_start(): the core still runs a body");
	CHECK(PANICS(machine_start(3, mark, ran)));
	CHECK_TEXT(fake.panic_text,
		   "machine_start(): no such core has started");
	CHECK_EQUAL(running, 3);
	serve_once(2);
	serve_once(1);
	machine_start(1, mark, ran);
	serve_once(1);
	machine_join();
	CHECK_EQUAL(running, 1);
	CHECK(!ran[0] && ran[1] == 2 && ran[2] == 1);
}

/* Core 0 in its body: the others are through before it joins them. */
static void mark_and_serve(unsigned core, void *arg)
{
	mark(core, arg);
	for (unsigned other = 1; !core && other < 3; other++)
		if (atomic_load_relaxed(&job[other].given))
			serve_once(other);
}

TEST(jobs_of_two_cores_wake_none_between_them)
{
	unsigned ran[3] = { 0 };

	park(3);
	machine_run_two(0, 2, mark_and_serve, ran);
	CHECK(ran[0] == 1 && !ran[1] && ran[2] == 1);
	machine_run_two(1, 0, mark_and_serve, ran);
	CHECK(ran[0] == 2 && ran[1] == 1 && ran[2] == 1);
	machine_run_two(0, 0, mark_and_serve, ran);
	CHECK(ran[0] == 3 && ran[1] == 1 && ran[2] == 1);
}

TEST(jobs_of_two_others_are_not_core_0s)
{
	unsigned ran[3] = { 0 };

	park(3); /* and nobody serves them: they are missed */
	CHECK(PANICS(machine_run_two(1, 2, mark, ran)));
	CHECK(job[1].given && job[2].given && !ran[0]);
	park(3);
	CHECK(PANICS(machine_run_two(2, 2, mark, ran)));
	CHECK(!job[1].given && job[2].given && !ran[0]);
}

static unsigned called;

static void call_one(unsigned core)
{
	called |= 1u << core;
	finish(&job[core]);
}

static void call_in_vain(unsigned core)
{
	called |= 1u << core;
}

static void lose_core_2(void *arg)
{
	park(3);
	machine_start(1, mark, arg);
	machine_start(2, mark, arg);
	serve_once(1);
	machine_join();
}

TEST(jobs_that_do_not_end_are_abandoned_where_that_is_possible)
{
	unsigned ran[3] = { 0 };

	CHECK(PANICS(lose_core_2(ran)));
	CHECK_TEXT(fake.panic_text, "core 2 has not come back for 60 s");
	fake.cores = 3;
	CHECK(!machine_abandonable(lose_core_2, ran));
	CHECK_TEXT(machine_abandoned()->why,
		   "core 2 has not come back for 60 s");
	jobs_abandon(call_one);
	CHECK_EQUAL(called, 1u << 2); /* the other one had come back */
	CHECK_EQUAL(running, 1);
	machine_start(2, mark, ran);
	serve_once(2);
	machine_join();
	CHECK_EQUAL(ran[2], 1);
}

/* Core 0 left its own body: it has not joined the others. */
TEST(jobs_are_abandoned_before_they_are_joined)
{
	unsigned ran[3] = { 0 };

	park(3);
	awake = 1;
	machine_start(1, mark, ran);
	machine_start(2, mark, ran);
	jobs_abandon(call_one);
	CHECK_EQUAL(called, 1u << 1 | 1u << 2);
	CHECK(running == 1 && !awake && !job[1].given && !job[2].given);
}

TEST(jobs_that_nobody_can_end_end_the_run)
{
	unsigned ran[3] = { 0 };

	park(3);
	machine_start(2, mark, ran);
	CHECK(PANICS(jobs_abandon(call_in_vain)));
	CHECK_TEXT(fake.panic_text, "core 2 has not come back for 20 s");
}

static void join_what_another_has_ended(void *arg)
{
	park(2);
	machine_start(1, mark, arg);
	abandon_ask_of_fault("page fault", 1, 0x1000);
	machine_join();
	CHECK(false);
}

TEST(jobs_are_left_by_core_0_as_soon_as_another_asks)
{
	unsigned ran[3] = { 0 };

	fake.cores = 2;
	CHECK(!machine_abandonable(join_what_another_has_ended, ran));
	CHECK(joined);
}

/* Who spins needs no wake; who halts at that moment gets one. */
TEST(jobs_given_to_cores_that_stay_awake_send_no_wake)
{
	unsigned ran[3] = { 0 };

	park(3);
	woken = 0;
	jobs_stay_awake(true);
	CHECK(awake);
	CHECK_EQUAL(woken, 2); /* out of the halt */
	jobs_start(1, mark, ran);
	serve_once(1);
	jobs_join();
	CHECK_EQUAL(ran[1], 1);
	CHECK_EQUAL(woken, 2);
	jobs_stay_awake(false);
	CHECK(!awake);
}
