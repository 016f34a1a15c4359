/* SPDX-License-Identifier: MIT */
/*
 * A graph of tasks that an executor runs. A task checks that all it needs has
 * run, works, and submits those which needed it last.
 */
#ifndef BENCH_EXPERIMENTS_METG_GRAPH_H
#define BENCH_EXPERIMENTS_METG_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/experiments/metg/pattern.h"
#include "sched/executor/executor.h"

struct metg_task;
struct metg_tally;

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

/* A graph, in that memory. Core 0. */
void metg_make(struct metg_graph *graph, const struct metg_pattern *pattern,
	       const struct metg_shape *shape, void *memory);

/*
 * Runs all tasks on an executor that init() has made ready, of so many
 * iterations each; *wall gets the ticks of it. True: each ran once, after all
 * that it needs. Core 0, outside any run.
 */
bool metg_run(struct metg_graph *graph, const struct executor_kind *kind,
	      void *executor, uint64_t iterations, uint64_t *wall);

#endif
