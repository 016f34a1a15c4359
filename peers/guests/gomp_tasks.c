/* SPDX-License-Identifier: MIT */
/*
 * GCC's OpenMP tasks as an executor. The calling core's thread is the team's
 * first. The others are libgomp's own, which cannot be ours: each is pinned to
 * the processor of the core that it stands for. They are made in init(), and end
 * with run(): libgomp's idle threads spin for milliseconds, on the cores of what
 * is measured next.
 */
#define _GNU_SOURCE
#include "peers/guests/contracts.h"

#if defined(_OPENMP) && !defined(__clang__)
#include <omp.h>

#include "peers/guests/own_threads.h"

struct gomp_executor {
	unsigned cores;
	struct executor_stats *stats; /* one a core */
};

/* ---- threads --------------------------------------------------------------- */

static void join_team(void)
{
	static __thread bool is_core;

	if (omp_get_thread_num() && !is_core)
		become_core((unsigned)omp_get_thread_num());
	is_core = true;
}

/* ---- verbs ----------------------------------------------------------------- */

static size_t gomp_bytes(unsigned cores, const struct executor_options *o)
{
	(void)o;
	return cores * sizeof(struct executor_stats);
}

static bool gomp_init(void *executor, void *memory, unsigned cores,
		      const struct executor_options *o)
{
	struct gomp_executor *e = executor;

	(void)o;
	*e = (struct gomp_executor){ cores, memory };
	for (unsigned i = 0; i < cores; i++)
		e->stats[i] = (struct executor_stats){ 0 };
	omp_set_dynamic(0); /* as many threads as cores, however busy those are */
	#pragma omp parallel num_threads(cores)
	join_team();
	return true;
}

static void run_task(struct gomp_executor *e, struct work task)
{
	struct executor_stats *stats = &e->stats[executor_worker()];

	atomic_store_relaxed(&stats->tasks, stats->tasks + 1);
	task.run(task.arg);
}

static void gomp_submit(void *executor, struct work task)
{
	struct gomp_executor *e = executor;
	struct executor_stats *stats = &e->stats[executor_worker()];

	atomic_store_relaxed(&stats->submits, stats->submits + 1);
	#pragma omp task firstprivate(e, task)
	run_task(e, task);
}

/* Root on core 0; the others run tasks at the region's end meanwhile. */
static void gomp_run(void *executor, void (*root)(void *executor, void *arg),
		     void *arg)
{
	struct gomp_executor *e = executor;

	for (unsigned i = 0; i < e->cores; i++)
		e->stats[i] = (struct executor_stats){ 0 };
	#pragma omp parallel num_threads(e->cores)
	{
		join_team();
		#pragma omp master
		root(e, arg);
	}
	omp_pause_resource(omp_pause_hard, omp_get_initial_device());
}

static const struct executor_stats *gomp_stats(void *executor, unsigned worker)
{
	return &((struct gomp_executor *)executor)->stats[worker];
}

static unsigned gomp_workers(void *executor)
{
	struct gomp_executor *e = executor;
	unsigned workers = 0;

	for (unsigned i = 0; i < e->cores; i++)
		workers += e->stats[i].tasks != 0;
	return workers;
}

EXECUTOR_AS(gomp, "gomp_task", "GCC's OpenMP: a task after the other", true);
#endif
