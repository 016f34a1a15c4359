/* SPDX-License-Identifier: MIT */
/* The arena behind machine_alloc(), and stacks with guard pages. */
#ifndef HOSTED_MEMORY_H
#define HOSTED_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Reserves the arena (option memory=). Once. */
void hosted_memory_init(void);

/* The kernel agreed to back the arena with huge pages. */
bool hosted_huge_pages(void);

/*
 * Where the readable pages end that hold this address: at the guard of the next
 * stack. 0: it lies below or above all of machine_stack_alloc()'s stacks. For
 * handlers of signals, too.
 */
uint64_t hosted_stack_end(uint64_t address);

#endif
