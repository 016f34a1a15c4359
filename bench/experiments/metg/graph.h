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

struct metg_graph {
	const struct metg_pattern *pattern;
	unsigned width, steps;
	unsigned tasks;          /* in all */
	unsigned opening;        /* steps, from the first on, which have tasks
				  * that need nothing */
	struct metg_task *task;  /* [step][column] */

	/* Of the present run. */
	const struct executor_kind *kind;
	void *executor;
	uint64_t n, planted;     /* iterations of each task, and besides them */
	uint64_t run;            /* its number: no older output is taken for new */
	uint32_t wrong;          /* atomic: tasks that ran too early */
};

/* Memory that a graph's tasks take. */
size_t metg_bytes(unsigned width, unsigned steps);

/* A graph, in that memory. Core 0. */
void metg_make(struct metg_graph *graph, const struct metg_pattern *pattern,
	       unsigned width, unsigned steps, void *memory);

/*
 * Runs all tasks on an executor that init() has made ready, of `n` iterations
 * each; *wall gets the ticks of it. True: each ran once, after all that it
 * needs. Core 0, outside any run.
 */
bool metg_run(struct metg_graph *graph, const struct executor_kind *kind,
	      void *executor, uint64_t n, uint64_t *wall);

#endif
