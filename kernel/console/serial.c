/* SPDX-License-Identifier: MIT */
#include "kernel/console/serial.h"

#include "kernel/atomic.h"
#include "kernel/console/serial_queue.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

/*
 * Reads of the status register while the port is tried. A read takes about a
 * microsecond on a real bus; a byte at 9,600 baud takes 1,042.
 */
#define STATUS_POLLS 200000u

/* Sent round the chip: what comes back must be the same. */
#define LOOP_BYTE 0xA5

static uint16_t base; /* 0: off */
static uint32_t baud_rate;

/* A line so slow that a quarter of its rate is less is not called stalled. */
#define BITS_A_BYTE 10u
#define QUARTER 4u

static bool wait_for_bit(uint8_t bit)
{
	for (unsigned i = 0; i < STATUS_POLLS; i++) {
		if (inb(base + UART_LSR) & bit)
			return true;
		cpu_relax();
	}
	return false;
}

static bool loops_back(void)
{
	bool same;

	outb(base + UART_MCR, UART_MCR_LOOP | UART_MCR_DTR_RTS_OUT2);
	outb(base + UART_DATA, LOOP_BYTE);
	same = wait_for_bit(UART_LSR_DATA) &&
	       inb(base + UART_DATA) == LOOP_BYTE;
	outb(base + UART_MCR, UART_MCR_DTR_RTS_OUT2);
	return same;
}

static bool ready_to_send(void)
{
	return inb(base + UART_LSR) & UART_LSR_THRE;
}

static void put_byte(uint8_t byte)
{
	outb(base + UART_DATA, byte);
}

static const struct serial_port uart = {
	.ready = ready_to_send, .put = put_byte, .now = tsc_read,
};

static unsigned least_bytes(void)
{
	uint32_t slow = baud_rate / BITS_A_BYTE * SERIAL_PATIENCE_MS / 1000 /
			QUARTER;

	return slow < SERIAL_LEAST_BYTES ? slow : SERIAL_LEAST_BYTES;
}

const char *serial_init(uint16_t port, uint32_t baud)
{
	uint32_t divisor;

	base = 0;
	if (baud == 0 || UART_CLOCK % baud)
		return "the baud rate does not divide 115200";
	divisor = UART_CLOCK / baud;
	base = port;
	baud_rate = baud;
	serial_queue_init(&uart);
	outb(base + UART_IER, 0);
	outb(base + UART_LCR, UART_LCR_DLAB);
	outb(base + UART_DATA, (uint8_t)divisor);
	outb(base + UART_IER, (uint8_t)(divisor >> 8));
	outb(base + UART_LCR, UART_LCR_8N1);
	outb(base + UART_FCR, UART_FCR_ENABLE_CLEAR);
	if (loops_back()) {
		/* GRUB leaves a line begun: a lone CR after its last words. */
		serial_write("\n", 1);
		return NULL;
	}
	base = 0;
	return "no port answers there (loop-back test)";
}

bool serial_write(const char *text, size_t length)
{
	return !base || serial_queue_write(text, length,
					   ticks_of_ms(SERIAL_PATIENCE_MS),
					   least_bytes());
}

void serial_drain(void)
{
	if (!base)
		return;
	serial_queue_drain(ticks_of_ms(SERIAL_PATIENCE_MS), least_bytes());
	(void)wait_for_bit(UART_LSR_TEMT);
}

void serial_off(void)
{
	base = 0;
}
