/* SPDX-License-Identifier: MIT */
/* kernel/tsc.h of counted time. RDTSCP takes longer, so that it can be told. */
#ifndef KERNEL_TSC_H
#define KERNEL_TSC_H

#include <stdint.h>

#include "tests/machine/machine.h"

#define COUNTED_READ(name, more)                                             \
	__attribute__((no_instrument_function))                              \
	static inline uint64_t name(void)                                    \
	{                                                                    \
		return counted_clock(more);                                  \
	}

COUNTED_READ(tsc_read, 0)
COUNTED_READ(tsc_start, 0)
COUNTED_READ(tsc_stop_lfence, 0)
COUNTED_READ(tsc_stop_rdtscp, 40)
COUNTED_READ(tsc_read_rdtscp, 20)
COUNTED_READ(tsc_read_cpuid, 300)

#endif
