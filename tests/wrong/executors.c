/* SPDX-License-Identifier: MIT */
/*
 * Executors that are wrong, each in its own way: all of them have to fail their
 * validation, in the image and under Linux (tests/wrong/campaign.py). The last
 * one never comes back: that ends the run.
 */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/executor/executor.h"
#include "sched/lock/ticket.h"

#define ROOM 256u /* of the ring; what finds it full is run at once */

/* A pool over one ring under a lock, and what its mistakes remember. */
struct pool {
	struct ticket_lock lock;
	uint32_t head, tail;
	struct work ring[ROOM];

	unsigned cores;
	void (*root)(void *executor, void *arg);
	void *arg;
	uint32_t root_done, over;  /* atomic */
	uint32_t submitted, ended; /* atomic: tasks */
	uint32_t taken;            /* atomic: of all runs */
	struct executor_stats stats[MACHINE_MAX_CORES];

	bool left;                 /* cores that were not joined */
	struct work kept;          /* for the next run */
	void (*do_task)(struct pool *p, struct work task);
	void (*run_all)(struct pool *p);
};

static inline void do_once(struct pool *p, struct work task)
{
	(void)p;
	task.run(task.arg);
}

static inline void finish(struct pool *p, struct work task)
{
	struct executor_stats *own = &p->stats[machine_core()];

	atomic_add_relaxed(&p->taken, 1);
	p->do_task(p, task);
	own->tasks++;
	atomic_add_acq_rel(&p->ended, 1); /* R1: pairs with A1 */
}

static inline bool put(struct pool *p, struct work task)
{
	bool room;

	ticket_acquire(&p->lock, NULL);
	room = p->tail - p->head < ROOM;
	if (room)
		p->ring[p->tail++ % ROOM] = task;
	ticket_release(&p->lock, NULL);
	return room;
}

static inline bool run_one(struct pool *p)
{
	struct work task;
	bool any;

	ticket_acquire(&p->lock, NULL);
	any = p->head != p->tail;
	if (any)
		task = p->ring[p->head++ % ROOM];
	ticket_release(&p->lock, NULL);
	if (any)
		finish(p, task);
	return any;
}

/* A1: pairs with R1 of the workers; a task counts itself after its children. */
static inline bool all_ended(struct pool *p)
{
	uint32_t ended = atomic_load_acquire(&p->ended);

	return atomic_load_acquire(&p->root_done) &&
	       ended == atomic_load_acquire(&p->submitted);
}

static inline void help(unsigned core, void *arg)
{
	struct pool *p = arg;

	(void)core;
	while (!atomic_load_acquire(&p->over))
		if (!run_one(p))
			cpu_relax();
}

static inline void lead(struct pool *p)
{
	p->root(p, p->arg);
	atomic_store_release(&p->root_done, 1);
}

/* All of them, right: core 0 waits for the last task. */
static inline void work(unsigned core, void *arg)
{
	struct pool *p = arg;

	if (core) {
		help(core, arg);
		return;
	}
	lead(p);
	while (!all_ended(p))
		if (!run_one(p))
			cpu_relax();
	atomic_store_release(&p->over, 1);
}

static inline void run_together(struct pool *p)
{
	machine_run(p->cores, work, p);
}

static unsigned count_workers(void *executor)
{
	struct pool *p = executor;
	unsigned workers = 0;

	for (unsigned i = 0; i < p->cores; i++)
		workers += p->stats[i].tasks != 0;
	return workers;
}

static void pool_run(void *executor, void (*root)(void *, void *), void *arg)
{
	struct pool *p = executor;

	if (p->left)
		machine_join();
	p->left = false;
	p->root = root;
	p->arg = arg;
	p->root_done = p->over = p->submitted = p->ended = 0;
	for (unsigned i = 0; i < p->cores; i++)
		p->stats[i] = (struct executor_stats){ 0 };
	p->run_all(p);
}

static void pool_submit(void *executor, struct work task)
{
	struct pool *p = executor;

	atomic_add_relaxed(&p->submitted, 1);
	p->stats[machine_core()].submits++;
	if (!put(p, task))
		finish(p, task);
}

static const struct executor_stats *pool_stats(void *executor, unsigned worker)
{
	return &((struct pool *)executor)->stats[worker];
}

static size_t pool_bytes(unsigned cores, const struct executor_options *o)
{
	(void)cores, (void)o;
	return MACHINE_LINE_PAIR;
}

/* An executor NAME: how it does a task, how it runs all, what it says. */
#define WRONG(id, text, do_task_, run_, workers_)                            \
	static bool id##_init(void *executor, void *memory, unsigned cores,  \
			      const struct executor_options *o)              \
	{                                                                    \
		(void)memory, (void)o;                                       \
		*(struct pool *)executor = (struct pool){                    \
			.cores = cores, .do_task = do_task_,                 \
			.run_all = run_ };                                   \
		return true;                                                 \
	}                                                                    \
	static const struct executor_kind executor_##id = {                  \
		.name = #id, .summary = text, .parallel = true,              \
		.size = sizeof(struct pool), .bytes = pool_bytes,            \
		.init = id##_init, .run = pool_run, .submit = pool_submit,   \
		.stats = pool_stats, .workers = workers_ };                  \
	REGISTER(qc_executors, executor_##id)

/* ---- tasks that go astray ------------------------------------------------ */

static inline void do_twice(struct pool *p, struct work task)
{
	task.run(task.arg);
	if (atomic_load_relaxed(&p->taken) % 97 == 0)
		task.run(task.arg);
}

WRONG(runs_twice, "runs one task in a hundred twice", do_twice, run_together,
      count_workers);

static inline void do_most(struct pool *p, struct work task)
{
	if (atomic_load_relaxed(&p->taken) % 97)
		task.run(task.arg);
}

WRONG(skips, "leaves out one task in a hundred", do_most, run_together,
      count_workers);

static inline void do_previous(struct pool *p, struct work task)
{
	struct work kept = p->kept;

	if (machine_core() || atomic_load_relaxed(&p->taken) % 97) {
		task.run(task.arg);
		return;
	}
	p->kept = task;
	if (kept.run)
		kept.run(kept.arg);
}

WRONG(runs_previous, "keeps a task, which runs in a later call", do_previous,
      run_together, count_workers);

/* ---- the end ------------------------------------------------------------- */

/* Core 0 goes when nothing waits any more: others may be in a task. */
static inline void run_and_leave(struct pool *p)
{
	for (unsigned i = 1; i < p->cores; i++)
		machine_start(i, help, p);
	lead(p);
	while (run_one(p))
		;
	atomic_store_release(&p->over, 1);
	p->left = true;
}

WRONG(returns_early, "returns when nothing waits, and not when all has ended",
      do_once, run_and_leave, count_workers);

/* ---- one core ------------------------------------------------------------ */

static inline void run_alone(struct pool *p)
{
	machine_run(1, work, p);
}

WRONG(alone, "is said to be parallel, and core 0 does all", do_once, run_alone,
      count_workers);

static unsigned all_workers(void *executor)
{
	return ((struct pool *)executor)->cores;
}

WRONG(claims_workers, "core 0 does all, and it claims all workers", do_once,
      run_alone, all_workers);

/* ---- it ends the run -------------------------------------------------------- */

/* One task is never counted: core 0 waits for it. */
static inline void do_uncounted(struct pool *p, struct work task)
{
	task.run(task.arg);
	if (atomic_load_relaxed(&p->taken) % 997 == 0)
		atomic_sub_relaxed(&p->ended, 1);
}

#define HANGS WRONG
HANGS(never_returns, "waits for a task that has run", do_uncounted,
      run_together, count_workers);
