/* SPDX-License-Identifier: MIT */
/*
 * What an executor is: it runs a set of tasks, each a function and an
 * argument, on the cores themselves (machine_run(), no fibers). One executor
 * a file; it announces itself with EXECUTOR(), and by that the experiments
 * and the tests find it: an executor of your own is one more such file.
 *
 *	memory   bytes(cores, options) of it, and `size` for the executor
 *	         itself, both aligned to MACHINE_LINE_PAIR
 *	init()   once, so the long ones are cold: small rather than fast;
 *	         then any number of run(), one at a time
 *	run()    core 0, outside the scheduler and any other run: root runs
 *	         on core 0 as worker 0 and submits; returns when root and every
 *	         task have ended. The caller's core works too.
 *	submit() from root or from a task, on any worker. Never fails: queues
 *	         are bounded, and who finds them full works meanwhile. Root
 *	         then runs what waits; a task's submission is run at once, as a
 *	         plain call, so the stack grows no deeper than the tree of
 *	         tasks is.
 *
 *	range()  optional, from root only: so many tasks at once, with the
 *	         arguments first, first + 1, ..; returns when all have run.
 *	         executor_range() does it for any executor.
 *
 * A task runs once, on one core, to its end. It must not wait for another
 * task: that one may be next in the batch of the very same worker. Order is
 * promised by `loop` only (first come, first served while the queue holds
 * them). What root or a task wrote before submit() is seen by the task, and
 * what tasks wrote by the caller of run().
 */
#ifndef SCHED_EXECUTOR_EXECUTOR_H
#define SCHED_EXECUTOR_EXECUTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/machine.h"
#include "kernel/registry.h"
#include "sched/lock/lock.h"
#include "sched/queue/queue.h"
#include "sched/work.h"

/* Of one worker in the last run; written by that worker only. */
struct executor_stats {
	uint64_t tasks;       /* atomic: run here */
	uint64_t stolen;      /* taken from another worker, run here or not */
	uint64_t idle_ticks;  /* between looking for work and finding some */
	uint64_t submits;     /* atomic: tasks submitted here */
	uint64_t inline_runs; /* of those, run at once as the queue was full */
	uint32_t decisions;   /* adaptive, worker 0: changes of width or batch */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* NULL and 0: the default. */
struct executor_options {
	const struct lock_kind *lock;   /* `shared`: around its ring */
	const struct queue_kind *queue; /* `shared`: instead of the ring */
	uint32_t capacity; /* of each queue, a power of two >= 2 */
	uint64_t budget;   /* ticks that one worker's batch may take */
};

/* A decision of an executor that makes some. */
struct executor_decision {
	uint64_t ticks;          /* since the run began */
	uint32_t width, batch;   /* from now on */
	uint64_t task_ticks;     /* measured: a task's body */
	uint64_t dispatch_ticks; /* measured: what it costs beyond that */
};

struct executor_kind {
	const char *name;    /* as in the records */
	const char *summary; /* one sentence */
	bool parallel;       /* more cores than core 0 take part, at least where
			      * tasks fill some ms: it is proven */
	size_t size;         /* of the executor itself */

	size_t (*bytes)(unsigned cores, const struct executor_options *o);
	/* False: the options do not fit (a queue that not everybody may use
	 * at once). memory may hold anything. options may be NULL. */
	bool (*init)(void *executor, void *memory, unsigned cores,
		     const struct executor_options *o);
	void (*run)(void *executor, void (*root)(void *executor, void *arg),
		    void *arg);
	void (*submit)(void *executor, struct work task);
	/* NULL: it is told of one task at a time. */
	void (*range)(void *executor, void (*task)(void *arg), uintptr_t first,
		      uint64_t count);
	/* worker < the cores given to init(). */
	const struct executor_stats *(*stats)(void *executor, unsigned worker);
	/* Workers that ran a task in the last run. */
	unsigned (*workers)(void *executor);
	/* Copies the last run's decisions, the oldest first, at most `most`;
	 * how many there were. NULL: it makes none. */
	size_t (*trace)(void *executor, struct executor_decision *out,
			size_t most);
};

REGISTRY(qc_executors, const struct executor_kind);
#define EXECUTOR_EACH(entry)                                                 \
	REGISTRY_EACH(qc_executors, const struct executor_kind, entry)

/*
 * At file scope, after the verbs id_bytes(), id_init() ... id_workers():
 * EXECUTOR(mine, "what it is", true); further members follow (.trace = ...).
 * EXECUTOR_AS() gives it another name than its verbs'.
 */
#define EXECUTOR_AS(id, label, text, parallel_, ...)                         \
	static const struct executor_kind executor_##id = {                  \
		.name = label, .summary = text, .parallel = parallel_,       \
		.size = sizeof(struct id##_executor),                        \
		.bytes = id##_bytes, .init = id##_init, .run = id##_run,     \
		.submit = id##_submit, ##__VA_ARGS__, .stats = id##_stats,   \
		.workers = id##_workers };                                   \
	REGISTER(qc_executors, executor_##id)
#define EXECUTOR(id, text, parallel_, ...)                                   \
	EXECUTOR_AS(id, #id, text, parallel_, ##__VA_ARGS__)

/* Root: so many tasks, at once where that can be said, or one by one. */
static inline void executor_range(const struct executor_kind *kind,
				  void *executor, void (*task)(void *arg),
				  uintptr_t first, uint64_t count)
{
	if (kind->range)
		kind->range(executor, task, first, count);
	else
		for (uint64_t i = 0; i < count; i++)
			kind->submit(executor, (struct work){
				task, (void *)(uintptr_t)(first + i) });
}

/* The calling worker's index. One load. */
static inline unsigned executor_worker(void)
{
	return machine_core();
}

#endif
