/* SPDX-License-Identifier: MIT */
/* Idle cores, shared work and the end of a run: work that is brought is run,
 * and a run ends when, and only when, all of its fibers have. */
#include "tests/explore/programs/sched/programs.h"

/* ---- the end of a run -------------------------------------------------- */

static void raise_flag(void *arg)
{
	(void)arg;
	atomic_store_release(&flag[0], 1);
	count(NULL);
}

static void leave_at_once(void *arg)
{
	(void)arg;
	sched_spawn_on(1, count, NULL, NULL);
}

SCHED_PROGRAM(sched_main_first, 2, leave_at_once, 1, { 3, 2, 3 });

static void send_back(void *arg)
{
	sched_spawn_on(0, count, arg, NULL);
	count(NULL);
}

static void leave_a_chain(void *arg)
{
	(void)arg;
	sched_spawn_on(1, send_back, NULL, NULL);
}

SCHED_PROGRAM(sched_end_chain, 2, leave_a_chain, 2, { 3, 3, 2 });

/* Blocks for ever: the panic that says so must come, and is the failure. */
static void block_for_ever(void *arg)
{
	(void)arg;
	for (;;)
		sched_block();
}

static void leave_one_behind(void *arg)
{
	(void)arg;
	sched_spawn_on(1, block_for_ever, NULL, NULL);
}

static void left_behind_setup(void)
{
	begin(2, leave_one_behind, 0);
}

EXPLORE_PROGRAM(left_behind) = {
	.name = "sched_left_behind", .threads = 2,
	.setup = left_behind_setup, .thread = machine_thread,
	.bound = { 0, 0, 0 },
	.fails = 1u << EXPLORE_SC | 1u << EXPLORE_TSO | 1u << EXPLORE_C11,
};

/* The second of the two must still be found. */
static void send_two_back(void *arg)
{
	sched_spawn_on(0, count, arg, NULL);
	sched_spawn_on(0, count, arg, NULL);
}

static void leave_a_fork(void *arg)
{
	(void)arg;
	sched_spawn_on(1, send_two_back, NULL, NULL);
}

SCHED_PROGRAM(sched_end_fork, 2, leave_a_fork, 2, { 3, 3, 2 });

/* A fiber that ended elsewhere comes back, and its stack is used again. */
static void spawn_again(void *arg)
{
	sched_spawn_on(1, raise_flag, NULL, NULL);
	while (!atomic_load_acquire(&flag[0])) {
		sched_pass();
		cpu_relax();
	}
	sched_spawn(count, arg, NULL);
}

SCHED_PROGRAM(sched_pool_returns, 2, spawn_again, 2, { 3, 3, 2 });

/* ---- shared work ------------------------------------------------------- */

static void submit_main(void *arg)
{
	(void)arg;
	sched_submit((struct work){ count, NULL });
}

SCHED_PROGRAM(sched_submit_one, 2, submit_main, 1, { 3, 3, 2 });

/* Main does not give up its core: an idle one has to be woken for the work. */
static void submit_and_spin(void *arg)
{
	(void)arg;
	sched_submit((struct work){ raise_flag, NULL });
	while (!atomic_load_acquire(&flag[0]))
		cpu_relax();
}

SCHED_PROGRAM(sched_submit_spin, 2, submit_and_spin, 1, { 3, 3, 2 });

/* The same on core 1: core 0 has ended main and is woken, too. */
static void leave_who_submits(void *arg)
{
	sched_spawn_on(1, submit_and_spin, arg, NULL);
}

SCHED_PROGRAM(sched_submit_to_first, 2, leave_who_submits, 1, { 2, 2, 2 });

/* The same for a fiber that is sent. */
static void send_and_spin(void *arg)
{
	(void)arg;
	sched_spawn_on(1, raise_flag, NULL, NULL);
	while (!atomic_load_acquire(&flag[0]))
		cpu_relax();
}

SCHED_PROGRAM(sched_send_spin, 2, send_and_spin, 1, { 3, 3, 2 });

/* ---- sleeping, and waits that end early -------------------------------- */

static void sleep_main(void *arg)
{
	sched_spawn_on(1, count, arg, NULL);
	sched_sleep_until(1000);
	count(arg);
}

static void sleep_setup(void)
{
	begin(2, sleep_main, 2);
}

EXPLORE_PROGRAM(sleeping) = {
	.name = "sched_sleep", .threads = 2, .setup = sleep_setup,
	.thread = machine_thread, .finish = all_done, .bound = { 3, 3, 2 },
};

static void early_setup(void)
{
	begin(2, leave_a_chain, 2);
	machine_begin(2, leave_a_chain, 1);
}

EXPLORE_PROGRAM(early) = {
	.name = "sched_early_wait", .threads = 2, .setup = early_setup,
	.thread = machine_thread, .finish = all_done, .bound = { 2, 1, 2 },
};
