/* SPDX-License-Identifier: MIT */
/* What the serialised pair of clock reads itself costs, core by core. */
#ifndef BENCH_CONDITIONS_READ_COST_H
#define BENCH_CONDITIONS_READ_COST_H

#include <stdint.h>

/* Measures it on all cores at once. Core 0. */
void read_cost_measure(void);

/* Median ticks of an empty pair on that core; 0 before read_cost_measure(). */
uint64_t read_cost(unsigned core);

#endif
