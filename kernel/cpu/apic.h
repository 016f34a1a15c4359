/* SPDX-License-Identifier: MIT */
/* The boot core's local APIC, in the mode that the option apic= asks for. */
#ifndef KERNEL_CPU_APIC_H
#define KERNEL_CPU_APIC_H

#include <stdbool.h>
#include <stdint.h>

/* Chooses the mode for all cores and switches the calling core's APIC on.
 * address: of the xAPIC page; opted_out: firmware wants no x2APIC, and gets none
 * unless the option asks for it. A wish not granted is a warning. Boot core. */
void apic_start(uint64_t address, bool opted_out);

#endif
