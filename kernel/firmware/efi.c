/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/efi.h"

#include "kernel/firmware/bytes.h"
#include "kernel/string.h"

/* System table of 64 bits (4.3) */
#define SYSTEM_TABLE_SIZE 120u
#define SYSTEM_TABLE_COUNT 104
#define SYSTEM_TABLE_ENTRIES 112

/* An entry (4.6): a GUID, an address. */
#define ENTRY_SIZE 24u
#define ENTRY_ADDRESS 16
#define ENTRIES_MOST 1024u /* more is damage */

#define GUID_SIZE 16u

/* Newest first. */
static const uint8_t smbios_guid[][GUID_SIZE] = {
	{ 0x44, 0x15, 0xFD, 0xF2, 0x94, 0x97, 0x2C, 0x4A,
	  0x99, 0x2E, 0xE5, 0xBB, 0xCF, 0x20, 0xE3, 0x94 },
	{ 0x31, 0x2D, 0x9D, 0xEB, 0x88, 0x2D, 0xD3, 0x11,
	  0x9A, 0x16, 0x00, 0x90, 0x27, 0x3F, 0xC1, 0x4D },
};
#define SMBIOS_GUIDS (sizeof(smbios_guid) / sizeof(smbios_guid[0]))

static uint64_t find_table(const uint8_t *entries, uint64_t count,
			   const uint8_t guid[GUID_SIZE])
{
	for (uint64_t i = 0; i < count; i++)
		if (!memcmp(entries + i * ENTRY_SIZE, guid, GUID_SIZE))
			return read64(entries + i * ENTRY_SIZE + ENTRY_ADDRESS);
	return 0;
}

const void *efi_smbios(uint64_t system_table, size_t size, acpi_map_fn *map)
{
	const uint8_t *system = system_table ?
				map(system_table, SYSTEM_TABLE_SIZE) : NULL;
	const uint8_t *entries;
	uint64_t count, at = 0;

	if (!system || memcmp(system, "IBI SYST", 8))
		return NULL;
	count = read64(system + SYSTEM_TABLE_COUNT);
	if (!count || count > ENTRIES_MOST)
		return NULL;
	entries = map(read64(system + SYSTEM_TABLE_ENTRIES),
		      count * ENTRY_SIZE);
	for (unsigned i = 0; entries && !at && i < SMBIOS_GUIDS; i++)
		at = find_table(entries, count, smbios_guid[i]);
	return at ? map(at, size) : NULL;
}
