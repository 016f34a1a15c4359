/* SPDX-License-Identifier: MIT */
/* The sinks: screen, serial line, memory ring; and their set-up. */
#ifndef KERNEL_CONSOLE_OUTPUT_H
#define KERNEL_CONSOLE_OUTPUT_H

#include <stdint.h>

#include "kernel/firmware/multiboot.h"

/*
 * Tries the sinks where nobody has said which: the usual port. Before anything
 * that may fault, so that a fault's report has somewhere to go.
 */
void output_early(void);

/*
 * Takes the screen that the boot loader names and the port that the options
 * name; they must have been read. After memory_init().
 */
void output_init(const struct boot_info *boot);

/* A fault's report comes next. Where nobody has said what the screen is, it
 * may be a BIOS's. */
void output_last_words(void);

/* Waits (bounded) until the serial line has sent its last bit. */
void output_drain(void);

#endif
