/* SPDX-License-Identifier: MIT */
/* The arena behind machine_alloc(), and stacks with guard pages. */
#ifndef HOSTED_MEMORY_H
#define HOSTED_MEMORY_H

#include <stdbool.h>

/* Reserves the arena (option memory=). Once. */
void hosted_memory_init(void);

/* The kernel agreed to back the arena with huge pages. */
bool hosted_huge_pages(void);

#endif
