/* SPDX-License-Identifier: MIT */
/* From the RSDP to a table; HPET. */
#include "kernel/firmware/acpi.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

#define RSDT 0x7FE0000
#define XSDT 0x7FE1000
#define HIGH 0x23FFF00000 /* above 4 GiB */

static struct acpi acpi;

/* A table whose one body byte tells it from its namesakes. */
static void place(uint64_t address, const char *signature, uint8_t mark,
		  bool broken)
{
	struct table table;

	table_begin(&table, signature, 1);
	table_put8(&table, mark);
	table_seal(&table);
	table.bytes[9] += broken;
	firmware_place(address, &table);
}

/* The mark of the table found; -1 for none. */
static int mark(const char *signature)
{
	size_t length = 0;
	const uint8_t *table = acpi_find(&acpi, signature, &length);

	if (!table)
		return -1;
	CHECK_EQUAL(length, TABLE_HEADER + 1);
	return table[TABLE_HEADER];
}

static void start(uint8_t revision, uint32_t rsdt, uint64_t xsdt)
{
	CHECK(acpi_init(&acpi, firmware_rsdp(revision, rsdt, xsdt),
			firmware_map));
}

/* An RSDT and an XSDT that each name an APIC table of their own. */
static void both_roots(void)
{
	place(0x1000, "APIC", 1, false);
	place(0x2000, "APIC", 2, false);
	firmware_root(RSDT, 4, (uint64_t[]){ 0x1000 }, 1);
	firmware_root(XSDT, 8, (uint64_t[]){ 0x2000 }, 1);
	start(2, RSDT, XSDT);
}

static void break_table(uint64_t address)
{
	struct table broken;

	table_begin(&broken, "XSDT", 1);
	table_put64(&broken, 0x2000);
	table_seal(&broken);
	broken.bytes[9]++;
	firmware_place(address, &broken);
}

/* ---- RSDP -------------------------------------------------------------- */

TEST(acpi_rsdp_both_revisions)
{
	CHECK(acpi_rsdp_valid(firmware_rsdp(0, RSDT, 0), 20));
	CHECK(!acpi_rsdp_valid(firmware_rsdp(0, RSDT, 0), 19));
	CHECK(acpi_rsdp_valid(firmware_rsdp(2, RSDT, XSDT), 36));
	CHECK(!acpi_rsdp_valid(firmware_rsdp(2, RSDT, XSDT), 35));
}

TEST(acpi_rsdp_each_byte_counts)
{
	for (unsigned i = 0; i < 36; i++) {
		uint8_t rsdp[36];

		memcpy(rsdp, firmware_rsdp(2, RSDT, XSDT), 36);
		rsdp[i] ^= 0x40;
		CHECK(!acpi_rsdp_valid(rsdp, 36));
	}
}

TEST(acpi_rsdp_scan)
{
	uint8_t *memory = calloc(1, 1024);

	CHECK(!acpi_rsdp_scan(memory, 1024));
	memcpy(memory + 8, firmware_rsdp(2, RSDT, XSDT), 36);
	CHECK(!acpi_rsdp_scan(memory, 1024)); /* not at a multiple of 16 */
	memcpy(memory + 512, firmware_rsdp(2, RSDT, XSDT), 36);
	CHECK(acpi_rsdp_scan(memory, 1024) == memory + 512);
	memcpy(memory + 256, firmware_rsdp(0, RSDT, 0), 20);
	memory[256 + 9]++;
	CHECK(acpi_rsdp_scan(memory, 1024) == memory + 512);
	CHECK(!acpi_rsdp_scan(memory, 512));
	CHECK(!acpi_rsdp_scan(memory, 0));
}

/* The last 16-byte step in which the old, shorter one still fits. */
TEST(acpi_rsdp_scan_end)
{
	uint8_t *memory = calloc(1, 1024 - 12);

	memcpy(memory + 1024 - 32, firmware_rsdp(0, RSDT, 0), 20);
	CHECK(acpi_rsdp_scan(memory, 1024 - 12) == memory + 1024 - 32);
	memcpy(memory + 1024 - 32, firmware_rsdp(2, RSDT, XSDT), 20);
	CHECK(!acpi_rsdp_scan(memory, 1024 - 12));
}

TEST(acpi_init_without_rsdp)
{
	uint8_t zeros[36] = { 0 };
	size_t length;

	CHECK(!acpi_init(&acpi, NULL, firmware_map));
	CHECK_TEXT(acpi.problem, "no valid RSDP");
	CHECK(!acpi_find(&acpi, "APIC", &length));
	CHECK(!acpi_init(&acpi, zeros, firmware_map));
	CHECK_TEXT(acpi.problem, "no valid RSDP");
}

/* ---- roots ------------------------------------------------------------- */

TEST(acpi_xsdt_first)
{
	both_roots();
	CHECK_EQUAL(mark("APIC"), 2);
	CHECK_EQUAL(mark("HPET"), -1);
	CHECK_TEXT(acpi.problem, NULL);
}

TEST(acpi_rsdt_alone)
{
	both_roots();
	start(0, RSDT, 0);
	CHECK_EQUAL(mark("APIC"), 1);
}

TEST(acpi_xsdt_alone)
{
	both_roots();
	start(2, 0, XSDT);
	CHECK_EQUAL(mark("APIC"), 2);
}

TEST(acpi_broken_xsdt_falls_back)
{
	both_roots();
	break_table(XSDT);
	CHECK_EQUAL(mark("APIC"), 1);
	CHECK_TEXT(acpi.problem, "a table's checksum is wrong");
}

TEST(acpi_unmapped_xsdt_falls_back)
{
	both_roots();
	start(2, RSDT, 0x12345678);
	CHECK_EQUAL(mark("APIC"), 1);
	CHECK_TEXT(acpi.problem, "a table lies where nothing can be mapped");
}

/* The old list may be stale: it counts only where there is no new one. */
TEST(acpi_good_xsdt_is_the_only_root)
{
	both_roots();
	firmware_root(XSDT, 8, NULL, 0);
	CHECK_EQUAL(mark("APIC"), -1);
}

TEST(acpi_no_roots)
{
	start(2, 0, 0);
	CHECK_EQUAL(mark("APIC"), -1);
}

TEST(acpi_above_4_gib)
{
	place(HIGH + 0x1000, "APIC", 7, false);
	firmware_root(HIGH, 8, (uint64_t[]){ HIGH + 0x1000 }, 1);
	start(2, 0, HIGH);
	CHECK_EQUAL(mark("APIC"), 7);
}

/* ---- tables ------------------------------------------------------------ */

TEST(acpi_first_sound_one)
{
	place(0x1000, "APIC", 1, true);
	place(0x2000, "APIC", 2, false);
	place(0x3000, "APIC", 3, false);
	firmware_root(XSDT, 8, (uint64_t[]){ 0, 0x9999, 0x1000, 0x2000,
		      0x3000 }, 5);
	start(2, 0, XSDT);
	CHECK_EQUAL(mark("APIC"), 2);
	CHECK_TEXT(acpi.problem, "a table's checksum is wrong");
}

TEST(acpi_a_damaged_table_serves_where_there_is_no_other)
{
	place(0x1000, "APIC", 1, true);
	place(0x2000, "APIC", 2, true);
	place(0x3000, "HPET", 3, false);
	firmware_root(XSDT, 8, (uint64_t[]){ 0x1000, 0x2000, 0x3000 }, 3);
	start(2, 0, XSDT);
	CHECK_EQUAL(mark("APIC"), 1);
	CHECK(acpi.checksum_wrong);
	CHECK_EQUAL(mark("HPET"), 3);
	CHECK(!acpi.checksum_wrong);
}

TEST(acpi_damaged_roots_serve_where_there_is_no_other)
{
	place(0x2000, "APIC", 2, false);
	break_table(XSDT);
	start(2, 0, XSDT);
	CHECK_EQUAL(mark("APIC"), 2);
	CHECK(!acpi.checksum_wrong); /* the table's own is right */
	place(0x2000, "APIC", 2, true);
	CHECK_EQUAL(mark("APIC"), 2);
	CHECK(acpi.checksum_wrong);
}

TEST(acpi_impossible_lengths)
{
	static const uint32_t lengths[] = { 0, 35, 0x1000001, UINT32_MAX };

	for (unsigned i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		struct table table;

		table_begin(&table, "APIC", 1);
		table_seal(&table);
		memcpy(table.bytes + 4, &lengths[i], 4);
		firmware_start(&acpi, &table);
		CHECK_EQUAL(mark("APIC"), -1);
		CHECK_TEXT(acpi.problem, "a table claims an impossible length");
	}
}

/* A root whose length is not a whole number of entries. */
TEST(acpi_root_with_half_an_entry)
{
	struct table root;

	place(0x1000, "APIC", 1, false);
	table_begin(&root, "XSDT", 1);
	table_put64(&root, 0x1000);
	table_put32(&root, 0x1000);
	table_seal(&root);
	firmware_place(XSDT, &root);
	start(2, 0, XSDT);
	CHECK_EQUAL(mark("APIC"), 1);
	CHECK_EQUAL(mark("HPET"), -1);
	CHECK_TEXT(acpi_list_problem(&acpi),
		   "its length is no whole number of entries");
}

/* ---- what is odd about the list ----------------------------------------- */

static const char *problem_of(const uint64_t *entries, unsigned count)
{
	firmware_clear();
	place(0x1000, "APIC", 1, false);
	place(HIGH + 0x1000, "HPET", 2, false);
	firmware_root(XSDT, 8, entries, count);
	start(2, 0, XSDT);
	return acpi_list_problem(&acpi);
}

TEST(acpi_list_that_is_right)
{
	CHECK_TEXT(problem_of((uint64_t[]){ 0x1000, 0x1000 }, 2), NULL);
	CHECK_TEXT(problem_of(NULL, 0), NULL);
	start(2, 0, 0);
	CHECK_TEXT(acpi_list_problem(&acpi), NULL);
}

/* The others serve all the same. */
TEST(acpi_list_with_odd_entries)
{
	CHECK_TEXT(problem_of((uint64_t[]){ 0, 0x1000 }, 2), "an entry is 0");
	CHECK_EQUAL(mark("APIC"), 1);
	CHECK_TEXT(problem_of((uint64_t[]){ 0x1000, 0 }, 2), "an entry is 0");
	CHECK_TEXT(problem_of((uint64_t[]){ 0x1000, 0x5000 }, 2),
		   "an entry names an address that cannot be reached");
	CHECK_TEXT(problem_of((uint64_t[]){ HIGH + 0x1000, 0x1000 }, 2),
		   "an entry lies above 4 GiB");
	CHECK_EQUAL(mark("HPET"), 2);
}

TEST(acpi_list_of_32_bits)
{
	place(0x1000, "APIC", 1, false);
	firmware_root(RSDT, 4, (uint64_t[]){ 0x1000, 0x1000 }, 2);
	start(0, RSDT, 0);
	CHECK_TEXT(acpi_list_problem(&acpi), NULL);
	firmware_root(RSDT, 4, (uint64_t[]){ 0x1000, 0 }, 2);
	CHECK_TEXT(acpi_list_problem(&acpi), "an entry is 0");
}

TEST(acpi_list_that_is_damaged)
{
	both_roots();
	break_table(XSDT);
	CHECK_TEXT(acpi_list_problem(&acpi), "a table's checksum is wrong");
	start(2, RSDT, 0x12345678);
	CHECK_TEXT(acpi_list_problem(&acpi),
		   "a table lies where nothing can be mapped");
}

/* ---- small tables ------------------------------------------------------ */

static void start_with_gas(const char *signature, uint8_t space,
			   uint64_t address, unsigned missing)
{
	struct table table;

	table_begin(&table, signature, 1);
	table_put32(&table, 0);
	table_put32(&table, space);
	table_put64(&table, address);
	table.length -= missing;
	table_seal(&table);
	firmware_start(&acpi, &table);
}

TEST(acpi_hpet)
{
	start_with_gas("HPET", 0, 0xFED00000, 0);
	CHECK_EQUAL(hpet_address(&acpi), 0xFED00000);
	start_with_gas("HPET", 1, 0xFED00000, 0); /* ports: not an HPET */
	CHECK_EQUAL(hpet_address(&acpi), 0);
	start_with_gas("HPET", 0, 0xFED00000, 1);
	CHECK_EQUAL(hpet_address(&acpi), 0);
	start_with_gas("XXXX", 0, 0xFED00000, 0);
	CHECK_EQUAL(hpet_address(&acpi), 0);
}
