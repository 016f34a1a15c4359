/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/mptable.h"

#include "kernel/firmware/bytes.h"
#include "kernel/string.h"
#include "kernel/x86/regs.h"

/* MP floating pointer structure (table 4-1) */
#define FLOATING_TABLE 4u
#define FLOATING_LENGTH 8u   /* in units of 16 bytes */
#define FLOATING_DEFAULT 11u /* feature byte 1; 0: there is a table */

/* MP configuration table header (table 4-2) */
#define TABLE_LENGTH 4u
#define TABLE_COUNT 34u
#define TABLE_LAPIC 36u
#define TABLE_ENTRIES 44u

/* Base entries (4.3): a processor's are longer than all others. */
enum mp_entry { MP_PROCESSOR = 0, MP_LAST_TYPE = 4 };
#define PROCESSOR_SIZE 20u
#define OTHER_SIZE 8u
#define PROCESSOR_ID 1u
#define PROCESSOR_FLAGS 3u
#define   FLAG_ENABLED 1u

/* Every default configuration has two processors, 0 and 1 (5.1). */
#define DEFAULT_PROCESSORS 2u

static bool floating_valid(const uint8_t *bytes)
{
	return !memcmp(bytes, "_MP_", 4) &&
	       bytes[FLOATING_LENGTH] == 1 &&
	       acpi_sums_to_zero(bytes, MP_FLOATING_SIZE);
}

const void *mp_scan(const void *start, size_t length)
{
	const uint8_t *bytes = start;

	for (size_t at = 0; at + MP_FLOATING_SIZE <= length; at += 16)
		if (floating_valid(bytes + at))
			return bytes + at;
	return NULL;
}

/* Walks as many entries as the header tells; NULL, or why it ends early. */
static const char *walk_entries(const uint8_t *table, size_t length,
				struct madt_core *cores, unsigned *count,
				unsigned most)
{
	size_t at = TABLE_ENTRIES, size;

	for (unsigned left = read16(table + TABLE_COUNT); left; left--) {
		if (at >= length)
			return "holds fewer entries than it tells";
		if (table[at] > MP_LAST_TYPE)
			return "holds an entry of an unknown type";
		size = table[at] == MP_PROCESSOR ? PROCESSOR_SIZE : OTHER_SIZE;
		if (at + size > length)
			return "holds an entry that runs over its end";
		if (table[at] == MP_PROCESSOR)
			*count = madt_enter(cores, *count, most,
				table[at + PROCESSOR_ID],
				table[at + PROCESSOR_FLAGS] & FLAG_ENABLED);
		at += size;
	}
	return NULL;
}

const char *mp_cores(const void *floating, acpi_map_fn *map,
		     struct madt_core *cores, unsigned *count, unsigned most,
		     uint64_t *lapic)
{
	const uint8_t *bytes = floating, *table;
	uint32_t address = read32(bytes + FLOATING_TABLE);
	const char *problem;
	size_t length;

	*lapic = LAPIC_DEFAULT_BASE;
	if (bytes[FLOATING_DEFAULT]) {
		for (uint32_t id = 0; id < DEFAULT_PROCESSORS; id++)
			*count = madt_enter(cores, *count, most, id, true);
		return NULL;
	}
	table = address ? map(address, TABLE_ENTRIES) : NULL;
	if (!table || memcmp(table, "PCMP", 4))
		return "is not where its pointer says";
	length = read16(table + TABLE_LENGTH);
	table = length >= TABLE_ENTRIES ? map(address, length) : NULL;
	if (!table)
		return "claims an impossible length";
	*lapic = read32(table + TABLE_LAPIC);
	problem = walk_entries(table, length, cores, count, most);
	if (!problem && !acpi_sums_to_zero(table, length))
		return "has a wrong checksum";
	return problem;
}
