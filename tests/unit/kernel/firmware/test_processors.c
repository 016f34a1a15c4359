/* SPDX-License-Identifier: MIT */
/* MP tables, and the list of processors that all sources make together. */
#include "kernel/firmware/processors.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/firmware/mptable.h"
#include "kernel/x86/regs.h"
#include "tests/unit/fake_cpu.h"
#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

#define TABLE_AT 0xF5BB0

static struct table mp, madt;
static uint8_t floating[MP_FLOATING_SIZE];
static struct madt_core cores[4];
static unsigned count;
static uint64_t lapic;

/* ---- writing tables ---------------------------------------------------- */

static void fix_sum(uint8_t *bytes, size_t length, size_t at)
{
	uint8_t sum = 0;

	bytes[at] = 0;
	for (size_t i = 0; i < length; i++)
		sum += bytes[i];
	bytes[at] = -sum;
}

static void mp_floating(uint8_t default_configuration)
{
	uint32_t address = TABLE_AT;

	memset(floating, 0, sizeof(floating));
	memcpy(floating, "_MP_", 4);
	memcpy(floating + 4, &address, 4);
	floating[8] = 1;
	floating[9] = 4;
	floating[11] = default_configuration;
	fix_sum(floating, sizeof(floating), 10);
}

static void mp_begin(void)
{
	firmware_clear();
	mp_floating(0);
	mp = (struct table){ .length = 44 };
	memcpy(mp.bytes, "PCMP", 4);
	memcpy(mp.bytes + 36, (uint32_t[]){ 0xFEC12000 }, 4);
}

static void mp_processor(uint8_t id, uint8_t flags)
{
	table_put(&mp, (uint8_t[20]){ 0, id, 0x14, flags }, 20);
	mp.bytes[34]++;
}

static void mp_bus(void)
{
	table_put(&mp, (uint8_t[8]){ 1, 0, 'I', 'S', 'A' }, 8);
	mp.bytes[34]++;
}

static void mp_end(void)
{
	memcpy(mp.bytes + 4, (uint16_t[]){ (uint16_t)mp.length }, 2);
	fix_sum(mp.bytes, mp.length, 7);
	firmware_place(TABLE_AT, &mp);
}

static const char *mp_read(void)
{
	memset(cores, 0xEE, sizeof(cores));
	count = 0;
	return mp_cores(floating, firmware_map, cores, &count, 4, &lapic);
}

/* ---- the floating pointer ---------------------------------------------- */

TEST(mp_scan_finds_what_is_whole)
{
	uint8_t *memory = calloc(1, 1024);

	mp_floating(0);
	CHECK(!mp_scan(memory, 1024));
	memcpy(memory + 8, floating, 16); /* not at a multiple of 16 */
	CHECK(!mp_scan(memory, 1024));
	memcpy(memory + 1008, floating, 16);
	CHECK(mp_scan(memory, 1024) == memory + 1008);
	CHECK(!mp_scan(memory, 1023));
	for (unsigned i = 0; i < 16; i++) {
		memory[1008 + i] ^= 0x40;
		CHECK(!mp_scan(memory, 1024));
		memory[1008 + i] ^= 0x40;
	}
	free(memory);
}

/* ---- the table --------------------------------------------------------- */

TEST(mp_table_of_processors)
{
	mp_begin();
	mp_processor(0, 3);
	mp_bus();
	mp_processor(6, 1);
	mp_processor(7, 0);
	mp_processor(6, 1);
	mp_end();
	CHECK_TEXT(mp_read(), NULL);
	CHECK_EQUAL(count, 3);
	CHECK_EQUAL(cores[1].apic_id, 6);
	CHECK(cores[0].enabled && cores[1].enabled && !cores[2].enabled);
	CHECK_EQUAL(lapic, 0xFEC12000);
}

TEST(mp_default_configurations_have_two)
{
	firmware_clear();
	for (uint8_t i = 1; i <= 7; i++) {
		mp_floating(i);
		CHECK_TEXT(mp_read(), NULL);
		CHECK_EQUAL(count, 2);
		CHECK_EQUAL(cores[1].apic_id, 1);
		CHECK(cores[0].enabled && cores[1].enabled);
		CHECK_EQUAL(lapic, LAPIC_DEFAULT_BASE);
	}
}

TEST(mp_table_that_is_not_there)
{
	firmware_clear();
	mp_floating(0);
	CHECK_TEXT(mp_read(), "is not where its pointer says");
	CHECK_EQUAL(count, 0);
	mp_begin(); /* something else is there */
	mp_processor(0, 1);
	mp.bytes[3] = 'Q';
	mp_end();
	CHECK_TEXT(mp_read(), "is not where its pointer says");
	CHECK_EQUAL(count, 0);
}

/* What was read before the damage counts. */
TEST(mp_table_cut_or_odd)
{
	mp_begin();
	mp_processor(0, 1);
	mp_processor(1, 1);
	mp.bytes[34]++;
	mp_end();
	CHECK_TEXT(mp_read(), "holds fewer entries than it tells");
	CHECK_EQUAL(count, 2);
	table_put8(&mp, 0);
	mp_end();
	CHECK_TEXT(mp_read(), "holds an entry that runs over its end");
	CHECK_EQUAL(count, 2);
	mp.bytes[mp.length - 1] = 4; /* the last that is known */
	mp_end();
	CHECK_TEXT(mp_read(), "holds an entry that runs over its end");
	mp.bytes[mp.length - 1] = 5;
	mp_end();
	CHECK_TEXT(mp_read(), "holds an entry of an unknown type");
	mp.bytes[mp.length - 1] = 0xFF;
	mp.length = 43;
	mp_end();
	CHECK_TEXT(mp_read(), "is not where its pointer says");
	CHECK_EQUAL(count, 0);
}

TEST(mp_table_with_a_wrong_checksum_is_used)
{
	mp_begin();
	mp_processor(0, 1);
	mp_processor(1, 1);
	mp_end();
	mp.bytes[7]++;
	firmware_place(TABLE_AT, &mp);
	CHECK_TEXT(mp_read(), "has a wrong checksum");
	CHECK_EQUAL(count, 2);
}

/* ---- all sources together ---------------------------------------------- */

static struct processors list;
static struct acpi acpi;

/* The warnings of all tests of a process are kept: only the last counts. */
static const char *last_warning(void)
{
	const char *code = NULL, *text;

	for (unsigned i = 0; machine_warning(i, &code, &text); i++)
		;
	return code;
}

/* What was in the list before counts for nothing. */
static unsigned read_list(bool with_mp)
{
	for (unsigned i = 0; i < MACHINE_MAX_CORES; i++)
		list.core[i] = (struct madt_core){ .apic_id = i,
						   .enabled = true };
	list.count = 7;
	list.lapic = 0xBAD000;
	processors_read(&list, &acpi, with_mp ? floating : NULL, 0);
	return list.count;
}

static void madt_of(unsigned good, bool broken)
{
	table_begin(&madt, "APIC", 3);
	table_put32(&madt, 0xFEE00000);
	table_put32(&madt, 1);
	for (uint8_t i = 0; i < good; i++)
		table_put(&madt, (uint8_t[8]){ 0, 8, i, i, 1 }, 8);
	if (broken) {
		table_put(&madt, (uint8_t[4]){ 0, 0, 1, 1 }, 4);
		table_put(&madt, (uint8_t[8]){ 0, 8, 3, 3, 1 }, 8);
	}
	table_seal(&madt);
	firmware_start(&acpi, &madt);
}

/* One package of four cores; no leaf at all. */
static void package_of_four(void)
{
	static const struct fake_leaf given[] = {
		{ CPUID_TOPOLOGY, 0, { .ebx = 1, .ecx = 1 << 8 } },
		{ CPUID_TOPOLOGY, 1, { .eax = 2, .ebx = 4, .ecx = 2 << 8 } },
	};

	fake_cpu(false, given, sizeof(given));
}

static void no_topology(void)
{
	static const struct fake_leaf none;

	fake_cpu(false, &none, sizeof(none));
}

TEST(processors_a_whole_madt_is_all)
{
	package_of_four();
	mp_begin();
	mp_processor(9, 1);
	mp_end();
	madt_of(2, false);
	CHECK_EQUAL(read_list(true), 2);
	CHECK_TEXT(last_warning(), NULL);
}

/* As where the boot core's number is the last one. */
TEST(processors_a_madt_may_list_a_disabled_core_first)
{
	package_of_four();
	table_begin(&madt, "APIC", 3);
	table_put32(&madt, 0xFEE00000);
	table_put32(&madt, 1);
	for (uint8_t i = 0; i < 2; i++)
		table_put(&madt, (uint8_t[8]){ 0, 8, i, i, i }, 8);
	table_seal(&madt);
	firmware_clear();
	firmware_start(&acpi, &madt);
	CHECK_EQUAL(read_list(false), 2);
	CHECK(!list.core[0].enabled && list.core[1].enabled);
	CHECK_TEXT(last_warning(), NULL);
}

TEST(processors_a_wrong_checksum_costs_no_core)
{
	no_topology();
	firmware_clear();
	madt_of(3, false);
	madt.bytes[9]++;
	firmware_start(&acpi, &madt);
	CHECK_EQUAL(read_list(false), 3);
	CHECK_TEXT(last_warning(), "madt_checksum");
}

TEST(processors_of_a_madt_that_lists_nobody_come_from_elsewhere)
{
	no_topology();
	mp_begin();
	mp_processor(0, 1);
	mp_processor(6, 1);
	mp_end();
	madt_of(0, false);
	CHECK_EQUAL(read_list(true), 2);
	CHECK_EQUAL(list.core[1].apic_id, 6);
	CHECK_TEXT(last_warning(), "madt_damaged");
}

TEST(processors_a_damaged_srat_is_told)
{
	struct table srat;
	const char *code = "", *text = "";

	no_topology();
	firmware_clear();
	table_begin(&srat, "SRAT", 3);
	table_put(&srat, (uint8_t[12]){ 0 }, 12);
	table_put(&srat, (uint8_t[2]){ 0, 0 }, 2); /* of no length */
	table_seal(&srat);
	firmware_start(&acpi, &srat);
	CHECK_EQUAL(read_list(false), 1);
	for (unsigned i = 0; strcmp(code, "srat_damaged"); i++)
		CHECK(machine_warning(i, &code, &text));
	CHECK(strstr(text, "the table of memory nodes (SRAT) ") == text);
	CHECK(strstr(text, ": nodes behind that are unknown"));
}

TEST(processors_a_damaged_madt_is_completed_by_mp_tables)
{
	no_topology();
	mp_begin();
	for (uint8_t i = 0; i < 4; i++)
		mp_processor(i, 1);
	mp_end();
	madt_of(1, true);
	CHECK_EQUAL(read_list(true), 4);
	CHECK_EQUAL(list.core[3].apic_id, 3);
	CHECK_TEXT(last_warning(), "madt_damaged");
}

TEST(processors_a_damaged_madt_is_completed_by_cpuid)
{
	package_of_four();
	firmware_clear();
	madt_of(1, true);
	CHECK_EQUAL(read_list(false), 4);
	for (unsigned i = 0; i < 4; i++)
		CHECK(list.core[i].enabled && list.core[i].apic_id == i);
}

/* No more of a package than CPUID counts. */
TEST(processors_of_a_package_beyond_the_first_are_its_own)
{
	static const uint32_t id[4] = { 5, 4, 6, 7 }; /* we are the first */

	package_of_four();
	firmware_clear();
	acpi_init(&acpi, NULL, firmware_map);
	processors_read(&list, &acpi, NULL, 5);
	CHECK_EQUAL(list.count, 4);
	for (unsigned i = 0; i < 4; i++)
		CHECK_EQUAL(list.core[i].apic_id, id[i]);
}

/* MP tables name each package's first core; disabled ones stay disabled. */
TEST(processors_firmware_may_want_no_x2apic)
{
	static struct table dmar;

	no_topology();
	table_begin(&dmar, "DMAR", 1);
	table_put(&dmar, (uint8_t[12]){ 46, 2 }, 12);
	table_seal(&dmar);
	firmware_start(&acpi, &dmar);
	read_list(false);
	CHECK(list.no_x2apic);
	dmar.bytes[37] = 1; /* interrupts can be remapped, and no more */
	table_seal(&dmar);
	firmware_start(&acpi, &dmar);
	read_list(false);
	CHECK(!list.no_x2apic);
	dmar.length = 37;
	table_seal(&dmar);
	firmware_start(&acpi, &dmar);
	read_list(false);
	CHECK(!list.no_x2apic);
}

TEST(processors_without_acpi)
{
	const char *code, *text;

	package_of_four();
	mp_begin();
	mp_processor(0, 1);
	mp_processor(4, 1);
	mp_processor(5, 0);
	mp_end();
	acpi_init(&acpi, NULL, firmware_map);
	CHECK_EQUAL(read_list(true), 8);
	CHECK_EQUAL(list.lapic, 0xFEC12000);
	for (unsigned i = 0; i < 8; i++)
		CHECK_EQUAL(list.core[i].enabled, list.core[i].apic_id != 5);
	CHECK_TEXT(last_warning(), "no_madt");
	CHECK(machine_warning(0, &code, &text));
	CHECK(strstr(text, "no processor table ("));
}

TEST(processors_of_a_damaged_mp_table_are_used_and_it_is_told)
{
	const char *code = "", *text = "";

	no_topology();
	mp_begin();
	mp_processor(0, 1);
	mp_processor(1, 1);
	mp.bytes[34]++;
	mp_end();
	acpi_init(&acpi, NULL, firmware_map);
	CHECK_EQUAL(read_list(true), 2);
	for (unsigned i = 0; strcmp(code, "mp_table_damaged"); i++)
		if (!CHECK(machine_warning(i, &code, &text)))
			return;
	CHECK_TEXT(text, "the MP table holds fewer entries than it tells");
}

TEST(processors_without_anything_there_is_the_boot_core)
{
	no_topology();
	firmware_clear();
	acpi_init(&acpi, NULL, firmware_map);
	CHECK_EQUAL(read_list(false), 1);
	CHECK(list.core[0].enabled && list.core[0].apic_id == 0);
	CHECK_EQUAL(list.lapic, LAPIC_DEFAULT_BASE);
}
