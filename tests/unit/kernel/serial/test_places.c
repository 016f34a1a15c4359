/* SPDX-License-Identifier: MIT */
/* kernel/serial/places.c: what the option serial= says. */
#include "kernel/serial/places.h"

#include <string.h>

#include "tests/unit/test.h"

static struct serial_place place;

static bool reads(const char *text, bool memory, unsigned width,
		  uint64_t address, uint32_t baud)
{
	memset(&place, 0xEE, sizeof(place));
	return !serial_place_read(text, &place) && place.uart.believed &&
	       place.uart.memory == memory && place.uart.width == width &&
	       place.uart.address == address && place.baud == baud;
}

/* Nothing of memory is read: under UEFI page 0 may hold anything. */
TEST(serial_places_are_com1_to_com4)
{
	static const uint16_t usual[] = { 0x3F8, 0x2F8, 0x3E8, 0x2E8 };

	for (unsigned i = 0; i < 4; i++) {
		CHECK(serial_usual(i, &place));
		CHECK(!place.uart.memory && !place.uart.believed);
		CHECK_EQUAL(place.uart.address, usual[i]);
		CHECK_EQUAL(place.baud, 115200);
	}
	CHECK(!serial_usual(4, &place));
}

TEST(serial_place_in_ports_and_in_memory)
{
	CHECK(reads("io:0x2f8", false, 1, 0x2F8, 115200));
	CHECK(reads("io:760,9600", false, 1, 0x2F8, 9600));
	CHECK(reads("mmio:0xfe001000", true, 1, 0xFE001000, 115200));
	CHECK(reads("mmio32:0x100000000,57600", true, 4, 1ull << 32, 57600));
}

TEST(serial_place_has_its_last_register_within_the_ports)
{
	CHECK(reads("io:0xfff8", false, 1, 0xFFF8, 115200));
	CHECK(serial_place_read("io:0xfff9", &place) != NULL);
}

TEST(serial_place_of_another_form_is_refused_with_the_forms)
{
	static const char *const wrong[] = {
		"", "com1", "io", "io:", "io:x", "io:0x3f8,", "io:0x3f8,x",
		"io:0x3f8,9600,8n1", "io:0x3f8 ", "mmio16:0", "mmio",
		"mmio32:", "io:0x3f8,115201",
	};

	for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		CHECK_TEXT(serial_place_read(wrong[i], &place),
			   "it takes " SERIAL_FORMS);
}

TEST(serial_place_has_a_rate_that_divides)
{
	CHECK_TEXT(serial_place_read("io:0x3f8,7000", &place),
		   "the baud rate does not divide 115200");
	CHECK_TEXT(serial_place_read("io:0x3f8,0", &place),
		   "the baud rate does not divide 115200");
}
