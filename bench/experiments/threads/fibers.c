/* SPDX-License-Identifier: MIT */
#include "bench/experiments/threads/threads.h"

#include "bench/harness/fibers.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

/* Left for whoever comes after us. */
#define MEMORY_KEPT ((size_t)4 << 20)

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

void threads_whole(struct threads_run *run, unsigned index, unsigned slot,
		   void (*yield)(void))
{
	struct threads_task *task = threads_begin(run, index, slot);

	while (threads_step(run, task, yield)) {
		threads_ready(task, tsc_read() + run->sleep);
		sched_sleep_until(task->ready);
		threads_go(task);
	}
}

void threads_from_queue(struct threads_run *run, unsigned worker)
{
	unsigned index;

	while ((index = threads_take(run)) < run->tasks)
		threads_whole(run, index, worker, sched_pass_due);
}

/* ---- memory ------------------------------------------------------------- */

unsigned threads_reserve(unsigned cores, unsigned workers)
{
	return fibers_reserve(cores, workers / cores, MEMORY_KEPT);
}

/* ---- a run -------------------------------------------------------------- */

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

/* On each core: its bystander, then its workers. */
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
	unsigned most = run->workers + 2 * run->cores; /* and who starts them */

	run->worker_bytes = sched_fiber_bytes();
	all.run = run;
	memset(all.core, 0, sizeof(all.core));
	if (threads_reserve(run->cores, most) < most) {
		run->trouble = "no memory for so many stacks";
		return;
	}
	need(sched_run(run->cores, start_all, NULL));
	for (unsigned i = 0; i < run->cores; i++)
		run->late = max_u64(run->late, all.core[i].late);
}
