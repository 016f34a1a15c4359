/* SPDX-License-Identifier: MIT */
/*
 * A piece of work that can be done in one go or by several workers at once.
 * One a file, listed in workloads.c.
 * The memory it takes by bench_scratch() lives as long as the experiment's
 * present core count.
 */
#ifndef BENCH_EXPERIMENTS_WORKLOADS_WORKLOAD_H
#define BENCH_EXPERIMENTS_WORKLOADS_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

#define WORKLOAD_WORKERS 8u

struct workload {
	const char *name;      /* "add" */
	const char *summary;   /* one sentence */
	const char *per;       /* what there is `items` of */
	uint32_t items, items_quick; /* as published; in the quick suite */
	uint32_t items_least;  /* with fewer it says nothing */
	uint32_t scale_quick;  /* of its waiting times in the quick suite;
				* 0: it does not wait */

	/* Memory and contents for so many items. False: too little memory. */
	bool (*prepare)(uint32_t items);
	/* Before each pass, not timed. */
	void (*reset)(void);

	/* In a fiber: all of it. */
	void (*alone)(void);
	/* In a fiber each: a worker's part; then the rest, when all are done. */
	void (*part)(unsigned worker);
	void (*rest)(void);

	/* After a pass: is the result right? */
	bool (*right)(void);
};

extern const struct workload workload_add, workload_sort, workload_find;

#endif
