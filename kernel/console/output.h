/* SPDX-License-Identifier: MIT */
/* The sinks: screen, serial line, memory ring; and their set-up. */
#ifndef KERNEL_CONSOLE_OUTPUT_H
#define KERNEL_CONSOLE_OUTPUT_H

#include <stdint.h>

/*
 * Tries the sinks where nobody has said which: the usual port. Before anything
 * that may fault, so that a fault's report has somewhere to go.
 */
void output_early(void);

/* Takes the port that the options name; they must have been read. */
void output_init(void);

/* Waits (bounded) until the serial line has sent its last bit. */
void output_drain(void);

#endif
