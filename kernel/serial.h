/* SPDX-License-Identifier: MIT */
/*
 * A 16550 serial port, polled. Every wait is bounded: a port that stops
 * taking bytes is off from then on.
 */
#ifndef KERNEL_SERIAL_H
#define KERNEL_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Sets the port up (8N1), tries it in loop-back and begins a line. NULL, or
 * why it is off. baud divides 115200.
 */
const char *serial_init(uint16_t port, uint32_t baud);

/* False where a port that worked did not take all of it, or is off since. */
bool serial_write(const char *text, size_t length);

/* Waits (bounded) for the last bit to leave. */
void serial_drain(void);

/* Nothing is written from here on. */
void serial_off(void);

#endif
