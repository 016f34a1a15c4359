/* SPDX-License-Identifier: MIT */
/*
 * A 16550 serial port, polled, its registers among the ports or in memory.
 * Nothing is kept here but in the hardware; every wait is bounded.
 */
#ifndef KERNEL_SERIAL_UART_H
#define KERNEL_SERIAL_UART_H

#include <stdbool.h>
#include <stdint.h>

struct uart {
	bool memory;        /* its registers are; else they are ports */
	bool believed;      /* is one where it is ready, loop-back or not */
	unsigned width;     /* bytes of a register in memory: 1 or 4 */
	uint64_t address;   /* of the first register; mapped */
};

#define UART_REGISTERS 8u

/* A rate that is left as the firmware set it. */
#define UART_AS_IT_IS 0u

/*
 * Sets the port up (8N1) and tries it in loop-back. baud divides UART_CLOCK,
 * or is UART_AS_IT_IS. False: no port answers; where nothing is, nothing was
 * written. A BMC's may not loop back: one that is believed need only be ready.
 */
bool uart_start(const struct uart *uart, uint32_t baud);

/* Bits a second, by the divisor that it has. Not while anything is sent. */
uint32_t uart_rate(const struct uart *uart);

/* Takes a byte now. */
bool uart_ready(const struct uart *uart);

void uart_put(const struct uart *uart, uint8_t byte);

/* From now on what is sent comes back, and nothing leaves; or no longer. */
void uart_loop(const struct uart *uart, bool loop);
bool uart_loops(const struct uart *uart);

/* Forgets what came, and what has not left. */
void uart_forget(const struct uart *uart);

/* Waits (bounded) for the last bit to leave. */
void uart_finish(const struct uart *uart);

#endif
