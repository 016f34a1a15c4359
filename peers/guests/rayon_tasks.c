/* SPDX-License-Identifier: MIT */
/*
 * rayon's tasks as an executor: a scope, and spawn() from within. A pool has a
 * thread for each core, pinned to the core's processor. All are rayon's own, as
 * it has no way to give a thread back: core 0's sleeps meanwhile, and root runs
 * on the pool's first thread, on the same processor. A pool stays until another
 * number of cores is asked for; its idle threads sleep.
 */
#define _GNU_SOURCE
#include "peers/guests/contracts.h"

#ifdef HAVE_RAYON
#include "peers/guests/own_threads.h"

/* ---- rayon/src/lib.rs -------------------------------------------------------- */

struct rayon_pool;
struct rayon_scope;

struct rayon_pool *rayon_pool_make(unsigned threads, void (*begin)(unsigned));
void rayon_pool_end(struct rayon_pool *pool);
void rayon_pool_run(const struct rayon_pool *pool,
		    void (*root)(const struct rayon_scope *scope, void *arg),
		    void *arg);
void rayon_scope_spawn(const struct rayon_scope *scope,
		       void (*run)(void *executor, struct work task),
		       void *executor, struct work task);

/* ---- verbs ------------------------------------------------------------------- */

struct rayon_executor {
	unsigned cores;
	struct executor_stats *stats; /* one a core */
	void (*root)(void *executor, void *arg);
	void *arg;
	const struct rayon_scope *scope; /* of the run */
};

static struct rayon_pool *pool;
static unsigned pool_threads;

static size_t rayon_bytes(unsigned cores, const struct executor_options *o)
{
	(void)o;
	return cores * sizeof(struct executor_stats);
}

static void clear_stats(struct rayon_executor *e)
{
	for (unsigned i = 0; i < e->cores; i++)
		e->stats[i] = (struct executor_stats){ 0 };
}

static bool rayon_init(void *executor, void *memory, unsigned cores,
		       const struct executor_options *o)
{
	struct rayon_executor *e = executor;

	(void)o;
	*e = (struct rayon_executor){ .cores = cores, .stats = memory };
	clear_stats(e);
	if (pool && pool_threads != cores) {
		rayon_pool_end(pool);
		pool = NULL;
	}
	if (!pool)
		pool = rayon_pool_make(cores, become_core);
	pool_threads = cores;
	return pool;
}

static void run_task(void *executor, struct work task)
{
	struct rayon_executor *e = executor;
	struct executor_stats *stats = &e->stats[executor_worker()];

	atomic_store_relaxed(&stats->tasks, stats->tasks + 1);
	task.run(task.arg);
}

static void rayon_submit(void *executor, struct work task)
{
	struct rayon_executor *e = executor;
	struct executor_stats *stats = &e->stats[executor_worker()];

	atomic_store_relaxed(&stats->submits, stats->submits + 1);
	rayon_scope_spawn(e->scope, run_task, e, task);
}

static void run_root(const struct rayon_scope *scope, void *executor)
{
	struct rayon_executor *e = executor;

	e->scope = scope;
	e->root(e, e->arg);
}

static void rayon_run(void *executor, void (*root)(void *executor, void *arg),
		      void *arg)
{
	struct rayon_executor *e = executor;

	clear_stats(e);
	e->root = root;
	e->arg = arg;
	rayon_pool_run(pool, run_root, e);
}

static const struct executor_stats *rayon_stats(void *executor, unsigned worker)
{
	return &((struct rayon_executor *)executor)->stats[worker];
}

static unsigned rayon_workers(void *executor)
{
	struct rayon_executor *e = executor;
	unsigned workers = 0;

	for (unsigned i = 0; i < e->cores; i++)
		workers += e->stats[i].tasks != 0;
	return workers;
}

EXECUTOR_AS(rayon, "rayon_spawn", "rayon: a scope, a task after the other",
	    true);
#endif
