/* SPDX-License-Identifier: MIT */
#include "kernel/serial/uart.h"

#include "kernel/atomic.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

/* Sent round the chip: what comes back must be the same. */
#define LOOP_BYTE 0xA5

static uint8_t read_register(const struct uart *uart, unsigned reg)
{
	if (!uart->memory)
		return inb((uint16_t)(uart->address + reg));
	if (uart->width == sizeof(uint32_t))
		return (uint8_t)((volatile uint32_t *)uart->address)[reg];
	return ((volatile uint8_t *)uart->address)[reg];
}

static void write_register(const struct uart *uart, unsigned reg, uint8_t value)
{
	if (!uart->memory)
		outb((uint16_t)(uart->address + reg), value);
	else if (uart->width == sizeof(uint32_t))
		((volatile uint32_t *)uart->address)[reg] = value;
	else
		((volatile uint8_t *)uart->address)[reg] = value;
}

static bool wait_for_bit(const struct uart *uart, uint8_t bit)
{
	for (unsigned i = 0; i < UART_PATIENCE; i++) {
		if (read_register(uart, UART_LSR) & bit)
			return true;
		cpu_relax();
	}
	return false;
}

void uart_loop(const struct uart *uart, bool loop)
{
	write_register(uart, UART_MCR, (loop ? UART_MCR_LOOP : 0) |
				       UART_MCR_DTR_RTS_OUT2);
}

bool uart_loops(const struct uart *uart)
{
	return read_register(uart, UART_MCR) & UART_MCR_LOOP;
}

void uart_forget(const struct uart *uart)
{
	write_register(uart, UART_FCR, UART_FCR_ENABLE_CLEAR);
}

static bool loops_back(const struct uart *uart)
{
	bool same;

	uart_loop(uart, true);
	write_register(uart, UART_DATA, LOOP_BYTE);
	same = wait_for_bit(uart, UART_LSR_DATA) &&
	       read_register(uart, UART_DATA) == LOOP_BYTE;
	uart_loop(uart, false);
	return same;
}

static void set_rate(const struct uart *uart, uint32_t baud)
{
	uint32_t divisor = UART_CLOCK / baud;

	write_register(uart, UART_LCR, UART_LCR_DLAB);
	write_register(uart, UART_DIVISOR, (uint8_t)divisor);
	write_register(uart, UART_DIVISOR + 1, (uint8_t)(divisor >> 8));
}

bool uart_start(const struct uart *uart, uint32_t baud)
{
	if (read_register(uart, UART_LSR) == UART_NOTHING)
		return false;
	write_register(uart, UART_LCR, UART_LCR_8N1);
	write_register(uart, UART_IER, 0);
	if (baud != UART_AS_IT_IS)
		set_rate(uart, baud);
	write_register(uart, UART_LCR, UART_LCR_8N1);
	write_register(uart, UART_FCR, UART_FCR_ENABLE_CLEAR);
	return loops_back(uart) || (uart->believed && uart_ready(uart));
}

uint32_t uart_rate(const struct uart *uart)
{
	uint32_t divisor;

	write_register(uart, UART_LCR, UART_LCR_8N1 | UART_LCR_DLAB);
	divisor = read_register(uart, UART_DIVISOR);
	divisor |= (uint32_t)read_register(uart, UART_DIVISOR + 1) << 8;
	write_register(uart, UART_LCR, UART_LCR_8N1);
	return UART_CLOCK / (divisor ? divisor : 1);
}

bool uart_ready(const struct uart *uart)
{
	return read_register(uart, UART_LSR) & UART_LSR_THRE;
}

void uart_put(const struct uart *uart, uint8_t byte)
{
	write_register(uart, UART_DATA, byte);
}

void uart_finish(const struct uart *uart)
{
	(void)wait_for_bit(uart, UART_LSR_TEMT);
}
