/* SPDX-License-Identifier: MIT */
/* Formatted text for people, to machine_text(). */
#ifndef KERNEL_PRINT_H
#define KERNEL_PRINT_H

/*
 * printf-like (kernel/format.h); at most 511 characters a call. Whoever may
 * call machine_text(); never inside a measurement.
 */
void print(const char *text, ...) __attribute__((format(__printf__, 1, 2)));

#endif
