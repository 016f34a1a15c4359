/* SPDX-License-Identifier: MIT */
/* The unit that every queue carries: a function and its argument. */
#ifndef SCHED_WORK_H
#define SCHED_WORK_H

#include "kernel/atomic.h"

struct work {
	void (*run)(void *arg);
	void *arg;
};

/* Into and out of a slot that another core may read or write meanwhile: each
 * word by itself, so the two need not belong together. */
static inline void work_store_relaxed(struct work *slot, struct work work)
{
	atomic_store_relaxed(&slot->run, work.run);
	atomic_store_relaxed(&slot->arg, work.arg);
}

static inline struct work work_load_relaxed(struct work *slot)
{
	return (struct work){ atomic_load_relaxed(&slot->run),
			      atomic_load_relaxed(&slot->arg) };
}

#endif
