/* SPDX-License-Identifier: MIT */
/* The unit that every queue carries: a function and its argument. */
#ifndef SCHED_WORK_H
#define SCHED_WORK_H

struct work {
	void (*run)(void *arg);
	void *arg;
};

#endif
