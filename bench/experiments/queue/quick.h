/* SPDX-License-Identifier: MIT */
/* Which queues the quick suite leaves out. */
#ifndef BENCH_EXPERIMENTS_QUEUE_QUICK_H
#define BENCH_EXPERIMENTS_QUEUE_QUICK_H

#include <stdbool.h>

#include "kernel/string.h"
#include "sched/queue/queue.h"

/*
 * Variations of another queue (the ring under another lock, SPSC without cached
 * indices): only in the full suite, or where variant= asks for them.
 */
static inline bool queue_full_only(const struct queue_kind *kind)
{
	static const char prefix[] = "ring/";

	return !strncmp(kind->name, prefix, sizeof(prefix) - 1) ||
	       !strcmp(kind->name, "spsc/plain");
}

#endif
