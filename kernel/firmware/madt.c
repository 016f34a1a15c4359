/* SPDX-License-Identifier: MIT */
/* Tables that list processors: MADT (ACPI 6.5, 5.2.12), SRAT (5.2.16). */
#include "kernel/firmware/acpi.h"
#include "kernel/firmware/bytes.h"

#define MADT_LAPIC_ADDRESS 36u
#define MADT_ENTRIES 44u
#define SRAT_REVISION 8u
#define SRAT_ENTRIES 48u

enum madt_type {
	MADT_LOCAL_APIC = 0, MADT_IO_APIC = 1, MADT_SOURCE_OVERRIDE = 2,
	MADT_LAPIC_OVERRIDE = 5, MADT_LOCAL_X2APIC = 9,
};
enum srat_type { SRAT_LOCAL_APIC = 0, SRAT_LOCAL_X2APIC = 2 };

#define FLAG_ENABLED 1u

/* The PIT, or the HPET in its place; its input unless an override names it
 * (IA-PC HPET 1.0a, 2.2). */
#define ISA_TIMER 0u
#define TIMER_INPUT 2u

/* Addresses of all cores, used by firmware as "none" (as Linux reads them). */
#define APIC_BROADCAST 0xFFu
#define X2APIC_BROADCAST 0xFFFFFFFFu

/*
 * The entry after `at` (from `first` on when at is NULL), NULL at the end.
 * Each entry begins with its type and its length; a length that is shorter
 * than that or runs past the table ends the walk.
 */
static const uint8_t *next_entry(const uint8_t *table, size_t length,
				 size_t first, const uint8_t *at)
{
	size_t offset = at ? (size_t)(at - table) + at[1] : first;

	if (offset + 2 > length || table[offset + 1] < 2 ||
	    offset + table[offset + 1] > length)
		return NULL;
	return table + offset;
}

/* What the walk ends at, seen from its last entry. */
static const char *problem_of_entries(const uint8_t *table, size_t length,
				      size_t first)
{
	const uint8_t *last = NULL, *e = NULL;
	size_t offset;

	if (length < first)
		return "is shorter than its header";
	while ((e = next_entry(table, length, first, e)))
		last = e;
	offset = last ? (size_t)(last - table) + last[1] : first;
	if (offset == length)
		return NULL;
	if (offset + 2 > length)
		return "ends inside an entry";
	return table[offset + 1] < 2 ? "has an entry of length 0 or 1"
				     : "has an entry that runs over its end";
}

const char *madt_problem(const void *madt, size_t length)
{
	return problem_of_entries(madt, length, MADT_ENTRIES);
}

const char *srat_problem(const void *srat, size_t length)
{
	return problem_of_entries(srat, length, SRAT_ENTRIES);
}

unsigned madt_enter(struct madt_core *cores, unsigned count, unsigned most,
		    uint32_t apic_id, bool enabled)
{
	for (unsigned i = 0; i < count && i < most; i++) {
		if (cores[i].apic_id == apic_id) {
			cores[i].enabled |= enabled;
			return count;
		}
	}
	if (count < most)
		cores[count] = (struct madt_core){ apic_id, enabled };
	return count + 1;
}

unsigned madt_cores(const void *madt, size_t length, struct madt_core *cores,
		    unsigned most, uint64_t *lapic)
{
	const uint8_t *table = madt, *e = NULL;
	unsigned count = 0;

	*lapic = 0;
	if (length < MADT_ENTRIES)
		return 0;
	*lapic = read32(table + MADT_LAPIC_ADDRESS);
	while ((e = next_entry(table, length, MADT_ENTRIES, e))) {
		if (e[0] == MADT_LOCAL_APIC && e[1] >= 8 &&
		    e[3] != APIC_BROADCAST)
			count = madt_enter(cores, count, most, e[3],
					   read32(e + 4) & FLAG_ENABLED);
		if (e[0] == MADT_LOCAL_X2APIC && e[1] >= 16 &&
		    read32(e + 4) != X2APIC_BROADCAST)
			count = madt_enter(cores, count, most, read32(e + 4),
					   read32(e + 8) & FLAG_ENABLED);
		if (e[0] == MADT_LAPIC_OVERRIDE && e[1] >= 12)
			memcpy(lapic, e + 4, sizeof(*lapic));
	}
	return count;
}

/* The number of the interrupt input, of all I/O APICs, that ISA's timer is at. */
static uint32_t timer_input(const uint8_t *table, size_t length)
{
	const uint8_t *e = NULL;

	while ((e = next_entry(table, length, MADT_ENTRIES, e)))
		if (e[0] == MADT_SOURCE_OVERRIDE && e[1] >= 10 &&
		    e[3] == ISA_TIMER)
			return read32(e + 4);
	return TIMER_INPUT;
}

bool madt_timer_pin(const void *madt, size_t length, struct ioapic_pin *pin)
{
	const uint8_t *table = madt, *e = NULL;
	uint32_t input = timer_input(table, length), nearest = 0;

	*pin = (struct ioapic_pin){ 0 };
	while ((e = next_entry(table, length, MADT_ENTRIES, e))) {
		if (e[0] != MADT_IO_APIC || e[1] < 12)
			continue;
		uint32_t first = read32(e + 8);
		if (first > input || (pin->address && first <= nearest))
			continue;
		nearest = first;
		*pin = (struct ioapic_pin){ read32(e + 4), input - first };
	}
	return pin->address;
}

/* The domain's upper bytes came with revision 2; before, they were junk. */
static int local_apic_domain(const uint8_t *e, uint8_t revision)
{
	uint32_t domain = e[2];

	if (revision >= 2)
		domain |= (read32(e + 8) & 0xFFFFFF00u);
	return (int)domain;
}

int srat_node(const void *srat, size_t length, uint32_t apic_id)
{
	const uint8_t *table = srat, *e = NULL;

	while ((e = next_entry(table, length, SRAT_ENTRIES, e))) {
		if (e[0] == SRAT_LOCAL_APIC && e[1] >= 16 && e[3] == apic_id &&
		    read32(e + 4) & FLAG_ENABLED)
			return local_apic_domain(e, table[SRAT_REVISION]);
		if (e[0] == SRAT_LOCAL_X2APIC && e[1] >= 24 &&
		    read32(e + 8) == apic_id && read32(e + 12) & FLAG_ENABLED)
			return (int)read32(e + 4);
	}
	return -1;
}
