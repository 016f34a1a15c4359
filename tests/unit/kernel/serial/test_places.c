/* SPDX-License-Identifier: MIT */
/* kernel/serial/choice.c: what the option serial= says. */
#include "kernel/serial/choice.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

#define FORMS "it takes " SERIAL_FORMS
#define ODD_RATE "the baud rate does not divide 115200"

/* Bytes a register, address, rate; or why it is refused. */
static const struct { const char *text, *is; } places[] = {
	{ "io:0x2f8", "port 1 2f8 115200" },
	{ "io:760,9600", "port 1 2f8 9600" },
	{ "mmio:0xfe001000", "memory 1 fe001000 115200" },
	{ "mmio32:0x100000000,57600", "memory 4 100000000 57600" },
	{ "io:0xfff8", "port 1 fff8 115200" }, /* its last register fits */
	{ "io:0xfff9", FORMS }, { "", FORMS }, { "com1", FORMS },
	{ "io", FORMS }, { "io:", FORMS }, { "io:x", FORMS },
	{ "io:0x3f8,", FORMS }, { "io:0x3f8,x", FORMS },
	{ "io:0x3f8,9600,8n1", FORMS }, { "io:0x3f8 ", FORMS },
	{ "mmio16:0", FORMS }, { "mmio", FORMS }, { "mmio32:", FORMS },
	{ "io:0x3f8,115201", FORMS }, { "io:0x3f8,7000", ODD_RATE },
	{ "io:0x3f8,0", ODD_RATE },
};

TEST(serial_places_of_the_option)
{
	struct serial_place place;
	const char *why;
	char is[64];

	EACH_ROW(i, places) {
		memset(&place, 0xEE, sizeof(place));
		why = serial_place_read(places[i].text, &place);
		if (!why)
			snprintf(is, sizeof(is), "%s %u %lx %u%s",
				 place.uart.memory ? "memory" : "port",
				 place.uart.width,
				 (unsigned long)place.uart.address, place.baud,
				 place.uart.believed ? "" : " doubted");
		CHECK_TEXT(why ? why : is, places[i].is);
	}
}

/* Nothing of memory is read: under UEFI page 0 may hold anything. */
TEST(serial_places_are_com1_to_com4)
{
	static const uint16_t usual[] = { 0x3F8, 0x2F8, 0x3E8, 0x2E8 };
	struct serial_place place;

	for (unsigned i = 0; i < 4; i++) {
		CHECK(serial_usual(i, &place));
		CHECK(!place.uart.memory && !place.uart.believed);
		CHECK_EQUAL(place.uart.address, usual[i]);
		CHECK_EQUAL(place.baud, 115200);
	}
	CHECK(!serial_usual(4, &place));
}
