/* SPDX-License-Identifier: MIT */
/* What the experiment `workloads` measures, and how it tells. Core 0. */
#ifndef BENCH_EXPERIMENTS_WORKLOADS_WORKLOADS_H
#define BENCH_EXPERIMENTS_WORKLOADS_WORKLOADS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/samples/history.h"

#define WORKLOAD_WORKERS 8u    /* as published */
#define WORKLOAD_CROWD_MOST 1024u /* workers; more are not asked for */

/*
 * A piece of work that can be done in one go or by several workers at once;
 * one a file, listed in workloads.c.
 */
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
};

extern const struct workload workload_add, workload_sort, workload_search;

#define WORKLOADS 3u
#define WORKLOADS_ROUNDS 10u /* at most */

enum form {
	FORM_SEQUENTIAL, /* one fiber on core 0 */
	FORM_CONCURRENT, /* WORKLOAD_WORKERS fibers over the cores */
	FORM_CROWD,      /* on all cores: 1, 2, 4, 8, 16 fibers a core */
	FORM_AGAIN = FORM_CROWD + 5, /* sequential, when all else has been
			  * measured */
	FORMS,
};
extern const char *const workloads_form[FORMS]; /* names */

/* One workload on one number of cores. */
struct workload_cell {
	const struct workload *work; /* NULL: left out */
	bool wrong;                  /* that is why */
	unsigned cores, rounds;
	bool all_cores;
	uint32_t items;
	int64_t ticks[FORMS][WORKLOADS_ROUNDS];
	int64_t median[FORMS];
	struct history history[FORMS];
};

struct workload_form {
	const struct workload_cell *cell;
	enum form form;
};

/* Workers of a form; 0: one fiber does it all. */
unsigned workloads_workers(enum form form, unsigned cores);

/* Is it measured in that form? */
bool workloads_has(const struct workload_cell *cell, enum form form);

/* The page of one number of cores: how long the workers take. */
void workloads_show(const struct workload_cell *cell, unsigned cells);

/* figures.c: what a workload takes in a figure of its own, as a column of the
 * form's result (struct workload_form); nothing where it has none. */
void workloads_log_own(const void *form);

#endif
