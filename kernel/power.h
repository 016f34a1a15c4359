/* SPDX-License-Identifier: MIT */
/* The end of a run: leave the emulator, switch off, restart or stay. */
#ifndef KERNEL_POWER_H
#define KERNEL_POWER_H

#include "kernel/acpi.h"

/* Remembers what the FADT says. Before machine_stop(). */
void power_init(const struct fadt_facts *fadt);

#endif
