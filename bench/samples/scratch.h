/* SPDX-License-Identifier: MIT */
/* The memory behind bench_scratch(): one block, emptied per core count. */
#ifndef BENCH_SAMPLES_SCRATCH_H
#define BENCH_SAMPLES_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Takes the block from the machine; once. False if there is too little. */
bool scratch_init(void);

/* Gives everything back. */
void scratch_empty(void);

size_t scratch_left(void);

/* How often bench_scratch() has had too little. */
unsigned scratch_refused(void);

#endif
