/* SPDX-License-Identifier: MIT */
/* Idle cores, shared work and the end of a run: work that is brought is run,
 * and a run ends when, and only when, all of its fibers have. */
#include "tests/explore/programs/sched/programs.h"

/* ---- the end of a run -------------------------------------------------- */

SCHED_PROGRAM(sched_main_first, 2, 1, { 3, 2, 3 })
{
	sched_spawn_on(1, count, NULL, NULL);
}

static void send_back(void *arg)
{
	sched_spawn_on(0, count, arg, NULL);
	count(NULL);
}

static void leave_a_chain(void *arg)
{
	sched_spawn_on(1, send_back, NULL, NULL);
}

SCHED_RUN(sched_end_chain, 2, 2, leave_a_chain, sched_share(NULL, NULL),
	  all_done, { 3, 3, 2 });

/* Waits end early. */
static void early_setup(void)
{
	begin(2, leave_a_chain, 2);
	machine_begin(2, leave_a_chain, 1);
}

EXPLORE_PROGRAM(early) = {
	.name = "sched_early_wait", .threads = 2, .setup = early_setup,
	.thread = machine_thread, .finish = all_done, .bound = { 2, 1, 2 },
};

/* Blocks for ever: the panic that says so must come, and is the failure. */
static void block_for_ever(void *arg)
{
	for (;;)
		sched_block();
}

SCHED_PROGRAM(sched_left_behind, 2, 0, { 0, 0, 0 }, .fails = EXPLORE_EACH)
{
	sched_spawn_on(1, block_for_ever, NULL, NULL);
}

/* The second of the two must still be found. */
static void send_two_back(void *arg)
{
	sched_spawn_on(0, count, arg, NULL);
	sched_spawn_on(0, count, arg, NULL);
}

SCHED_PROGRAM(sched_end_fork, 2, 2, { 3, 3, 2 })
{
	sched_spawn_on(1, send_two_back, NULL, NULL);
}

/* A fiber that ended elsewhere comes back, and its stack is used again. */
SCHED_PROGRAM(sched_pool_returns, 2, 2, { 3, 3, 2 })
{
	sched_spawn_on(1, raise_flag, NULL, NULL);
	while (!atomic_load_acquire(&flag[0])) {
		sched_pass();
		cpu_relax();
	}
	sched_spawn(count, arg, NULL);
}

/* ---- shared work ------------------------------------------------------- */

SCHED_PROGRAM(sched_submit_one, 2, 1, { 3, 3, 2 })
{
	sched_submit((struct work){ count, NULL });
}

SCHED_RUN(sched_submit_spin, 2, 1, submit_and_spin, sched_share(NULL, NULL),
	  all_done, { 3, 3, 2 });

/* The same on core 1: core 0 has ended main and is woken, too. */
SCHED_PROGRAM(sched_submit_to_first, 2, 1, { 2, 2, 2 })
{
	sched_spawn_on(1, submit_and_spin, arg, NULL);
}

/* The same for a fiber that is sent. */
SCHED_PROGRAM(sched_send_spin, 2, 1, { 3, 3, 2 })
{
	sched_spawn_on(1, raise_flag, NULL, NULL);
	while (!atomic_load_acquire(&flag[0]))
		cpu_relax();
}

SCHED_PROGRAM(sched_sleep, 2, 2, { 3, 3, 2 })
{
	sched_spawn_on(1, count, arg, NULL);
	sched_sleep_until(1000);
	count(arg);
}
