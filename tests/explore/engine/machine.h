/* SPDX-License-Identifier: MIT */
/*
 * A machine whose cores are the explorer's threads: what sched/ needs of
 * kernel/machine.h, and what a program needs to start a run on it.
 */
#ifndef TESTS_EXPLORE_ENGINE_MACHINE_H
#define TESTS_EXPLORE_ENGINE_MACHINE_H

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

/*
 * For code that calls machine_run() or machine_start() itself. In setup(): a
 * new machine. Thread 0 is core 0; it ends with machine_close(), the others
 * are machine_park(). Time moves by machine_pass() alone, and no deadline of
 * machine_wait() comes: who needs one to go on is a deadlock.
 */
void machine_new(unsigned cores);
void machine_close(void);
void machine_park(unsigned self);
void machine_pass(unsigned ticks);

#endif
