/* SPDX-License-Identifier: MIT */
/*
 * SMBIOS (DSP0134 3.7): who made the machine, its board and its firmware.
 * Serial numbers and the UUID are never read. Pure: memory is reached through
 * the map function or handed over, every length is checked.
 */
#ifndef KERNEL_FIRMWARE_SMBIOS_H
#define KERNEL_FIRMWARE_SMBIOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/firmware/acpi.h"

/* NULL where unknown, or where the maker left a placeholder. */
struct smbios_names {
	const char *maker, *product; /* of the machine */
	const char *board;           /* its product name */
	const char *firmware;        /* maker, version and date */
};

/* Bytes that may be read of an entry point: those of the longer kind. */
#define SMBIOS_ENTRY_ROOM 31u

/* Where the structures lie, as an entry point tells. */
struct smbios_table {
	uint64_t address;
	size_t length;    /* bytes; of a 64-bit entry point the most there are */
	unsigned count;   /* of structures; 0: their end is marked */
};

/*
 * Looks for an entry point at each multiple of 16 in [start, start + length),
 * a 64-bit one first; NULL: there is none that is right.
 */
const void *smbios_scan(const void *start, size_t length);

/* Reads an entry point of either kind; false where it is damaged. */
bool smbios_entry(const void *entry, size_t room, struct smbios_table *table);

/*
 * Reads the names out of `length` bytes of structures, at most `count` of them
 * (0: up to their end's mark). NULL, or what is wrong: what was read up to
 * there counts. The texts are kept for the run, those of the last call.
 */
const char *smbios_read(const uint8_t *structures, size_t length,
			unsigned count, struct smbios_names *names);

/*
 * All of that: from what the loader copied of the structures or of their entry
 * point (copy, of so many bytes), else from the entry point (NULL: there is
 * none). Damage becomes a warning. Boot core.
 */
void smbios_ask(const void *copy, size_t copy_length, const void *entry,
		acpi_map_fn *map, struct smbios_names *names);

#endif
