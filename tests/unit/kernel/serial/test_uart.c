/* SPDX-License-Identifier: MIT */
/* kernel/serial/uart.c on a chip that loops back, lies, or is not there; and on it
 * kernel/serial/serial.c, which lends the line to who asks for a byte's cost. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernel/serial/serial.h"
#include "kernel/serial/uart.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define BASE 0x3E8
#define LOOP 0x10

static struct {
	bool there, deaf, wrong;     /* no loop-back; of another byte */
	bool full;                   /* and nothing leaves */
	uint8_t reg[8], divisor[2];
	uint8_t looped;
	bool has_looped;
	unsigned writes, forgot;
	unsigned sent, round;        /* bytes that left; that came back */
} chip;

static bool divisor_selected(unsigned reg)
{
	return reg < 2 && chip.reg[3] & 0x80;
}

static uint8_t play_in(uint16_t port)
{
	unsigned reg = port - BASE;

	CHECK(reg < 8);
	if (!chip.there)
		return 0xFF;
	if (divisor_selected(reg))
		return chip.divisor[reg];
	if (reg == 5)
		return chip.full ? 0 : 0x60 | chip.has_looped;
	if (reg == 0) {
		chip.has_looped = false;
		return chip.looped;
	}
	return chip.reg[reg];
}

static void play_byte(uint8_t byte)
{
	if (!(chip.reg[4] & LOOP)) {
		chip.sent++;
		return;
	}
	chip.round++;
	chip.looped = chip.wrong ? (uint8_t)~byte : byte;
	chip.has_looped = !chip.deaf;
}

static void play_out(uint16_t port, uint8_t value)
{
	unsigned reg = port - BASE;

	CHECK(reg < 8);
	chip.writes++;
	if (divisor_selected(reg)) {
		chip.divisor[reg] = value;
		return;
	}
	chip.reg[reg] = value;
	chip.forgot += reg == 2 && value == 7;
	if (reg == 0)
		play_byte(value);
}

static const struct uart at_base = { .width = 1, .address = BASE };
static const struct uart believed = { .believed = true, .width = 1,
				      .address = BASE };

static void plug_in(void)
{
	fake_insn.in8 = play_in;
	fake_insn.out8 = play_out;
	memset(&chip, 0, sizeof(chip));
	chip.there = true;
	chip.divisor[0] = 12;
	chip.reg[1] = 0x0F;
}

TEST(uart_is_set_up_with_8_bits_and_no_interrupts)
{
	plug_in();
	CHECK(uart_start(&at_base, 9600));
	CHECK_EQUAL(chip.divisor[0], 12);
	CHECK_EQUAL(chip.divisor[1], 0);
	/* It loops back no more. */
	CHECK(!memcmp(chip.reg + 1, (uint8_t[]){ 0, 7, 3, 0x0B }, 4));
	CHECK_EQUAL(uart_rate(&at_base), 9600);
	CHECK_EQUAL(chip.reg[3], 3);
	CHECK(uart_start(&at_base, 115200 / 258));
	CHECK_EQUAL(chip.divisor[0], 2);
	CHECK_EQUAL(chip.divisor[1], 1);
	CHECK_EQUAL(uart_rate(&at_base), 115200 / 258);
	plug_in();
	CHECK(uart_start(&at_base, UART_AS_IT_IS)); /* the firmware's */
	CHECK_EQUAL(uart_rate(&at_base), 9600);
	chip.divisor[0] = 0;
	CHECK_EQUAL(uart_rate(&at_base), 115200);
}

/* A BMC's may not loop back: where the firmware's table says that there is one,
 * it need only be ready. */
static const struct {
	const char *what;
	bool there, deaf, wrong, full, starts, starts_believed;
} chips[] = {
	{ "is one", true, false, false, false, true, true },
	{ "does not loop back", true, true, false, false, false, true },
	{ "loops another byte back", true, false, true, false, false, true },
	{ "is never ready", true, true, false, true, false, false },
	{ "is not there", false, false, false, false, false, false },
};

TEST(uart_that_does_not_loop_back_is_none)
{
	for (unsigned i = 0; i < 2 * sizeof(chips) / sizeof(chips[0]); i++) {
		bool believe = i % 2;

		plug_in();
		chip.there = chips[i / 2].there;
		chip.deaf = chips[i / 2].deaf;
		chip.wrong = chips[i / 2].wrong;
		chip.full = chips[i / 2].full;
		check_equal(__FILE__, __LINE__, chips[i / 2].what,
			    uart_start(believe ? &believed : &at_base, 115200),
			    believe ? chips[i / 2].starts_believed
				    : chips[i / 2].starts);
		/* Another device may sit there, and every write changes it. */
		CHECK(chip.there ? chip.reg[4] == 0x0B : !chip.writes);
	}
}

TEST(uart_in_memory_has_registers_of_a_byte_or_of_four)
{
	uint32_t reg[8] = { 0 };
	struct uart uart = { .memory = true, .width = 4,
			     .address = (uintptr_t)reg };

	CHECK(!uart_ready(&uart));
	reg[5] = 0x60;
	CHECK(uart_ready(&uart));
	uart_put(&uart, 'x');
	CHECK_EQUAL(reg[0], 'x');
	uart_finish(&uart);
	uart.width = 1;
	CHECK(!uart_ready(&uart));
	reg[1] = 0x6000;
	CHECK(uart_ready(&uart));
	uart_put(&uart, 'y');
	CHECK_EQUAL(reg[0], 'y');
}

/* ---- the line ---------------------------------------------------------- */

static void lend(void)
{
	plug_in();
	CHECK(serial_open(&at_base, 115200));
	CHECK_EQUAL(chip.sent, 1); /* a line feed */
	serial_loop_begin();
	CHECK(chip.reg[4] & LOOP && !serial_loop_left());
	chip.sent = chip.round = chip.forgot = 0;
}

TEST(serial_line_that_is_lent_sends_nothing)
{
	lend();
	for (unsigned i = 0; i < 5; i++)
		CHECK(serial_loop_put(0));
	serial_loop_end();
	CHECK(serial_loop_left());
	serial_loop_end(); /* twice is once */
	CHECK_EQUAL(chip.forgot, 1);
	CHECK(!serial_loop_put(0));
	CHECK_EQUAL(chip.round, 5);
	CHECK_EQUAL(chip.sent, 0);
	lend();
	chip.full = true; /* it takes nothing, and ends the wait */
	CHECK(!serial_loop_put(0));
	CHECK_EQUAL(chip.round, 0);
}

TEST(serial_line_comes_back_before_anything_is_written)
{
	lend();
	CHECK(serial_write("now", 3));
	CHECK(serial_loop_left());
	CHECK(!serial_loop_put(0)); /* who had it does not write into the log */
	CHECK_EQUAL(chip.sent, 3);
	lend();
	serial_drain();
	CHECK(serial_loop_left());
}
