/* SPDX-License-Identifier: MIT */
/* kernel/serial/uart.c on a chip that loops back, lies, or is not there. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define BASE 0x3E8

static struct {
	bool there, deaf, wrong;     /* no loop-back; of another byte */
	bool full;                   /* and nothing leaves */
	uint8_t reg[8], divisor[2];
	uint8_t looped;
	bool has_looped;
	unsigned writes;
} chip;

static bool divisor_selected(unsigned reg)
{
	return reg < 2 && chip.reg[3] & 0x80;
}

static uint8_t apart_inb(uint16_t port)
{
	unsigned reg = port - BASE;

	CHECK(reg < 8);
	if (!chip.there)
		return 0xFF;
	if (divisor_selected(reg))
		return chip.divisor[reg];
	if (reg == 5 && chip.full)
		return 0;
	if (reg == 5)
		return chip.has_looped ? 0x61 : 0x60;
	if (reg == 0) {
		chip.has_looped = false;
		return chip.looped;
	}
	return chip.reg[reg];
}

static void apart_outb(uint16_t port, uint8_t value)
{
	unsigned reg = port - BASE;

	CHECK(reg < 8);
	chip.writes++;
	if (divisor_selected(reg)) {
		chip.divisor[reg] = value;
		return;
	}
	chip.reg[reg] = value;
	if (reg == 0 && chip.reg[4] & 0x10 && !chip.deaf) {
		chip.looped = chip.wrong ? (uint8_t)~value : value;
		chip.has_looped = true;
	}
}

#define inb apart_inb
#define outb apart_outb
#define uart_start apart_start
#define uart_rate apart_rate
#define uart_ready apart_ready
#define uart_put apart_put
#define uart_finish apart_finish
#include "kernel/serial/uart.c"

static const struct uart at_base = { .width = 1, .address = BASE };

static void plug_in(void)
{
	memset(&chip, 0, sizeof(chip));
	chip.there = true;
	chip.divisor[0] = 12;
	chip.reg[1] = 0x0F;
}

TEST(uart_is_set_up_with_8_bits_and_no_interrupts)
{
	plug_in();
	CHECK(apart_start(&at_base, 9600));
	CHECK_EQUAL(chip.divisor[0], 12);
	CHECK_EQUAL(chip.divisor[1], 0);
	CHECK_EQUAL(chip.reg[1], 0);
	CHECK_EQUAL(chip.reg[2], 7);
	CHECK_EQUAL(chip.reg[3], 3);
	CHECK_EQUAL(chip.reg[4], 0x0B); /* it loops back no more */
	CHECK_EQUAL(apart_rate(&at_base), 9600);
	CHECK_EQUAL(chip.reg[3], 3);
	CHECK(apart_start(&at_base, 115200 / 258));
	CHECK_EQUAL(chip.divisor[0], 2);
	CHECK_EQUAL(chip.divisor[1], 1);
	CHECK_EQUAL(apart_rate(&at_base), 115200 / 258);
}

TEST(uart_keeps_the_firmware_s_rate_on_wish)
{
	plug_in();
	CHECK(apart_start(&at_base, UART_AS_IT_IS));
	CHECK_EQUAL(chip.divisor[0], 12);
	CHECK_EQUAL(apart_rate(&at_base), 9600);
	chip.divisor[0] = 0;
	CHECK_EQUAL(apart_rate(&at_base), 115200);
}

/* Another device may sit there, and every write changes it. */
TEST(uart_writes_nothing_where_nothing_is)
{
	memset(&chip, 0, sizeof(chip));
	CHECK(!apart_start(&at_base, 115200));
	CHECK_EQUAL(chip.writes, 0);
}

TEST(uart_that_does_not_loop_back_is_none)
{
	plug_in();
	chip.deaf = true;
	CHECK(!apart_start(&at_base, 115200));
	plug_in();
	chip.wrong = true;
	CHECK(!apart_start(&at_base, 115200));
}

/* A BMC's may not: the firmware's table says that there is one. */
TEST(uart_that_is_believed_need_only_be_ready)
{
	const struct uart believed = { .believed = true, .width = 1,
				       .address = BASE };

	plug_in();
	chip.deaf = true;
	CHECK(apart_start(&believed, 115200));
	CHECK_EQUAL(chip.reg[4], 0x0B);
	chip.full = true;
	CHECK(!apart_start(&believed, 115200));
	memset(&chip, 0, sizeof(chip));
	CHECK(!apart_start(&believed, 115200));
	CHECK_EQUAL(chip.writes, 0);
}

/* A register of four bytes each, in memory. */
TEST(uart_in_memory_of_four_bytes_a_register)
{
	uint32_t reg[8] = { 0 };
	const struct uart wide = { .memory = true, .width = 4,
				   .address = (uintptr_t)reg };

	CHECK(!apart_ready(&wide));
	reg[5] = 0x60;
	CHECK(apart_ready(&wide));
	apart_put(&wide, 'x');
	CHECK_EQUAL(reg[0], 'x');
	apart_finish(&wide);
}

TEST(uart_in_memory_of_a_byte_a_register)
{
	uint8_t reg[8] = { 0 };
	const struct uart narrow = { .memory = true, .width = 1,
				     .address = (uintptr_t)reg };

	CHECK(!apart_ready(&narrow));
	reg[5] = 0x60;
	CHECK(apart_ready(&narrow));
	apart_put(&narrow, 'x');
	CHECK_EQUAL(reg[0], 'x');
	CHECK_EQUAL(reg[1], 0);
}
