/* SPDX-License-Identifier: MIT */
/*
 * What a design of experiment `threads` is: a way to run many tasks that
 * compute and sleep. Whatever registers one with THREADS_DESIGN() is measured
 * beside the others, as the Linux program's own threads are.
 *
 *	memory for the workers is taken [not timed]; then for all workers:
 *	    work(run, worker): threads_begin(), threads_step(), sleep, ...
 */
#ifndef BENCH_EXPERIMENTS_THREADS_DESIGN_H
#define BENCH_EXPERIMENTS_THREADS_DESIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/experiments/threads/spigot.h"
#include "kernel/machine.h"
#include "kernel/registry.h"

/* A task and what it has seen; times in ticks. */
struct threads_task {
	struct spigot spigot;
	uint64_t ready;    /* since when it could run */
	uint64_t quantum;  /* when it was last given the core */
	uint64_t first;    /* it began */
	uint64_t ended;
	uint64_t busy;     /* sum of its steps */
	uint64_t waited;   /* longest time ready, but not run, once begun */
	uint32_t steps;    /* still to do */
	bool right;        /* its digits are */
	struct threads_task *next; /* the design's own */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* One run: so many tasks by one design. */
struct threads_run {
	const struct threads_design *design;
	unsigned cores, tasks, workers;
	uint32_t steps;       /* of a task, each but the last followed by ... */
	uint64_t sleep;       /* ... a sleep; ticks */
	uint64_t slice;       /* ticks */
	uint32_t decimals;    /* of a task */
	uint64_t step_turns;  /* of its spigot */
	uint64_t checksum;    /* of the right digits */
	struct threads_task *task;
	uint32_t *words;      /* the spigots' memory, task by task or worker
			       * by worker */

	uint32_t taken;       /* atomic: tasks that workers have taken */
	uint32_t left;        /* atomic: tasks that have not ended */
	uint64_t start;       /* time stamp */

	/* The results. */
	uint64_t late;        /* longest a bystander overslept */
	size_t worker_bytes;  /* of stack, guard page included */
	const char *trouble;  /* why it was not run; NULL: it was */
};

struct threads_design {
	const char *name, *summary;
	bool pure;            /* takes part where tasks never sleep */
	bool cut;             /* a task is no worker's: each has memory */

	/* Workers for so many tasks; a multiple of cores. */
	unsigned (*workers)(unsigned cores, unsigned tasks);

	/* What worker number `worker` does; the scheduler's fibers are the
	 * workers, number w on core w % cores. */
	void (*work)(struct threads_run *run, unsigned worker);

	/* Instead of that: runs everything, outside any scheduler, and fills
	 * in start, late, worker_bytes and trouble. Optional. */
	void (*launch)(struct threads_run *run);
};

#define THREADS_DESIGN(design) REGISTER(qc_threads_designs, design)

/* workers() of designs: one for each core, or for each task. */
unsigned threads_one_each_core(unsigned cores, unsigned tasks);
unsigned threads_one_each_task(unsigned cores, unsigned tasks);

/* The next task that nobody has taken, or run->tasks. */
unsigned threads_take(struct threads_run *run);

/* Task `index` begins, with the memory of that slot. */
struct threads_task *threads_begin(struct threads_run *run, unsigned index,
				   unsigned slot);

/*
 * One step of a task that runs. yield: called at the end of each slice, if
 * others may have the core then; NULL runs through. False: that was the last.
 */
bool threads_step(struct threads_run *run, struct threads_task *task,
		  void (*yield)(void));

/* The task has the core again, since task->ready it could have had. */
void threads_go(struct threads_task *task);

/* A whole task in a fiber, which waits while the task sleeps. */
void threads_whole(struct threads_run *run, unsigned index, unsigned slot,
		   void (*yield)(void));

/*
 * What a bystander finds: wants to wake after each `sleep` until all tasks
 * have ended, and keeps in *late the worst it was late. nap sleeps until a
 * time stamp. reports: tells how far the run is, core 0 only.
 */
void threads_stand_by(struct threads_run *run, void (*nap)(uint64_t until),
		      uint64_t *late, bool reports);

#endif
