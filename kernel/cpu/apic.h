/* SPDX-License-Identifier: MIT */
/* The boot core's local APIC, in the mode that the option apic= asks for. */
#ifndef KERNEL_CPU_APIC_H
#define KERNEL_CPU_APIC_H

#include <stdint.h>

/* Chooses the mode for all cores and switches the calling core's APIC on.
 * address: of the xAPIC page. A wish not granted is a warning. Boot core. */
void apic_start(uint64_t address);

#endif
