/* SPDX-License-Identifier: MIT */
#include "kernel/serial/serial.h"

#include "kernel/serial/queue.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "kernel/x86/regs.h"

static struct uart line;
static bool open;
static uint32_t baud_rate;

/* A line so slow that a quarter of its rate is less is not called stalled. */
#define BITS_A_BYTE 10u
#define QUARTER 4u

static bool ready_to_send(void)
{
	return uart_ready(&line);
}

static void put_byte(uint8_t byte)
{
	uart_put(&line, byte);
}

static const struct serial_port port = {
	.ready = ready_to_send, .put = put_byte, .now = tsc_read,
};

static unsigned least_bytes(void)
{
	uint32_t slow = baud_rate / BITS_A_BYTE * SERIAL_PATIENCE_MS / 1000 /
			QUARTER;

	return slow < SERIAL_LEAST_BYTES ? slow : SERIAL_LEAST_BYTES;
}

bool serial_open(const struct uart *uart, uint32_t baud)
{
	if (!uart_start(uart, baud))
		return false;
	line = *uart;
	open = true;
	baud_rate = uart_rate(uart);
	serial_queue_init(&port);
	/* GRUB leaves a line begun: a lone CR after its last words. */
	serial_write("\n", 1);
	return true;
}

bool serial_is_open(void)
{
	return open;
}

bool serial_uses(const struct uart *uart)
{
	return open && line.memory == uart->memory &&
	       line.address == uart->address;
}

/* ---- round the chip ----------------------------------------------------- */

static bool looped;

void serial_loop_begin(void)
{
	serial_drain();
	uart_loop(&line, true);
	looped = true;
}

void serial_loop_end(void)
{
	if (!looped)
		return;
	looped = false;
	uart_finish(&line);
	uart_forget(&line);
	uart_loop(&line, false);
}

bool serial_loop_put(uint8_t byte)
{
	for (unsigned i = 0; looped && i < UART_PATIENCE; i++)
		if (uart_ready(&line)) {
			uart_put(&line, byte);
			return true;
		}
	return false;
}

bool serial_loop_left(void)
{
	return !uart_loops(&line);
}

/* ---- what is written ---------------------------------------------------- */

bool serial_write(const char *text, size_t length)
{
	serial_loop_end();
	return !open || serial_queue_write(text, length,
					   ticks_of_ms(SERIAL_PATIENCE_MS),
					   least_bytes());
}

void serial_drain(void)
{
	if (!open)
		return;
	serial_loop_end();
	serial_queue_drain(ticks_of_ms(SERIAL_PATIENCE_MS), least_bytes());
	uart_finish(&line);
}

void serial_off(void)
{
	open = false;
}
