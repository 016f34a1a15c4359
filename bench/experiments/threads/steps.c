/* SPDX-License-Identifier: MIT */
/*
 * Scheduled steps: tasks are cut at their sleeps, and each step is scheduled
 * for the time at which the sleep would end. A worker for each core does what
 * is due. All sleeps are alike, so the steps of a core fall due in the order
 * in which they were scheduled: a list is the whole schedule.
 */
#include "bench/experiments/threads/threads.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

struct schedule {
	struct threads_task *first, **last;
};

static void add_step(struct schedule *s, struct threads_task *task,
		     uint64_t due)
{
	threads_ready(task, due);
	task->next = NULL;
	*s->last = task;
	s->last = &task->next;
}

/* Waits until the first is due and takes it out. */
static struct threads_task *take_due(struct schedule *s)
{
	struct threads_task *task = s->first;

	if (tsc_read() < task->ready)
		sched_sleep_until(task->ready);
	s->first = task->next;
	if (!s->first)
		s->last = &s->first;
	threads_go(task);
	return task;
}

/* Between two steps others may have the core, even if the next one is due. */
static void do_step(struct threads_run *run, struct schedule *s,
		    struct threads_task *task)
{
	sched_pass_due();
	if (threads_step(run, task, NULL))
		add_step(s, task, tsc_read() + run->sleep);
}

static void work_steps(struct threads_run *run, unsigned worker)
{
	struct schedule s = { .last = &s.first };

	/* This core's share, each as its first step comes up. */
	for (unsigned i = worker; i < run->tasks; i += run->workers)
		do_step(run, &s, threads_begin(run, i, i));
	while (s.first)
		do_step(run, &s, take_due(&s));
}

static const struct threads_design steps = {
	.name = "steps", .summary = "steps scheduled for later, few workers",
	.rank = 4, .cut = true, .workers = threads_one_each_core,
	.work = work_steps,
};
THREADS_DESIGN(steps);
