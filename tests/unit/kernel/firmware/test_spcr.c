/* SPDX-License-Identifier: MIT */
/* kernel/firmware/spcr.c: which port is the firmware's console. */
#include "kernel/firmware/acpi.h"

#include <string.h>

#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

static struct acpi acpi;
static struct table spcr;
static struct spcr_port port;

/* COM2 at 115,200 baud, not on PCI. */
static void spcr_begin(uint8_t revision)
{
	static const uint8_t com2[] = { 1, 8, 0, 1, 0xF8, 2 };

	table_begin(&spcr, "SPCR", revision);
	memset(spcr.bytes + TABLE_HEADER, 0, 80 - TABLE_HEADER);
	spcr.length = 80;
	memcpy(spcr.bytes + 40, com2, sizeof(com2));
	spcr.bytes[58] = 7;
	memset(spcr.bytes + 64, 0xFF, 4);
}

static bool is_read(void)
{
	memset(&port, 0xEE, sizeof(port));
	table_seal(&spcr);
	firmware_start(&acpi, &spcr);
	return spcr_read(&acpi, &port);
}

TEST(spcr_a_port)
{
	spcr_begin(2);
	CHECK(is_read());
	CHECK(!port.memory && !port.on_pci);
	CHECK_EQUAL(port.address, 0x2F8);
	CHECK_EQUAL(port.width, 1);
	CHECK_EQUAL(port.baud, 115200);
}

TEST(spcr_registers_in_memory_of_one_byte_or_four)
{
	static const struct { uint8_t bits, access, width; } gas[] = {
		{ 8, 0, 1 }, { 8, 1, 1 }, { 32, 0, 4 }, { 8, 3, 4 },
		{ 32, 1, 1 }, { 16, 2, 0 }, { 64, 4, 0 }, { 8, 9, 1 },
	};

	spcr_begin(2);
	spcr.bytes[40] = 0;
	spcr.bytes[51] = 0x80; /* 8000_0000_0000_02F8h */
	for (unsigned i = 0; i < sizeof(gas) / sizeof(gas[0]); i++) {
		spcr.bytes[41] = gas[i].bits;
		spcr.bytes[43] = gas[i].access;
		CHECK_EQUAL(is_read(), gas[i].width != 0);
		CHECK_EQUAL(port.width, gas[i].width);
		CHECK(port.memory);
		CHECK_EQUAL(port.address, 0x80000000000002F8);
	}
}

TEST(spcr_rates_by_code)
{
	static const uint32_t rate[] = { 0, 0, 0, 9600, 19200, 0, 57600,
					 115200, 0 };

	for (uint8_t code = 0; code < sizeof(rate) / sizeof(rate[0]); code++) {
		spcr_begin(2);
		spcr.bytes[58] = code;
		CHECK(is_read());
		CHECK_EQUAL(port.baud, rate[code]);
	}
}

/* Of another clock the firmware's divisor stays; revision 2 tells none. */
TEST(spcr_a_clock_of_its_own_keeps_the_firmware_s_rate)
{
	static const uint32_t usual = 1843200, other = 48000000;

	spcr_begin(3);
	memcpy(spcr.bytes + 76, &usual, 4);
	CHECK(is_read());
	CHECK_EQUAL(port.baud, 115200);
	memcpy(spcr.bytes + 76, &other, 4);
	CHECK(is_read());
	CHECK_EQUAL(port.baud, 0);
	spcr.bytes[8] = 2;
	CHECK(is_read());
	CHECK_EQUAL(port.baud, 115200);
}

TEST(spcr_a_card_tells_its_place)
{
	spcr_begin(2);
	memcpy(spcr.bytes + 64, "\x02\x00\x36\x1B\x05\x1F\x07", 7);
	CHECK(is_read());
	CHECK(port.on_pci);
	CHECK_EQUAL(port.bus, 5);
	CHECK_EQUAL(port.device, 31);
	CHECK_EQUAL(port.function, 7);
}

TEST(spcr_only_what_is_like_a_16550_is_taken)
{
	spcr_begin(2);
	for (unsigned type = 0; type < 256; type++) {
		spcr.bytes[36] = (uint8_t)type;
		CHECK_EQUAL(is_read(), type <= 1 || type == 0x12);
	}
}

TEST(spcr_absent_short_without_an_address_or_elsewhere)
{
	spcr_begin(2);
	memset(spcr.bytes + 44, 0, 8);
	CHECK(!is_read());
	spcr_begin(2);
	spcr.bytes[40] = 2; /* PCI configuration space */
	CHECK(!is_read());
	spcr_begin(2);
	spcr.length = 79;
	CHECK(!is_read());
	spcr_begin(2);
	memcpy(spcr.bytes, "ABCD", 4);
	CHECK(!is_read());
}
