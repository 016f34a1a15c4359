/* SPDX-License-Identifier: MIT */
/* What the designs of experiment `threads` that use fibers share. */
#ifndef BENCH_EXPERIMENTS_THREADS_FIBERS_H
#define BENCH_EXPERIMENTS_THREADS_FIBERS_H

#include "bench/experiments/threads/design.h"

/* Runs all workers as fibers, with a bystander on each core. What a design
 * without launch() gets. Core 0, outside any run. */
void threads_fibers(struct threads_run *run);

/* Fibers for so many workers beside what is there; how many fit (a multiple
 * of cores, or fewer where memory ends). They stay for later runs. */
unsigned threads_reserve(unsigned cores, unsigned workers);

/* A whole task, whose worker waits while it sleeps. yield: see
 * threads_step(). */
void threads_whole(struct threads_run *run, unsigned index, unsigned slot,
		   void (*yield)(void));

/* workers() of the designs: one for each core, or for each task. */
unsigned threads_one_each_core(unsigned cores, unsigned tasks);
unsigned threads_one_each_task(unsigned cores, unsigned tasks);

#endif
