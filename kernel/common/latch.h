/* SPDX-License-Identifier: MIT */
/*
 * The kernel's own lock, for the few rare things that several cores do at
 * once (mapping a stack). Test-and-test-and-set; never in a measured path:
 * what is measured lives in sched/lock.
 */
#ifndef KERNEL_COMMON_LATCH_H
#define KERNEL_COMMON_LATCH_H

#include <stdint.h>

#include "kernel/atomic.h"

struct latch { uint32_t held; };

static inline void latch_take(struct latch *latch)
{
	/* A1: pairs with R1 in latch_drop() of the last holder. */
	while (atomic_swap_acquire(&latch->held, 1))
		while (atomic_load_relaxed(&latch->held))
			cpu_relax();
}

static inline void latch_drop(struct latch *latch)
{
	atomic_store_release(&latch->held, 0); /* R1: pairs with A1 */
}

#endif
