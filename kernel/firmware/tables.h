/* SPDX-License-Identifier: MIT */
/*
 * The tables that the firmware left in memory, found and read once: ACPI's,
 * the MP tables of machines without, and the names in SMBIOS.
 */
#ifndef KERNEL_FIRMWARE_TABLES_H
#define KERNEL_FIRMWARE_TABLES_H

#include "kernel/firmware/acpi.h"
#include "kernel/firmware/multiboot.h"
#include "kernel/firmware/processors.h"
#include "kernel/firmware/smbios.h"

struct firmware_tables {
	struct acpi acpi;
	struct fadt_facts fadt;
	struct processors processors;
	struct smbios_names names;
	struct ioapic_pin timer_pin; /* of address 0 where none is known */
};

/*
 * Reads them all. Where the boot loader tells of none, the BIOS's places are
 * searched. Boot core, while page 0 is still mapped.
 */
struct firmware_tables *firmware_tables_read(const struct boot_info *boot,
					     acpi_map_fn *map);

/* The memory node of an APIC ID; -1 where unknown. After the above. */
int firmware_node_of(uint32_t apic_id);

#endif
