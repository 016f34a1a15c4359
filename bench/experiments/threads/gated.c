/* SPDX-License-Identifier: MIT */
/*
 * Gated: unbounded, but a task computes only while it holds a permit, and gives
 * it back around each sleep. One permit for each core. A fiber never leaves its
 * core, so each core's permit is a semaphore of its own: out of one pot a core
 * could hold two while another has none and stands idle.
 */
#include "bench/experiments/threads/threads.h"
#include "kernel/tsc.h"
#include "sched/sched.h"
#include "sched/sem.h"

static struct {
	struct semaphore permits;
} __attribute__((aligned(MACHINE_LINE))) gate[MACHINE_MAX_CORES];

static void enter_gate(struct threads_task *task)
{
	semaphore_down(&gate[machine_core()].permits);
	threads_go(task);
}

static void sleep_outside(struct threads_run *run, struct threads_task *task)
{
	semaphore_up(&gate[machine_core()].permits);
	threads_ready(task, tsc_read() + run->sleep);
	sched_sleep_until(task->ready);
	enter_gate(task);
}

static void work_gated(struct threads_run *run, unsigned worker)
{
	struct semaphore *permits = &gate[machine_core()].permits;
	struct threads_task *task;

	semaphore_down(permits);
	task = threads_begin(run, worker, worker);
	while (threads_step(run, task, sched_pass_due))
		sleep_outside(run, task);
	semaphore_up(permits);
}

/* The gates, too, are made for each run. */
static unsigned make_gates(unsigned cores, unsigned tasks)
{
	for (unsigned i = 0; i < cores; i++)
		semaphore_init(&gate[i].permits, 1);
	return tasks;
}

static const struct threads_design gated = {
	.name = "gated", .summary = "unbounded, with a semaphore",
	.rank = 3, .workers = make_gates, .work = work_gated,
};
THREADS_DESIGN(gated);
