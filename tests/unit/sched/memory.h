/* SPDX-License-Identifier: MIT */
/* Memory as kernel/machine.h gives it, but dirty: of a test's own. */
#ifndef TESTS_UNIT_SCHED_MEMORY_H
#define TESTS_UNIT_SCHED_MEMORY_H

#include <stdlib.h>
#include <string.h>

#include "kernel/machine.h"

#define DIRT 0xA5

static inline void *dirty_memory(size_t bytes)
{
	bytes = (bytes + MACHINE_LINE_PAIR - 1) &
		~(size_t)(MACHINE_LINE_PAIR - 1);
	return memset(aligned_alloc(MACHINE_LINE_PAIR, bytes), DIRT, bytes);
}

#endif
