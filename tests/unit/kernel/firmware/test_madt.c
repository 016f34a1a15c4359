/* SPDX-License-Identifier: MIT */
/* Processors in the MADT, their nodes in the SRAT. */
#include "kernel/firmware/acpi.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

#define LAPIC 0xFEE00000
#define MOST 8

/* As QEMU 7.2 (pc, -smp 2) writes it; the third entry's flag is 0. */
static const uint8_t qemu_madt[] = {
	'A', 'P', 'I', 'C', 0x8A, 0, 0, 0, 3, 0, 'B', 'O', 'C', 'H', 'S', ' ',
	'B', 'X', 'P', 'C', ' ', ' ', ' ', ' ', 1, 0, 0, 0, 'B', 'X', 'P', 'C',
	1, 0, 0, 0,
	0x00, 0x00, 0xE0, 0xFE, 1, 0, 0, 0,               /* address, flags */
	0x00, 8, 0, 0, 1, 0, 0, 0,                        /* local APIC 0 */
	0x00, 8, 1, 1, 1, 0, 0, 0,                        /* local APIC 1 */
	0x00, 8, 2, 2, 0, 0, 0, 0,                        /* local APIC 2 */
	0x01, 12, 0, 0, 0x00, 0x00, 0xC0, 0xFE, 0, 0, 0, 0, /* I/O APIC */
	0x02, 10, 0, 0, 2, 0, 0, 0, 0, 0,                 /* overrides */
	0x02, 10, 0, 5, 5, 0, 0, 0, 13, 0,
	0x02, 10, 0, 9, 9, 0, 0, 0, 13, 0,
	0x02, 10, 0, 10, 10, 0, 0, 0, 13, 0,
	0x02, 10, 0, 11, 11, 0, 0, 0, 13, 0,
	0x04, 6, 0xFF, 0, 0, 1,                           /* NMI */
	0, 0, 0, 0,                                       /* not an entry */
};

static struct table madt;
static struct madt_core cores[MOST];
static uint64_t lapic;

static const char *told(void)
{
	return madt_problem(madt.bytes, madt.length);
}

static void madt_begin(void)
{
	table_begin(&madt, "APIC", 3);
	table_put32(&madt, LAPIC);
	table_put32(&madt, 1);
}

static void local_apic(uint8_t id, uint32_t flags)
{
	table_put(&madt, (uint8_t[]){ 0, 8, 0x55, id }, 4);
	table_put32(&madt, flags);
}

static void local_x2apic(uint32_t id, uint32_t flags)
{
	table_put(&madt, (uint8_t[]){ 9, 16, 0, 0 }, 4);
	table_put32(&madt, id);
	table_put32(&madt, flags);
	table_put32(&madt, 0x55);
}

/* From memory that ends where the table does. */
static unsigned read_cut(size_t length, unsigned most)
{
	uint8_t *copy = malloc(length);
	unsigned count;

	memset(cores, 0xEE, sizeof(cores));
	memcpy(copy, madt.bytes, length);
	count = madt_cores(copy, length, cores, most, &lapic);
	free(copy);
	return count;
}

static unsigned read_all(void)
{
	return read_cut(madt.length, MOST);
}

static void check_core(unsigned i, uint32_t apic_id, bool enabled)
{
	CHECK_EQUAL(cores[i].apic_id, apic_id);
	CHECK_EQUAL(cores[i].enabled, enabled);
}

/* ---- where the timer's interrupt comes in ------------------------------- */

static struct ioapic_pin pin;

static bool has_timer_pin(void)
{
	return madt_timer_pin(madt.bytes, madt.length, &pin);
}

static void io_apic(uint32_t address, uint32_t first)
{
	table_put(&madt, (uint8_t[]){ 1, 12, 0, 0 }, 4);
	table_put32(&madt, address);
	table_put32(&madt, first);
}

static void override(uint8_t source, uint32_t input)
{
	table_put(&madt, (uint8_t[]){ 2, 10, 0, source }, 4);
	table_put32(&madt, input);
	table_put(&madt, (uint8_t[]){ 0, 0 }, 2);
}

TEST(madt_timer_pin_of_qemu)
{
	CHECK(madt_timer_pin(qemu_madt, sizeof(qemu_madt), &pin));
	CHECK_EQUAL(pin.address, 0xFEC00000);
	CHECK_EQUAL(pin.number, 2);
}

TEST(madt_timer_pin_is_the_second_unless_it_is_told)
{
	madt_begin();
	io_apic(0xFEC00000, 0);
	override(9, 9);
	CHECK(has_timer_pin());
	CHECK_EQUAL(pin.number, 2);
	override(0, 5);
	CHECK(has_timer_pin());
	CHECK_EQUAL(pin.number, 5);
}

TEST(madt_timer_pin_is_of_the_io_apic_that_has_it)
{
	madt_begin();
	io_apic(0xFEC10000, 24);
	io_apic(0xFEC00000, 0);
	io_apic(0xFEC20000, 48);
	CHECK(has_timer_pin());
	CHECK_EQUAL(pin.address, 0xFEC00000);
	override(0, 26);
	CHECK(has_timer_pin());
	CHECK_EQUAL(pin.address, 0xFEC10000);
	CHECK_EQUAL(pin.number, 2);
}

TEST(madt_timer_pin_without_an_io_apic)
{
	madt_begin();
	override(0, 5);
	CHECK(!has_timer_pin());
	io_apic(0xFEC00000, 6); /* begins behind it */
	CHECK(!has_timer_pin());
	CHECK(!madt_timer_pin(madt.bytes, 20, &pin));
}

/* ---- the cores ------------------------------------------------------------ */

TEST(madt_from_qemu)
{
	CHECK_EQUAL(madt_cores(qemu_madt, sizeof(qemu_madt), cores, MOST,
			       &lapic), 3);
	check_core(0, 0, true);
	check_core(1, 1, true);
	check_core(2, 2, false);
	CHECK_EQUAL(lapic, LAPIC);
}

TEST(madt_x2apic_only)
{
	madt_begin();
	local_x2apic(0, 1);
	local_x2apic(0x100, 1);
	local_x2apic(0x12345678, 0);
	CHECK_EQUAL(read_all(), 3);
	check_core(0, 0, true);
	check_core(1, 0x100, true);
	check_core(2, 0x12345678, false);
}

TEST(madt_duplicates)
{
	madt_begin();
	local_apic(4, 1);
	local_apic(2, 0);
	local_x2apic(2, 1); /* the same core, and it is enabled */
	local_x2apic(4, 0);
	local_apic(4, 1);
	local_x2apic(300, 1);
	CHECK_EQUAL(read_all(), 3);
	check_core(0, 4, true);
	check_core(1, 2, true);
	check_core(2, 300, true);
}

/* Bit 1, "online capable", does not make a core that can be started now. */
TEST(madt_only_the_enabled_flag)
{
	madt_begin();
	local_apic(0, 2);
	local_apic(1, 0xFFFFFFFE);
	local_x2apic(2, 2);
	local_x2apic(3, 3);
	CHECK_EQUAL(read_all(), 4);
	check_core(0, 0, false);
	check_core(1, 1, false);
	check_core(2, 2, false);
	check_core(3, 3, true);
}

TEST(madt_sparse_ids)
{
	madt_begin();
	local_apic(0xFE, 1);
	local_apic(0x10, 1);
	local_x2apic(0xFFFFFFFE, 1);
	local_x2apic(0xFF, 1); /* fine as an x2APIC ID */
	CHECK_EQUAL(read_all(), 4);
	check_core(0, 0xFE, true);
	check_core(1, 0x10, true);
	check_core(2, 0xFFFFFFFE, true);
	check_core(3, 0xFF, true);
}

TEST(madt_broadcast_is_nobody)
{
	madt_begin();
	local_apic(0xFF, 1);
	local_x2apic(0xFFFFFFFF, 1);
	local_apic(1, 1);
	CHECK_EQUAL(read_all(), 1);
	check_core(0, 1, true);
}

TEST(madt_more_than_asked_for)
{
	madt_begin();
	for (uint8_t i = 0; i < 6; i++)
		local_apic(i, 1);
	CHECK_EQUAL(read_cut(madt.length, 2), 6);
	check_core(1, 1, true);
	CHECK_EQUAL(cores[2].apic_id, 0xEEEEEEEE);
	CHECK_EQUAL(madt_cores(madt.bytes, madt.length, NULL, 0, &lapic), 6);
}

TEST(madt_address_override)
{
	madt_begin();
	local_apic(0, 1);
	table_put(&madt, (uint8_t[]){ 5, 12, 0, 0 }, 4);
	table_put64(&madt, 0x1FEE00000);
	CHECK_EQUAL(read_all(), 1);
	CHECK_EQUAL(lapic, 0x1FEE00000);
}

TEST(madt_cut_anywhere)
{
	madt_begin();
	local_apic(1, 1);
	local_x2apic(2, 1);
	for (size_t length = 0; length <= madt.length; length++) {
		unsigned whole = (length >= 52) + (length >= 68);

		CHECK_EQUAL(read_cut(length, MOST), whole);
		CHECK_EQUAL(lapic, length >= 44 ? LAPIC : 0);
	}
}

/* The least an entry can be: of a type we do not know. */
TEST(madt_two_byte_entry)
{
	madt_begin();
	table_put(&madt, (uint8_t[]){ 0x80, 2 }, 2);
	local_apic(1, 1);
	CHECK_EQUAL(read_all(), 1);
}

TEST(madt_bad_entry_lengths)
{
	for (uint8_t bad = 0; bad < 2; bad++) {
		madt_begin();
		local_apic(1, 1);
		table_put(&madt, (uint8_t[]){ 1, bad, 0, 0 }, 4);
		local_apic(2, 1);
		CHECK_EQUAL(read_all(), 1);
		CHECK_TEXT(told(), "has an entry of length 0 or 1");
	}
	madt_begin();
	local_apic(1, 1);
	table_put(&madt, (uint8_t[]){ 0, 9, 0, 2, 1, 0, 0, 0 }, 8);
	CHECK_EQUAL(read_all(), 1);
	CHECK_TEXT(told(), "has an entry that runs over its end");
}

TEST(madt_whole_tables_have_no_problem)
{
	madt_begin();
	CHECK_TEXT(told(), NULL);
	local_apic(1, 1);
	local_x2apic(2, 1);
	CHECK_TEXT(told(), NULL);
	madt.length++;
	CHECK_TEXT(told(), "ends inside an entry");
	madt.length = 43;
	CHECK_TEXT(told(), "is shorter than its header");
}

/* Entries that are too short for their type; the next one is the bait. */
TEST(madt_short_entries)
{
	madt_begin();
	table_put(&madt, (uint8_t[]){ 0, 4, 0, 7 }, 4);
	table_put(&madt, (uint8_t[]){ 9, 8, 0, 0, 7, 0, 0, 0 }, 8);
	table_put(&madt, (uint8_t[]){ 5, 8, 0, 0, 7, 0, 0, 0 }, 8);
	local_apic(1, 1);
	CHECK_EQUAL(read_all(), 1);
	check_core(0, 1, true);
	CHECK_EQUAL(lapic, LAPIC);
}

/* ---- SRAT -------------------------------------------------------------- */

static struct table srat;

static void srat_begin(uint8_t revision)
{
	table_begin(&srat, "SRAT", revision);
	table_put32(&srat, 1);
	table_put64(&srat, 0);
}

static void srat_apic(uint8_t id, uint32_t domain, uint32_t flags)
{
	table_put(&srat, (uint8_t[]){ 0, 16, (uint8_t)domain, id }, 4);
	table_put32(&srat, flags);
	table_put32(&srat, (domain & 0xFFFFFF00) | 0x55);
	table_put32(&srat, 0);
}

static void srat_x2apic(uint32_t id, uint32_t domain, uint32_t flags)
{
	table_put(&srat, (uint8_t[]){ 2, 24, 0, 0 }, 4);
	table_put32(&srat, domain);
	table_put32(&srat, id);
	table_put32(&srat, flags);
	table_put64(&srat, 0);
}

static int node(uint32_t apic_id)
{
	return srat_node(srat.bytes, srat.length, apic_id);
}

TEST(srat_nodes)
{
	srat_begin(3);
	table_put(&srat, (uint8_t[40]){ 1, 40, 9 }, 40); /* memory */
	srat_apic(0, 0, 1);
	srat_apic(1, 1, 1);
	srat_apic(2, 0x80020103, 1);
	srat_x2apic(0x100, 2, 1);
	srat_apic(3, 3, 0);
	srat_x2apic(0x101, 3, 0);
	CHECK_EQUAL(node(0), 0);
	CHECK_EQUAL(node(1), 1);
	CHECK_EQUAL(node(2), (int)0x80020103);
	CHECK_EQUAL(node(0x100), 2);
	CHECK_EQUAL(node(3), -1);
	CHECK_EQUAL(node(0x101), -1);
	CHECK_EQUAL(node(4), -1);
}

/* Revision 1 left the upper bytes of a domain undefined. */
TEST(srat_revision_1)
{
	srat_begin(1);
	srat_apic(0, 0xABCDEF01, 1);
	CHECK_EQUAL(node(0), 1);
}

/* A byte short of their type. */
TEST(srat_short_entries)
{
	srat_begin(3);
	table_put(&srat, (uint8_t[15]){ 0, 15, 7, 1, 1 }, 15);
	table_put(&srat, (uint8_t[23]){ 2, 23, 0, 0, 8, 0, 0, 0, 2, 0, 0, 0,
					1 }, 23);
	srat_apic(3, 9, 1);
	CHECK_EQUAL(node(1), -1);
	CHECK_EQUAL(node(2), -1);
	CHECK_EQUAL(node(3), 9);
}

TEST(srat_cut_anywhere)
{
	srat_begin(3);
	srat_apic(1, 7, 1);
	srat_x2apic(2, 8, 1);
	CHECK_TEXT(srat_problem(srat.bytes, srat.length), NULL);
	for (size_t length = 0; length <= srat.length; length++) {
		uint8_t *copy = malloc(length);

		memcpy(copy, srat.bytes, length);
		CHECK_EQUAL(srat_node(copy, length, 1), length >= 64 ? 7 : -1);
		CHECK_EQUAL(srat_node(copy, length, 2), length >= 88 ? 8 : -1);
		CHECK_EQUAL(srat_problem(copy, length) == NULL, length == 48 ||
			    length == 64 || length == 88);
		free(copy);
	}
}

TEST(srat_entry_of_length_0)
{
	srat_begin(3);
	srat_apic(1, 7, 1);
	table_put(&srat, (uint8_t[4]){ 0 }, 4);
	srat_apic(2, 8, 1);
	CHECK_EQUAL(node(1), 7);
	CHECK_EQUAL(node(2), -1);
	CHECK_TEXT(srat_problem(srat.bytes, srat.length),
		   "has an entry of length 0 or 1");
}
