/* SPDX-License-Identifier: MIT */
/* Which processors the firmware tells of, from every source that it has. */
#ifndef KERNEL_FIRMWARE_PROCESSORS_H
#define KERNEL_FIRMWARE_PROCESSORS_H

#include "kernel/firmware/acpi.h"
#include "kernel/machine.h"

struct processors {
	struct madt_core core[MACHINE_MAX_CORES];
	unsigned count;       /* entries of `core`, each APIC ID once */
	uint64_t lapic;       /* physical address of the local APIC's page */
	bool no_x2apic;       /* the firmware asks for xAPIC mode (DMAR) */
};

/*
 * Reads the MADT. Where it is missing, damaged or lists nobody, the MP tables
 * and what CPUID tells of each package complete the list, and a warning says
 * so. `floating` is the MP floating pointer structure, NULL where there is
 * none; boot_id the calling core's APIC ID. Boot core.
 */
void processors_read(struct processors *list, struct acpi *acpi,
		     const void *floating, uint32_t boot_id);

#endif
