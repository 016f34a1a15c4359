/* SPDX-License-Identifier: MIT */
/*
 * A graph of tasks that an executor runs, in seven patterns of Task Bench
 * (Slaughter and others, SC'20, figure 2): `width` columns wide and many steps
 * long. A task checks that all it needs has run, works, and submits those which
 * needed it last. Core 0, outside any run.
 */
#ifndef BENCH_EXPERIMENTS_METG_GRAPH_H
#define BENCH_EXPERIMENTS_METG_GRAPH_H

#include "sched/executor/executor.h"

#define METG_PATTERNS 7u
/* Tasks that one needs at most, and tasks at most that need one. */
#define METG_NEEDS 5u

struct metg_pattern {
	const char *name;    /* as in the paper */
	const char *summary; /* one sentence */

	/* The columns of step - 1 that a task of `step` >= 1 needs; returns how
	 * many. One may come twice; each is one of that step's own. Pure. */
	unsigned (*needs)(unsigned width, unsigned step, unsigned column,
			  unsigned need[METG_NEEDS]);
	bool grows;          /* from one column on, twice as many each step */
};
extern const struct metg_pattern metg_pattern[METG_PATTERNS];

struct metg_shape {
	unsigned width, steps;
	unsigned cores;          /* whose workers run tasks */
};

struct metg_graph {
	struct metg_shape shape;
	unsigned tasks;          /* in all */
	unsigned opening;        /* of those, from the first on, need nothing */
	uint64_t marks;          /* sum of all tasks' */
	struct metg_task *task;  /* [step][column] */
	struct metg_tally *tally; /* one a core */
	bool unfinished;         /* the last run left something behind */

	/* Of the present run. */
	const struct executor_kind *kind;
	void *executor;
	uint64_t iterations;     /* of each task */
};

/* Memory that a graph takes. */
size_t metg_bytes(const struct metg_shape *shape);
void metg_make(struct metg_graph *graph, const struct metg_pattern *pattern,
	       const struct metg_shape *shape, void *memory);

/* Runs all tasks on an executor that init() has made ready; *wall gets the
 * ticks of it. True: each ran once, after all that it needs. */
bool metg_run(struct metg_graph *graph, const struct executor_kind *kind,
	      void *executor, uint64_t iterations, uint64_t *wall);

#endif
