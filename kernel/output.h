/* SPDX-License-Identifier: MIT */
/* The sinks: screen, serial line, memory ring; and their set-up. */
#ifndef KERNEL_OUTPUT_H
#define KERNEL_OUTPUT_H

#include <stdint.h>

/* Finds and tries the sinks; options must have been read. */
void output_init(void);

/* printf-like text for people, at most 512 characters. */
void output_format(const char *text, ...)
	__attribute__((format(__printf__, 1, 2)));

/* Waits (bounded) until the serial line has sent its last bit. */
void output_drain(void);

#endif
