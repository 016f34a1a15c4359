/* SPDX-License-Identifier: MIT */
/*
 * The tables that a UEFI firmware names in its system table (UEFI 2.10, 4.3 and
 * 4.6). They stay where they are when its boot services have ended. Pure.
 */
#ifndef KERNEL_FIRMWARE_EFI_H
#define KERNEL_FIRMWARE_EFI_H

#include "kernel/firmware/acpi.h"

/*
 * The entry point of SMBIOS, `size` bytes of it mapped, as the system table at
 * this address (0: there is none) names it; one of 64 bits before one of 32.
 * NULL where it names none, or is none itself.
 */
const void *efi_smbios(uint64_t system_table, size_t size, acpi_map_fn *map);

#endif
