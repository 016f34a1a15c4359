/* SPDX-License-Identifier: MIT */
/* Which queues the quick suite leaves out. */
#ifndef BENCH_QUEUE_QUICK_H
#define BENCH_QUEUE_QUICK_H

#include <stdbool.h>

#include "kernel/string.h"
#include "sched/queue/queue.h"

/*
 * The ring under another lock: only in the full suite, or where variant= asks
 * for it. What their locks cost stands in experiment `lock`, too.
 */
static inline bool queue_full_only(const struct queue_kind *kind)
{
	static const char prefix[] = "ring/";

	return !strncmp(kind->name, prefix, sizeof(prefix) - 1);
}

#endif
