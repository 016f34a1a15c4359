/* SPDX-License-Identifier: MIT */
/* bench/samples/add_up.h, a tick an addition: work takes time here, too. */
#ifndef BENCH_SAMPLES_ADD_UP_H
#define BENCH_SAMPLES_ADD_UP_H

#include <stdint.h>

#include "tests/machine/machine.h"

static inline uint64_t add_up(uint64_t n)
{
	counted_spend(n);
	return n ? n * (n - 1) / 2 : 0;
}

#endif
