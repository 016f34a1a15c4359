/* SPDX-License-Identifier: MIT */
/*
 * The tables that the firmware left in memory, found and read once: ACPI's, and
 * the MP tables of machines without.
 */
#ifndef KERNEL_FIRMWARE_TABLES_H
#define KERNEL_FIRMWARE_TABLES_H

#include "kernel/firmware/acpi.h"
#include "kernel/firmware/processors.h"

struct firmware_tables {
	struct acpi acpi;
	struct fadt_facts fadt;
	struct processors processors;
};

/*
 * Reads them all. rsdp: the boot loader's, NULL where it has none, and the
 * BIOS's places are searched. Boot core, while page 0 is still mapped.
 */
struct firmware_tables *firmware_tables_read(const void *rsdp,
					     acpi_map_fn *map);

/* The memory node of an APIC ID; -1 where unknown. After the above. */
int firmware_node_of(uint32_t apic_id);

#endif
