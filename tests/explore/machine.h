/* SPDX-License-Identifier: MIT */
/*
 * A machine whose cores are the explorer's threads: what sched/ needs of
 * kernel/machine.h, and what a program needs to start a run on it.
 */
#ifndef TESTS_EXPLORE_MACHINE_H
#define TESTS_EXPLORE_MACHINE_H

#include <stdbool.h>

/*
 * In setup(): the machine is new and sched_run(cores, main_fn, NULL) has been
 * called as far as machine_run(). early: how many machine_wait() in all may
 * end early for no reason.
 */
void machine_begin(unsigned cores, void (*main_fn)(void *arg),
		   unsigned early);

/* The program's thread function: what machine_run() does on that core. */
void machine_thread(unsigned self);

#endif
