/* SPDX-License-Identifier: MIT */
/* The designs whose workers are fibers, in the order of the experiment, and how
 * all workers of a run are set to work. */
#include "bench/experiments/threads/threads.h"

#include "bench/harness/fibers.h"
#include "kernel/atomic.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/tsc.h"
#include "sched/sched.h"
#include "sched/sem.h"

unsigned threads_one_each_core(unsigned cores, unsigned tasks)
{
	(void)tasks;
	return cores;
}

unsigned threads_one_each_task(unsigned cores, unsigned tasks)
{
	(void)cores;
	return tasks;
}

unsigned threads_take(struct threads_run *run)
{
	uint32_t taken = atomic_add_relaxed(&run->taken, 1);

	return taken < run->tasks ? taken : run->tasks;
}

void threads_whole(struct threads_run *run, unsigned index, unsigned slot,
		   void (*yield)(void))
{
	struct threads_task *task = threads_begin(run, index, slot);

	while (threads_step(run, task, yield)) {
		task->ready = tsc_read() + run->sleep;
		sched_sleep_until(task->ready);
		threads_go(task);
	}
}

/* ---- fixed: as many workers as cores ------------------------------------ */

/* Each takes the next task and stays with it to its end: while the task sleeps,
 * so does the worker. */
static void work_from_queue(struct threads_run *run, unsigned worker)
{
	unsigned index;

	while ((index = threads_take(run)) < run->tasks)
		threads_whole(run, index, worker, sched_pass_due);
}

static const struct threads_design fixed = {
	.name = "fixed", .summary = "a worker for each core",
	.pure = true, .workers = threads_one_each_core, .work = work_from_queue,
};
THREADS_DESIGN(fixed);

/* ---- unbounded: a worker for each task ---------------------------------- */

/* Time-sliced as an operating system would do it. */
static void work_unbounded(struct threads_run *run, unsigned worker)
{
	threads_whole(run, worker, worker, sched_pass_due);
}

static const struct threads_design unbounded = {
	.name = "unbounded", .summary = "a worker for each task, time-sliced",
	.pure = true, .workers = threads_one_each_task, .work = work_unbounded,
};
THREADS_DESIGN(unbounded);

/* ---- bounded: as many workers as the formula allows --------------------- */

/* Cores by utilisation, of the published task. Rounded down for a core, so that
 * there are a multiple of cores. */
static unsigned by_formula(unsigned cores, unsigned tasks)
{
	const unsigned whole_ms = THREADS_CPU_MS +
				  (THREADS_STEPS - 1) * THREADS_SLEEP_MS;

	return (unsigned)min_u64(tasks, (uint64_t)cores *
				 (whole_ms / THREADS_CPU_MS));
}

static const struct threads_design bounded = {
	.name = "bounded", .summary = "18 workers a core, and a queue",
	.workers = by_formula, .work = work_from_queue,
};
THREADS_DESIGN(bounded);

/* ---- gated: unbounded, but a task computes only with a permit ----------- */

/* It is given back around each sleep. A fiber never leaves its core, so each
 * core's permit is a semaphore of its own: out of one pot a core could hold two
 * while another has none and stands idle. */
static struct {
	struct semaphore permits;
} __attribute__((aligned(MACHINE_LINE))) gate[MACHINE_MAX_CORES];

static void sleep_outside(struct threads_run *run, struct threads_task *task)
{
	struct semaphore *permits = &gate[machine_core()].permits;

	semaphore_up(permits);
	task->ready = tsc_read() + run->sleep;
	sched_sleep_until(task->ready);
	semaphore_down(permits);
	threads_go(task);
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
	.workers = make_gates, .work = work_gated,
};
THREADS_DESIGN(gated);

/* ---- steps: tasks are cut at their sleeps ------------------------------- */

/* Each step is scheduled for the time at which the sleep would end, and a
 * worker for each core does what is due. All sleeps are alike, so the steps of
 * a core fall due in the order in which they were scheduled: a list is the
 * whole schedule. */
struct schedule {
	struct threads_task *first, **last;
};

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
	if (!threads_step(run, task, NULL))
		return;
	task->ready = tsc_read() + run->sleep;
	task->next = NULL;
	*s->last = task;
	s->last = &task->next;
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
	.cut = true, .workers = threads_one_each_core, .work = work_steps,
};
THREADS_DESIGN(steps);

/* ---- virtual: unbounded, but a fiber keeps the core until it sleeps ----- */

/* The task is written as before: nobody cut it. */
static void work_virtual(struct threads_run *run, unsigned worker)
{
	threads_whole(run, worker, worker, NULL);
}

static const struct threads_design virtual = {
	.name = "virtual", .summary = "a fiber for each task, until it sleeps",
	.pure = true, .workers = threads_one_each_task, .work = work_virtual,
};
THREADS_DESIGN(virtual);

/* ---- all workers of a run, and a bystander on each core ----------------- */

/* One run at a time. */
static struct {
	struct threads_run *run;
	struct join join;
	struct { uint64_t late; } __attribute__((aligned(MACHINE_LINE)))
		core[MACHINE_MAX_CORES];
} all;

static void work_one(void *arg)
{
	all.run->design->work(all.run, (unsigned)(uintptr_t)arg);
}

static void stand_by_here(void *arg)
{
	unsigned core = machine_core();

	(void)arg;
	threads_stand_by(all.run, sched_sleep_until, &all.core[core].late,
			 !core);
}

static void need(bool there)
{
	if (!there)
		machine_panic("threads: the fibers that fitted do not fit");
}

static void start_core(void *arg)
{
	unsigned cores = all.run->cores;

	(void)arg;
	need(sched_spawn(stand_by_here, NULL, &all.join));
	for (unsigned w = machine_core(); w < all.run->workers; w += cores)
		need(sched_spawn(work_one, (void *)(uintptr_t)w, &all.join));
}

static void start_all(void *arg)
{
	(void)arg;
	join_init(&all.join);
	all.run->start = tsc_read();
	for (unsigned core = 1; core < all.run->cores; core++)
		need(sched_spawn_on(core, start_core, NULL, &all.join));
	start_core(NULL);
	sched_join(&all.join);
}

void threads_fibers(struct threads_run *run)
{
	unsigned each = run->workers / run->cores + 2; /* and who starts them */

	run->worker_bytes = sched_fiber_bytes();
	all.run = run;
	memset(all.core, 0, sizeof(all.core));
	if (fibers_reserve(run->cores, each, THREADS_MEMORY_KEPT) <
	    each * run->cores) {
		run->trouble = "no memory for so many stacks";
		return;
	}
	need(sched_run(run->cores, start_all, NULL));
	for (unsigned i = 0; i < run->cores; i++)
		run->late = max_u64(run->late, all.core[i].late);
}
