/* SPDX-License-Identifier: MIT */
/* Numbers in options. Pure. */
#ifndef KERNEL_COMMON_NUMBER_H
#define KERNEL_COMMON_NUMBER_H

#include <stdint.h>

/*
 * Reads a whole number at the start of text, decimal or, with 0x, hexadecimal.
 * Returns what follows it; NULL if there is no digit (*value is 0) or it
 * exceeds 64 bits (*value is not 0).
 */
const char *number_read(const char *text, uint64_t *value);

#endif
