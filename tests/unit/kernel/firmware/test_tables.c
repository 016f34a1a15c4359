/* SPDX-License-Identifier: MIT */
/* kernel/firmware/tables.c: where a BIOS's tables are looked for, in order. */
#include <stdbool.h>
#include <string.h>

#include "kernel/firmware/acpi.h"
#include "kernel/firmware/efi.h"
#include "kernel/firmware/mptable.h"
#include "kernel/firmware/processors.h"
#include "kernel/firmware/smbios.h"
#include "kernel/machine.h"
#include "kernel/x86/insn.h"
#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

#define MOST 8u

/* ---- a machine --------------------------------------------------------- */

static uint16_t ebda_segment, memory_kib;

/* The places that were searched for one structure; the how many-th has it. */
static struct search {
	uintptr_t start[MOST];
	size_t length[MOST];
	unsigned count, found;
} rsdp_search, mp_search, smbios_search;

static uint16_t word_at(uintptr_t address)
{
	return address == 0x40E ? ebda_segment : address == 0x413 ? memory_kib
								  : 0xFFFF;
}

static const void *look(struct search *s, const void *start, size_t length)
{
	s->start[s->count] = (uintptr_t)start;
	s->length[s->count] = length;
	return ++s->count == s->found ? start : NULL;
}

/* What the readers are handed. */
static const void *given_rsdp, *given_mp, *given_smbios, *given_copy;
static const void *efi_entry; /* what the system table names */

#define read_word_at(address) word_at(address)
#define acpi_rsdp_scan(start, length) look(&rsdp_search, start, length)
#define mp_scan(start, length) look(&mp_search, start, length)
#define acpi_init(acpi, from, map)                                           \
	(acpi_init(acpi, NULL, map), given_rsdp = from)
#define processors_read(list, acpi, floating, id) (given_mp = floating)
#define efi_smbios(table, size, map) ((void)(table), (void)(map), efi_entry)
#define smbios_scan(start, length) look(&smbios_search, start, length)
#define smbios_ask(copy, size, entry, map, names)                            \
	(given_copy = copy, given_smbios = entry)
#define firmware_tables_read tables_apart
#define firmware_node_of node_of_apart
#include "kernel/firmware/tables.c"

static struct boot_info boot;

static void read_again(const void *from, unsigned rsdp_in, unsigned mp_in)
{
	rsdp_search = (struct search){ .found = rsdp_in };
	mp_search = (struct search){ .found = mp_in };
	smbios_search = (struct search){ .found = 1 };
	boot.rsdp = from;
	tables_apart(&boot, firmware_map);
}

static bool searched(const struct search *s, unsigned index, uintptr_t start,
		     size_t length)
{
	return index < s->count && s->start[index] == start &&
	       s->length[index] == length;
}

/* ---- the tests --------------------------------------------------------- */

TEST(firmware_rsdp_of_a_bios_is_in_its_data_area_or_in_rom)
{
	ebda_segment = 0x9FC0;
	read_again(NULL, 1, 0);
	CHECK_EQUAL(rsdp_search.count, 1);
	CHECK(searched(&rsdp_search, 0, 0x9FC00, 1024));
	CHECK_EQUAL((uintptr_t)given_rsdp, 0x9FC00);
	read_again(NULL, 2, 0);
	CHECK_EQUAL(rsdp_search.count, 2);
	CHECK(searched(&rsdp_search, 1, 0xE0000, 0x20000));
	CHECK_EQUAL((uintptr_t)given_rsdp, 0xE0000);
	read_again(NULL, 0, 0);
	CHECK(!given_rsdp);
}

TEST(firmware_rsdp_of_the_loader_is_the_one)
{
	static const char loaders;

	ebda_segment = 0x9FC0;
	read_again(&loaders, 1, 0);
	CHECK_EQUAL(rsdp_search.count, 0);
	CHECK(given_rsdp == &loaders);
}

TEST(firmware_mp_tables_are_in_the_data_area_below_its_end_or_in_rom)
{
	static const struct { uintptr_t start; size_t length; } due[] = {
		{ 0x9FC00, 1024 }, { 0x9F800, 1024 }, { 0xF0000, 0x10000 } };

	ebda_segment = 0x9FC0;
	memory_kib = 639;
	for (unsigned in = 1; in <= 3; in++) {
		read_again(NULL, 0, in);
		CHECK_EQUAL(mp_search.count, in);
		CHECK(searched(&mp_search, in - 1, due[in - 1].start,
			       due[in - 1].length));
		CHECK_EQUAL((uintptr_t)given_mp, due[in - 1].start);
	}
	read_again(NULL, 0, 0);
	CHECK_EQUAL(mp_search.count, 3);
	CHECK(!given_mp);
}

TEST(firmware_tells_no_place_under_uefi)
{
	ebda_segment = memory_kib = 0;
	read_again(NULL, 0, 0);
	CHECK_EQUAL(rsdp_search.count, 1);
	CHECK(searched(&rsdp_search, 0, 0xE0000, 0x20000));
	CHECK_EQUAL(mp_search.count, 1);
	CHECK(searched(&mp_search, 0, 0xF0000, 0x10000));
}

TEST(firmware_names_of_a_bios_are_in_rom)
{
	read_again(NULL, 0, 0);
	CHECK_EQUAL(smbios_search.count, 1);
	CHECK(searched(&smbios_search, 0, 0xF0000, 0x10000));
	CHECK_EQUAL((uintptr_t)given_smbios, 0xF0000);
	CHECK(!given_copy);
}

TEST(firmware_names_of_uefi_are_where_its_system_table_says)
{
	static const char entry, copy;

	efi_entry = &entry;
	boot.smbios = &copy;
	read_again(NULL, 0, 0);
	CHECK_EQUAL(smbios_search.count, 0);
	CHECK(given_smbios == &entry);
	CHECK(given_copy == &copy);
}

TEST(firmware_tables_with_wrong_sums_are_told)
{
	struct acpi acpi;
	struct table table;
	const char *code, *text;

	table_begin(&table, "HPET", 1);
	table_put64(&table, 0);
	table_seal(&table);
	firmware_start(&acpi, &table);
	check_sums(&acpi);
	CHECK(!machine_warning(0, &code, &text));
	table.bytes[40]++;
	firmware_start(&acpi, &table);
	check_sums(&acpi);
	CHECK(machine_warning(0, &code, &text));
	CHECK_TEXT(code, "acpi_checksum");
	CHECK(strstr(text, "table HPET is wrong"));
	CHECK(!machine_warning(1, &code, &text));
}

TEST(firmware_tables_of_odd_shapes_are_told)
{
	struct acpi acpi;
	struct table fadt;
	const char *code, *text;
	unsigned before = 0;

	while (machine_warning(before, &code, &text))
		before++;
	table_begin(&fadt, "FACP", 1);
	fadt.length = 116;
	table_seal(&fadt);
	firmware_start(&acpi, &fadt);
	check_shapes(&acpi);
	CHECK(!machine_warning(before, &code, &text));
	fadt.length = 100;
	table_seal(&fadt);
	firmware_place(0x1000, &fadt);
	firmware_root(0x2000, 8, (uint64_t[]){ 0x1000, 0 }, 2);
	acpi.xsdt = 0x2000;
	check_shapes(&acpi);
	CHECK(machine_warning(before, &code, &text));
	CHECK_TEXT(code, "fadt_short");
	CHECK(strstr(text, "ends at byte 100, before the flags"));
	CHECK(machine_warning(before + 1, &code, &text));
	CHECK_TEXT(code, "acpi_list_odd");
	CHECK(strstr(text, "(XSDT): an entry is 0"));
	CHECK(!machine_warning(before + 2, &code, &text));
}

TEST(firmware_node_is_unknown_without_a_table_of_nodes)
{
	firmware_clear();
	read_again(NULL, 0, 0);
	CHECK_EQUAL(node_of_apart(3), -1);
}
