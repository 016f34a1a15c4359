/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/acpi.h"

#include <string.h>

#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

#define DSDT 0x7FD0000
#define DSDT_HIGH 0x180000000

static struct acpi acpi;
static struct table fadt, dsdt;
static struct fadt_facts facts;

static void put32(size_t at, uint32_t value)
{
	memcpy(fadt.bytes + at, &value, sizeof(value));
}

static void put64(size_t at, uint64_t value)
{
	memcpy(fadt.bytes + at, &value, sizeof(value));
}

/* As QEMU's pc machine has it (revision 1) or q35 (revision 3). */
static void fadt_begin(uint8_t revision, size_t length)
{
	table_begin(&fadt, "FACP", revision);
	put32(40, DSDT);
	put32(64, 0x604);
	put32(76, 0x608);
	fadt.length = length;
	fadt.bytes[112] = 0xA5;
	if (revision >= 2) {
		put32(112, 0x84A5 | 1u << 10);
		fadt.bytes[109] = 1u << 1;
		memcpy(fadt.bytes + 116, "\x01\x08\0\0", 4);
		put64(120, 0xCF9);
		fadt.bytes[128] = 0x0F;
	}
}

static void read_facts(void)
{
	memset(&facts, 0xEE, sizeof(facts));
	table_seal(&fadt);
	firmware_start(&acpi, &fadt);
	fadt_read(&acpi, &facts);
}

static void place_dsdt(uint64_t address, const void *aml, size_t length)
{
	table_begin(&dsdt, "DSDT", 1);
	table_put(&dsdt, aml, length);
	table_seal(&dsdt);
	firmware_place(address, &dsdt);
}

TEST(fadt_absent)
{
	CHECK(!acpi_init(&acpi, NULL, firmware_map));
	memset(&facts, 0xEE, sizeof(facts));
	fadt_read(&acpi, &facts);
	CHECK(facts.has_8042 && facts.has_vga && facts.has_cmos_rtc);
	CHECK(!facts.s5_known && !facts.reset_known);
	CHECK_EQUAL(facts.pm_timer_port, 0);
	CHECK_EQUAL(facts.pm1a_control, 0);
}

TEST(fadt_revision_1)
{
	fadt_begin(1, 116);
	put32(68, 0x704);
	fadt.bytes[109] = 0xFF; /* reserved there: must not be looked at */
	read_facts();
	CHECK(facts.has_8042 && facts.has_vga && facts.has_cmos_rtc);
	CHECK_EQUAL(facts.pm_timer_port, 0x608);
	CHECK(!facts.pm_timer_32bit);
	CHECK_EQUAL(facts.pm1a_control, 0x604);
	CHECK_EQUAL(facts.pm1b_control, 0x704);
	CHECK(!facts.reset_known && !facts.s5_known);
}

/* Revision 1 with the reset flag set by mistake: there is no register. */
TEST(fadt_revision_1_has_no_reset)
{
	fadt_begin(1, 116);
	put32(112, 1u << 10 | 1u << 8);
	read_facts();
	CHECK(!facts.reset_known);
	CHECK(facts.pm_timer_32bit);
}

TEST(fadt_too_short)
{
	fadt_begin(1, 115);
	read_facts();
	CHECK_EQUAL(facts.pm_timer_port, 0);
	CHECK(facts.has_8042);
}

/* The field that the table of this revision and length has not. */
static const char *missing(uint8_t revision, size_t length)
{
	fadt_begin(revision, length);
	table_seal(&fadt);
	return fadt_missing(fadt.bytes, length);
}

TEST(fadt_shorter_than_its_revision)
{
	CHECK(strstr(missing(1, 115), "the flags"));
	CHECK_TEXT(missing(1, 116), NULL);
	CHECK_TEXT(missing(2, 128), "the reset register");
	CHECK_TEXT(missing(2, 129), NULL);
	CHECK_TEXT(missing(3, 128), "the reset register");
	CHECK_TEXT(missing(3, 147), "the DSDT's address of 64 bits");
	CHECK_TEXT(missing(3, 148), NULL);
	CHECK_TEXT(missing(6, 276), NULL);
}

TEST(fadt_boot_architecture)
{
	fadt_begin(3, 244);
	read_facts();
	CHECK(facts.has_8042 && facts.has_vga && facts.has_cmos_rtc);
	fadt_begin(3, 244);
	fadt.bytes[109] = 1u << 2 | 1u << 5;
	read_facts();
	CHECK(!facts.has_8042 && !facts.has_vga && !facts.has_cmos_rtc);
}

/* A generic address: space, 3 bytes that nobody reads, address. */
static void put_gas(size_t at, uint8_t space, uint64_t address)
{
	fadt.bytes[at] = space;
	put64(at + 4, address);
}

TEST(fadt_fields_of_64_bits_come_first)
{
	fadt_begin(3, 244);
	put32(68, 0x704);
	put_gas(172, 1, 0x1804);
	put_gas(184, 1, 0x1904);
	put_gas(208, 1, 0x1808);
	read_facts();
	CHECK_EQUAL(facts.pm1a_control, 0x1804);
	CHECK_EQUAL(facts.pm1b_control, 0x1904);
	CHECK_EQUAL(facts.pm_timer_port, 0x1808);
	put32(64, 0); /* as newer firmwares leave them */
	put32(76, 0);
	read_facts();
	CHECK_EQUAL(facts.pm1a_control, 0x1804);
	CHECK_EQUAL(facts.pm_timer_port, 0x1808);
}

TEST(fadt_fields_of_64_bits_that_name_no_port_or_are_cut)
{
	fadt_begin(3, 244);
	put_gas(172, 0, 0x1804); /* memory */
	put_gas(208, 1, 0);
	read_facts();
	CHECK_EQUAL(facts.pm1a_control, 0x604);
	CHECK_EQUAL(facts.pm_timer_port, 0x608);
	put_gas(208, 1, 0x1808);
	fadt.length = 219;
	read_facts();
	CHECK_EQUAL(facts.pm_timer_port, 0x608);
	fadt.length = 220;
	read_facts();
	CHECK_EQUAL(facts.pm_timer_port, 0x1808);
}

TEST(fadt_reset_register)
{
	fadt_begin(3, 244);
	read_facts();
	CHECK(facts.reset_known);
	CHECK_EQUAL(facts.reset_space, 1);
	CHECK_EQUAL(facts.reset_address, 0xCF9);
	CHECK_EQUAL(facts.reset_value, 0x0F);
	fadt_begin(3, 244);
	put32(112, 0x84A5 & ~(1u << 10));
	read_facts();
	CHECK(!facts.reset_known);
	fadt_begin(3, 128); /* ends before the value */
	read_facts();
	CHECK(!facts.reset_known);
	fadt_begin(3, 129);
	read_facts();
	CHECK(facts.reset_known);
}

/* ---- \_S5 -------------------------------------------------------------- */

/* Reads a DSDT with this AML; true if it gives S5. */
static bool read_s5(const char *aml, size_t length)
{
	firmware_clear();
	place_dsdt(DSDT, aml, length);
	fadt_begin(1, 116);
	read_facts();
	return facts.s5_known;
}

#define READ_S5(aml) read_s5(aml, sizeof(aml) - 1)

TEST(s5_with_byte_prefix)
{
	CHECK(READ_S5("\x10\x20\x08_S5_\x12\x0A\x04\x0A\x05\x0A\x06\x0A\0"
		      "\x0A\0"));
	CHECK_EQUAL(facts.s5_a, 5);
	CHECK_EQUAL(facts.s5_b, 6);
}

TEST(s5_without_byte_prefix)
{
	CHECK(READ_S5("\x08_S5_\x12\x06\x04\x00\x01\x00\x00"));
	CHECK_EQUAL(facts.s5_a, 0);
	CHECK_EQUAL(facts.s5_b, 1);
	CHECK(READ_S5("\x08_S5_\x12\x07\x04\x01\x0A\x07\x00\x00"));
	CHECK_EQUAL(facts.s5_a, 1);
	CHECK_EQUAL(facts.s5_b, 7);
	CHECK(READ_S5("\x08_S5_\x12\x07\x02\x0A\x07\x01"));
	CHECK_EQUAL(facts.s5_a, 7);
	CHECK_EQUAL(facts.s5_b, 1);
}

TEST(s5_with_root_prefix)
{
	CHECK(READ_S5("\x08\\_S5_\x12\x06\x02\x0A\x05\x0A\x05"));
	CHECK_EQUAL(facts.s5_a, 5);
}

/* The length of the package in two, three, four bytes. */
TEST(s5_with_long_package_length)
{
	CHECK(READ_S5("\x08_S5_\x12\x47\x00\x02\x0A\x05\x0A\x05"));
	CHECK_EQUAL(facts.s5_a, 5);
	CHECK(READ_S5("\x08_S5_\x12\x88\x00\x00\x02\x0A\x06\x0A\x05"));
	CHECK_EQUAL(facts.s5_a, 6);
	CHECK(READ_S5("\x08_S5_\x12\xC9\x00\x00\x00\x02\x0A\x07\x0A\x05"));
	CHECK_EQUAL(facts.s5_a, 7);
}

/* The letters alone, a method, another kind of object, then the real one. */
TEST(s5_is_not_mistaken)
{
	CHECK(READ_S5("_S5_\x12\x06\x02\x0A\x01\x0A\x01"
		      "\x14\x08_S5_\x00\xA4\x01"
		      "\x14\\_S5_\x12\x06\x02\x0A\x01\x0A\x01"
		      "\x08X_S5_\x12\x06\x02\x0A\x01\x0A\x01"
		      "\x08_S5_\x0A\x02\x0A\x02\x0A\x02"
		      "\x08_S5_\x12\x04\x01\x0A\x03\x0A\x03"
		      "\x08_S5_\x12\x08\x02\x0B\x04\x00\x0A\x04"
		      "\x08_S5_\x12\x06\x02\x0A\x05\x0A\x06"));
	CHECK_EQUAL(facts.s5_a, 5);
	CHECK_EQUAL(facts.s5_b, 6);
	CHECK(!READ_S5("\x08_S4_\x12\x06\x02\x0A\x05\x0A\x05"));
	CHECK(!READ_S5(""));
}

TEST(s5_cut_anywhere)
{
	static const char aml[] = "\x08_S5_\x12\x06\x02\x0A\x05\x0A\x06";

	for (size_t length = 0; length < sizeof(aml) - 1; length++)
		CHECK(!read_s5(aml, length));
	CHECK(read_s5(aml, sizeof(aml) - 1));
}

TEST(s5_dsdt_above_4_gib)
{
	static const char low[] = "\x08_S5_\x12\x06\x02\x0A\x01\x0A\x01";
	static const char high[] = "\x08_S5_\x12\x06\x02\x0A\x05\x0A\x06";

	place_dsdt(DSDT, low, sizeof(low) - 1);
	place_dsdt(DSDT_HIGH, high, sizeof(high) - 1);
	fadt_begin(3, 148); /* just long enough to have the new field */
	put64(140, DSDT_HIGH);
	read_facts();
	CHECK(facts.s5_known);
	CHECK_EQUAL(facts.s5_a, 5);
	put64(140, 0); /* not given: the old field counts */
	read_facts();
	CHECK_EQUAL(facts.s5_a, 1);
	put64(140, DSDT_HIGH);
	fadt.length = 147;
	read_facts();
	CHECK_EQUAL(facts.s5_a, 1);
}

TEST(s5_damaged_dsdt)
{
	static const char aml[] = "\x08_S5_\x12\x06\x02\x0A\x05\x0A\x06";
	uint32_t huge = UINT32_MAX;

	CHECK(READ_S5(aml));
	dsdt.bytes[9]++;
	firmware_place(DSDT, &dsdt);
	read_facts();
	CHECK(!facts.s5_known);
	memcpy(dsdt.bytes + 4, &huge, sizeof(huge));
	firmware_place(DSDT, &dsdt);
	read_facts();
	CHECK(!facts.s5_known);
}
