/* SPDX-License-Identifier: MIT */
/*
 * The MP tables of machines without ACPI (Intel, "MultiProcessor
 * Specification", 1.4): which processors there are. Pure: memory is reached
 * through what is handed in, every length is checked.
 */
#ifndef KERNEL_FIRMWARE_MPTABLE_H
#define KERNEL_FIRMWARE_MPTABLE_H

#include "kernel/firmware/acpi.h"

#define MP_FLOATING_SIZE 16u

/* Looks for a floating pointer structure (4.1), whose checksum is right, at
 * each multiple of 16 in [start, start + length). NULL: there is none. */
const void *mp_scan(const void *start, size_t length);

/*
 * Enters the processors behind a floating pointer structure by madt_enter():
 * those of the configuration table (4.2), or the two of a default
 * configuration (ch. 5). *count is raised; *lapic gets the local APIC's
 * address. NULL, or what is wrong with the table: what was read up to there
 * counts.
 */
const char *mp_cores(const void *floating, acpi_map_fn *map,
		     struct madt_core *cores, unsigned *count, unsigned most,
		     uint64_t *lapic);

#endif
