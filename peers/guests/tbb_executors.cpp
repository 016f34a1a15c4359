/* SPDX-License-Identifier: MIT */
/*
 * oneTBB's scheduler as an executor. Our cores' own threads are its workers, in
 * an arena of as many places: who works on which core is ours to say. `tbb_for`
 * is told of a range (parallel_for, a task at a time), `tbb_group` of one task
 * after the other (task_group).
 */
#if __has_include(<tbb/task_group.h>)
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <utility>

/* After theirs, which has a function of the name of a macro of ours. */
#include "peers/guests/contracts.h"

struct tbb_group_executor {
	unsigned cores;
	struct executor_stats *stats; /* one a core */
	void (*root)(void *executor, void *arg);
	void *arg;
	tbb::task_handle *open; /* until it runs, nobody stops waiting */
};

#define tbb_for_executor tbb_group_executor

/* Kept from run to run: to make an arena takes long. */
static tbb::task_arena *arena;
static tbb::task_group group;

static size_t tbb_group_bytes(unsigned cores, const struct executor_options *)
{
	return cores * sizeof(struct executor_stats);
}

static bool tbb_group_init(void *executor, void *memory, unsigned cores,
			   const struct executor_options *)
{
	auto e = static_cast<struct tbb_group_executor *>(executor);

	*e = {};
	e->cores = cores;
	e->stats = static_cast<struct executor_stats *>(memory);
	for (unsigned i = 0; i < cores; i++)
		e->stats[i] = {};
	if (!arena || arena->max_concurrency() != static_cast<int>(cores)) {
		delete arena;
		/* All places are for our threads, none for TBB's. */
		arena = new tbb::task_arena(static_cast<int>(cores), cores);
	}
	return true;
}

static inline void run_task(struct tbb_group_executor *e, struct work task)
{
	struct executor_stats *stats = &e->stats[executor_worker()];

	atomic_store_relaxed(&stats->tasks, stats->tasks + 1);
	task.run(task.arg);
}

static void tbb_group_submit(void *executor, struct work task)
{
	auto e = static_cast<struct tbb_group_executor *>(executor);
	struct executor_stats *stats = &e->stats[executor_worker()];

	atomic_store_relaxed(&stats->submits, stats->submits + 1);
	group.run([e, task] { run_task(e, task); });
}

static void tbb_for_range(void *executor, void (*task)(void *arg),
			  uintptr_t first, uint64_t count)
{
	using range = tbb::blocked_range<uintptr_t>;
	auto e = static_cast<struct tbb_group_executor *>(executor);

	tbb::parallel_for(range(first, first + count, 1),
			  [e, task](const range &one) {
		run_task(e, { task, reinterpret_cast<void *>(one.begin()) });
	}, tbb::simple_partitioner());
}

/* Root on core 0; the others wait for the group, and work meanwhile. */
static void work_on_core(unsigned core, void *executor)
{
	auto e = static_cast<struct tbb_group_executor *>(executor);

	arena->execute([e, core] {
		if (!core) {
			e->root(e, e->arg);
			group.run(std::move(*e->open));
		}
		group.wait();
	});
}

static void tbb_group_run(void *executor,
			  void (*root)(void *executor, void *arg), void *arg)
{
	auto e = static_cast<struct tbb_group_executor *>(executor);
	tbb::task_handle open = group.defer([] {});

	for (unsigned i = 0; i < e->cores; i++)
		e->stats[i] = {};
	e->root = root;
	e->arg = arg;
	e->open = &open;
	machine_run(e->cores, work_on_core, e);
}

static const struct executor_stats *tbb_group_stats(void *executor,
						    unsigned worker)
{
	return &static_cast<struct tbb_group_executor *>(executor)
			->stats[worker];
}

static unsigned tbb_group_workers(void *executor)
{
	auto e = static_cast<struct tbb_group_executor *>(executor);
	unsigned workers = 0;

	for (unsigned i = 0; i < e->cores; i++)
		workers += e->stats[i].tasks != 0;
	return workers;
}

EXECUTOR(tbb_group, "oneTBB: task_group, told of one task after the other",
	 true);

#define tbb_for_bytes tbb_group_bytes
#define tbb_for_init tbb_group_init
#define tbb_for_run tbb_group_run
#define tbb_for_submit tbb_group_submit
#define tbb_for_stats tbb_group_stats
#define tbb_for_workers tbb_group_workers
EXECUTOR(tbb_for, "oneTBB: parallel_for, a task at a time", true,
	 .range = tbb_for_range);
#endif
