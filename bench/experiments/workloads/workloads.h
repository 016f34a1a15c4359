/* SPDX-License-Identifier: MIT */
/* The experiment `workloads`: what a piece of work is, and in which forms it is
 * done. Core 0. */
#ifndef BENCH_EXPERIMENTS_WORKLOADS_WORKLOADS_H
#define BENCH_EXPERIMENTS_WORKLOADS_WORKLOADS_H

#include <stdbool.h>
#include <stdint.h>

#define WORKLOAD_WORKERS 8u /* as published */

enum form {
	FORM_SEQUENTIAL, /* one fiber on core 0 */
	FORM_CONCURRENT, /* WORKLOAD_WORKERS fibers over the cores */
	FORM_CROWD,      /* on all cores: 1, 2, 4, 8, 16 fibers a core */
	FORM_AGAIN = FORM_CROWD + 5, /* sequential, when all else has been
			  * measured */
	FORMS,
};

/* A piece of work that can be done in one go or by several workers at once. */
struct workload {
	const char *name;      /* "add" */
	const char *summary;   /* one sentence */
	const char *per;       /* what there is `items` of */
	uint32_t items, items_quick; /* as published; in the quick suite */
	uint32_t items_least;  /* with fewer it says nothing */
	uint32_t scale_quick;  /* of its waiting times in the quick suite;
				* 0: it does not wait */

	/* Memory by bench_scratch() and contents for so many items. False: too
	 * little memory. */
	bool (*prepare)(uint32_t items);
	/* Before each pass, not timed. */
	void (*reset)(void);

	/* In a fiber: all of it. */
	void (*alone)(void);
	/* In a fiber each: the part of one of so many workers; then the rest,
	 * when all are done; NULL: there is none. */
	void (*part)(unsigned worker, unsigned workers);
	void (*rest)(void);

	/* After a pass: is the result right? */
	bool (*right)(void);

	/* A figure of its own, in thousandths: a column of the results of the
	 * first so many forms. Optional. */
	const char *figure_name;
	int64_t (*figure)(uint32_t items, int64_t ticks);
	unsigned figure_forms;
};

extern const struct workload workload_add, workload_sort, workload_search;

#endif
