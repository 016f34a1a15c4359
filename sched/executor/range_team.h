/* SPDX-License-Identifier: MIT */
/*
 * A team for ranges whose length is known: root hands over all tasks at once,
 * as a function, the first argument and how many, and works itself until all
 * have run. Who takes which part is the executor's take(). No task is stored
 * anywhere, so a range may be as long as it likes.
 *
 * What is submitted one by one stays with the worker that submitted it, in a
 * ring of its own: it is nobody's part of a range.
 *
 * Core 0 returns from a range when the counts of its tasks that have run add
 * up to its length: each worker's on a line of its own. So nobody is inside
 * when the next one is written.
 *
 * Cost: an indirect call for each task; for each part what take() costs, and a
 * store on the worker's own line.
 */
#ifndef SCHED_EXECUTOR_RANGE_TEAM_H
#define SCHED_EXECUTOR_RANGE_TEAM_H

#include "sched/executor/executor.h"
#include "sched/executor/team.h"
#include "sched/queue/ring.h"

/* Part of the present range, by its place among all of the run's. */
struct range_part {
	uint64_t at, count;
};

struct range_worker {
	uint64_t done;    /* atomic: tasks of ranges run here in this run */
	uint32_t here;    /* atomic: has begun */
	uint32_t waiting; /* atomic: 1 while `part` is there to be taken */
	struct range_part part; /* core 0's, until it waits */
	struct buffer own;      /* the worker's own */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct range_team {
	struct team team;
	struct range_worker *worker; /* [cores] */

	/* Core 0's, constant while a range is open. */
	void (*task)(void *arg);
	uint64_t offset; /* of an argument from its place */
	uint64_t total;  /* tasks of all ranges of this run so far */

	/* The executor's: a part for this worker; false: none for it now. */
	bool (*take)(struct range_team *r, unsigned core,
		     struct range_part *part);
	/* Shows a range whose first place is `at`; after the rest is set. */
	void (*show)(struct range_team *r, uint64_t at, uint64_t count);
	bool (*any)(struct range_team *r, unsigned core);

	void (*root)(void *executor, void *arg);
	void *root_arg;

	/* atomic, where all take from one end: places taken, and all of them */
	uint64_t next __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint64_t end __attribute__((aligned(MACHINE_LINE_PAIR)));
} __attribute__((aligned(MACHINE_LINE_PAIR)));

size_t range_team_bytes(unsigned cores, const struct executor_options *o);

/* take, show and any are set by the caller. */
void range_team_init(struct range_team *r, void *memory, unsigned cores,
		     const struct executor_options *o);

/* The verbs of an executor whose first member is a range_team. */
void range_team_run(void *executor, void (*root)(void *executor, void *arg),
		    void *arg);
void range_team_submit(void *executor, struct work task);
void range_team_range(void *executor, void (*task)(void *arg), uintptr_t first,
		      uint64_t count);
const struct executor_stats *range_team_stats(void *executor, unsigned worker);
unsigned range_team_workers(void *executor);

#endif
