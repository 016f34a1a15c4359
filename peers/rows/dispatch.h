/* SPDX-License-Identifier: MIT */
/*
 * Dispatch overhead by the published method (docs/method.md): on entry a task
 * takes the time since the end of the previous task on its worker, less the
 * cost of reading the clock; its body adds up 0 .. n - 1. A row's ticks are the
 * mean over a run's tasks. A worker's first task has no previous one. Beside
 * them stands `all_in`, (wall time x cores - work) / tasks from a run without
 * stamps: it sees what the method does not, such as the wait for a first task.
 *
 * Plain C, and C++ includes it too.
 */
#ifndef PEERS_ROWS_DISPATCH_H
#define PEERS_ROWS_DISPATCH_H

#include "peers/peers.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DISPATCH_SIZES 7u
extern const unsigned dispatch_sizes[DISPATCH_SIZES]; /* iterations */

/* What one worker measured; kept apart from the others' lines. */
struct dispatch_worker {
	uint64_t last, overhead, tasks;
} PEERS_LINE;

static inline void dispatch_body(unsigned n)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < n; i++) {
		sum += i;
		__asm__ volatile("" : "+r"(sum));
	}
}

static inline void dispatch_task(struct dispatch_worker *w, unsigned n)
{
	uint64_t entry = peers_now();

	if (w->last) {
		w->overhead += entry - w->last;
		w->tasks++;
	}
	dispatch_body(n);
	w->last = peers_now();
}

/* Tasks of a run. */
unsigned dispatch_tasks(unsigned n);

/* The row's ticks, from what the workers measured. */
double dispatch_mean(const struct dispatch_worker *w, unsigned workers);

/* all_in, from the wall time of a run without stamps. */
double dispatch_all_in(unsigned n, uint64_t wall);

/* Adds who's row for each size; row->of points to the size. */
void dispatch_add(const char *who, double (*measure)(const struct peers_row *),
		  double (*measure_all_in)(const struct peers_row *));

#ifdef __cplusplus
}
#endif

#endif
