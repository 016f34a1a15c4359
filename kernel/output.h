/* SPDX-License-Identifier: MIT */
/* The sinks: screen, serial line, memory ring; and their set-up. */
#ifndef KERNEL_OUTPUT_H
#define KERNEL_OUTPUT_H

#include <stdint.h>

/* Finds and tries the sinks; options must have been read. */
void output_init(void);

/* Waits (bounded) until the serial line has sent its last bit. */
void output_drain(void);

#endif
