/* SPDX-License-Identifier: MIT */
/*
 * The experiment `dispatch`: executors that run tasks of several lengths. Core 0
 * and outside any run, but for the tasks. Milli: thousandths, of a tick where
 * nothing else is said.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_GROUP_H
#define BENCH_EXPERIMENTS_DISPATCH_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/config/settings.h"
#include "bench/report/key.h"
#include "bench/samples/history.h"
#include "bench/stats/stats.h"
#include "kernel/string.h"
#include "sched/executor/executor.h"

#define DISPATCH_SUBJECTS 40u
#define DISPATCH_LENGTHS 10u /* of the published table */
#define DISPATCH_4700 DISPATCH_LENGTHS /* one that is found (plan.h) */
#define DISPATCH_ROUNDS 12u  /* at most */

/* An executor as it is measured. */
struct dispatch_subject {
	const struct executor_kind *kind;
	struct executor_options options;
	char name[32];     /* in the records: "shared/mcs" */
	bool exchanged;    /* a lock or queue of `shared` was exchanged */
	bool out;          /* nothing of it is planned, or it is wrong, or
			    * memory is short */
	void *executor, *memory; /* on this number of cores */
};

/* What rounds bring; in thousandths, but for the first: ticks. */
enum dispatch_figure {
	P50, MEAN, WORK,     /* of a short pass with stamps: overhead, work */
	RULE, WORKERS, TOLD, /* see stamp_round() (rounds.c) */
	WALL, ALL_IN, AWAY,  /* of a pass without; AWAY: tasks not on core 0 */
	DISPATCH_FIGURES
};

/* One executor on so many cores at one length of task. */
struct dispatch_cell {
	const struct dispatch_subject *subject;
	unsigned cores, point;
	uint64_t n;             /* iterations of a task */
	uint64_t tasks;         /* of a pass without stamps */
	unsigned rounds;
	struct history history; /* of the passes without stamps */
	unsigned stamps_disturbed[DISPATCH_ROUNDS];
	int64_t figure[DISPATCH_FIGURES][DISPATCH_ROUNDS];

	/* The last pass with stamps, whose samples the workers still hold. */
	struct dispatch_stamped {
		uint64_t tasks, wall;
		unsigned workers, disturbed;
		int64_t work, work_milli; /* ticks of all; of a task */
		struct summary summary;   /* of the overheads */
	} stamped;
};

/* One number of cores. */
struct dispatch_group {
	const struct settings *settings;
	unsigned cores, subjects;
	unsigned left_out;   /* asked for, beyond DISPATCH_SUBJECTS */
	struct dispatch_subject subject[DISPATCH_SUBJECTS];
	bool all_cores;
	bool oversubscribed; /* the cores take turns on fewer real ones */

	unsigned rounds;
	uint64_t ticks;      /* a pass takes about that long */
	uint64_t patience;   /* after that no further task is submitted */
	uint64_t most_tasks; /* of a pass */
	uint64_t fixed_tasks; /* asked for; 0: as many as fill the time */
	uint64_t room;       /* for samples, of a pass with stamps */

	/* At the present length. */
	uint64_t n;
	unsigned cells;
	struct dispatch_cell cell[DISPATCH_SUBJECTS];
	int64_t body[DISPATCH_ROUNDS]; /* milli: alone, on core 0 */
};

static inline struct record_key dispatch_key(const struct dispatch_cell *c,
					     const struct param *params)
{
	return (struct record_key){ "dispatch", c->subject->name, c->cores,
				    params };
}

#endif
