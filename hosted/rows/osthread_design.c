/* SPDX-License-Identifier: MIT */
/*
 * The sixth design of experiment `threads`: a thread of Linux for each task, on
 * the processors of our cores. Linux slices and wakes them as it sees fit.
 */
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "bench/experiments/threads/design.h"
#include "hosted/cpu/cores.h"
#include "kernel/atomic.h"
#include "kernel/tsc.h"

/* Asked for, so that thousands fit (8 MiB unasked); it holds the thread-local
 * memory of the program, 64 KiB, as well. */
#define STACK_BYTES 262144u
#define NANOSECONDS 1000000000u
#define THREADS_MAX 16384u

/* One run at a time. */
static struct {
	struct threads_run *run;
	pthread_attr_t attributes;
	uint32_t next;            /* atomic: gives each thread its task */
	pthread_mutex_t gate;     /* held while they are made */
	bool go;                  /* under the gate: false sends them home */
} all = { .gate = PTHREAD_MUTEX_INITIALIZER };

static void nap_until(uint64_t until)
{
	uint64_t hz = machine_clock()->hz, now = tsc_read(), ticks;
	struct timespec left;

	if (now >= until)
		return;
	ticks = until - now;
	left.tv_sec = (time_t)(ticks / hz);
	/* hz is below 2^34: the product fits. */
	left.tv_nsec = (long)(ticks % hz * NANOSECONDS / hz);
	nanosleep(&left, NULL);
}

static void run_whole_task(struct threads_run *run, unsigned index)
{
	struct threads_task *task = threads_begin(run, index, index);

	while (threads_step(run, task, NULL)) {
		task->ready = tsc_read() + run->sleep;
		nap_until(task->ready);
		threads_go(task);
	}
}

static void *work_from_pool(void *arg)
{
	bool go;

	(void)arg;
	pthread_mutex_lock(&all.gate);
	go = all.go;
	pthread_mutex_unlock(&all.gate);
	if (go)
		run_whole_task(all.run, atomic_add_relaxed(&all.next, 1));
	return NULL;
}

/* ---- all of them --------------------------------------------------------- */

static void set_attributes(const struct threads_run *run)
{
	cpu_set_t *set = CPU_ALLOC(MACHINE_MAX_CORES);
	size_t size = CPU_ALLOC_SIZE(MACHINE_MAX_CORES), guard;

	CPU_ZERO_S(size, set);
	for (unsigned i = 0; i < run->cores; i++)
		CPU_SET_S(hosted_processor(i), size, set);
	pthread_attr_init(&all.attributes);
	pthread_attr_setstacksize(&all.attributes, STACK_BYTES);
	pthread_attr_setaffinity_np(&all.attributes, size, set);
	pthread_attr_getguardsize(&all.attributes, &guard);
	all.run->worker_bytes = STACK_BYTES + guard;
	CPU_FREE(set);
}

/* Makes them behind the gate; how many Linux gave. */
static unsigned make_threads(pthread_t *thread, unsigned wanted)
{
	unsigned made = 0;

	while (made < wanted && !pthread_create(&thread[made], &all.attributes,
						work_from_pool, NULL))
		made++;
	return made;
}

static void launch_threads(struct threads_run *run)
{
	static pthread_t thread[THREADS_MAX];
	unsigned made;

	all.run = run;
	all.next = 0;
	if (run->tasks > THREADS_MAX) {
		run->trouble = "more threads than are kept track of";
		return;
	}
	set_attributes(run);
	pthread_mutex_lock(&all.gate);
	made = make_threads(thread, run->tasks);
	all.go = made == run->tasks;
	run->start = tsc_read();
	pthread_mutex_unlock(&all.gate);
	if (all.go)
		threads_stand_by(run, nap_until, &run->late, true);
	else
		run->trouble = "Linux gives no more threads";
	while (made)
		pthread_join(thread[--made], NULL);
	pthread_attr_destroy(&all.attributes);
}

static const struct threads_design osthread = {
	.name = "osthread", .summary = "a thread of Linux for each task",
	.pure = true, .workers = threads_one_each_task,
	.launch = launch_threads,
};
THREADS_DESIGN(osthread);
