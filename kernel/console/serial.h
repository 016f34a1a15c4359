/* SPDX-License-Identifier: MIT */
/*
 * A 16550 serial port, polled. Every wait is bounded; what a port does not
 * take is kept and tried again (kernel/console/serial_queue.h).
 */
#ifndef KERNEL_CONSOLE_SERIAL_H
#define KERNEL_CONSOLE_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Sets the port up (8N1), tries it in loop-back and begins a line. NULL, or
 * why it is off. baud divides 115200.
 */
const char *serial_init(uint16_t port, uint32_t baud);

/* All of it or nothing. False: the reader is so far behind that it is lost. */
bool serial_write(const char *text, size_t length);

/* Waits (bounded) for all that is kept, and for its last bit, to leave. */
void serial_drain(void);

/* Nothing is written from here on. */
void serial_off(void);

#endif
