/* SPDX-License-Identifier: MIT */
/* The end of a run: leave the emulator, switch off, restart or stay. */
#ifndef KERNEL_ENDING_STOP_H
#define KERNEL_ENDING_STOP_H

#include "kernel/firmware/acpi.h"

/* Remembers what the FADT says. Before machine_stop(). */
void stop_init(const struct fadt_facts *fadt);

#endif
