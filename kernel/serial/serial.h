/* SPDX-License-Identifier: MIT */
/*
 * The serial line in use. Every wait is bounded; what a port does not take is
 * kept and tried again (kernel/serial/queue.h).
 */
#ifndef KERNEL_SERIAL_SERIAL_H
#define KERNEL_SERIAL_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/serial/uart.h"

/*
 * Tries a port (kernel/serial/uart.h), takes it for the line and begins a line
 * there. False: no port answers, and the one in use stays.
 */
bool serial_open(const struct uart *uart, uint32_t baud);

bool serial_is_open(void);

/* The line goes there. */
bool serial_uses(const struct uart *uart);

/* All of it or nothing. False: the reader is so far behind that it is lost. */
bool serial_write(const char *text, size_t length);

/*
 * For who asks what a byte costs there: from begin to end it goes round the chip
 * (bounded: false where it does not), and none leaves. serial_write() ends it,
 * too. left: the chip says that it no longer does.
 */
void serial_loop_begin(void);
bool serial_loop_put(uint8_t byte);
void serial_loop_end(void);
bool serial_loop_left(void);

/* Waits (bounded) for all that is kept, and for its last bit, to leave. */
void serial_drain(void);

/* Nothing is written from here on. */
void serial_off(void);

#endif
