/* SPDX-License-Identifier: MIT */
/*
 * Where does an executor reach a share of the machine's peak? Task Bench's
 * minimum effective task granularity (METG): the shortest time that a task may
 * take, all overhead included, so that work fills that share of all cores' time.
 */
#ifndef BENCH_EXPERIMENTS_METG_SEARCH_H
#define BENCH_EXPERIMENTS_METG_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

/* The longest task that is tried: iterations. */
#define METG_LONGEST (1u << 16)

/* A run of tasks of `n` iterations, for search's `of`; *wall gets its ticks.
 * False: it was wrong, and the search ends. */
typedef bool metg_try(void *of, uint64_t n, uint64_t *wall);

struct metg_search {
	metg_try *run;
	void *of;
	unsigned cores, tasks;
	uint64_t milli;   /* thousandths of a tick that an iteration takes, with
			   * all cores at it: the peak */
};

/*
 * The granularity, in ticks, of the shortest tasks that reach `percent`; from
 * *from iterations on, which gets those that were found. False: a run was
 * wrong. *ticks is 0 where even the longest tasks do not reach it.
 */
bool metg_find(const struct metg_search *search, unsigned percent,
	       uint64_t *from, int64_t *ticks);

#endif
