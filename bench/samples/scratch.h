/* SPDX-License-Identifier: MIT */
/*
 * The memory behind bench_scratch(): one block for all experiments, as they
 * come one after the other. What lives as long as the cells of one core count
 * is taken from below; what lives as long as its experiment, from above.
 */
#ifndef BENCH_SAMPLES_SCRATCH_H
#define BENCH_SAMPLES_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* The block is no smaller. */
#define SCRATCH_LEAST ((size_t)1 << 20)

/* Takes the block from the machine; once. False if there is too little. */
bool scratch_init(void);

/* Gives everything back: the next experiment. */
void scratch_begin(void);

/* Gives back what bench_scratch() has given since scratch_begin(). */
void scratch_empty(void);

/*
 * Zeroed memory, aligned to two cache lines, that lives until scratch_begin():
 * what is too large for a stack. NULL when it is used up. Core 0.
 */
void *scratch_keep(size_t bytes);

size_t scratch_left(void);

/* How often bench_scratch() and scratch_keep() have had too little. */
unsigned scratch_refused(void);

/* The largest request refused since scratch_begin(), and how much was left
 * then; bytes. 0, 0: none. */
struct scratch_lack { size_t asked, left; };
struct scratch_lack scratch_lack(void);

#endif
