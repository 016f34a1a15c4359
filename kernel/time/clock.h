/* SPDX-License-Identifier: MIT */
/* The machine's clock facts: calibrated once at boot, then only read. */
#ifndef KERNEL_TIME_CLOCK_H
#define KERNEL_TIME_CLOCK_H

#include "kernel/common/calibrate.h"
#include "kernel/firmware/acpi.h"

/*
 * Calibrates the time stamp counter (kernel/common/calibrate.h) with what ACPI says
 * there is. Boot core. machine_clock() holds from here on.
 */
void clock_init(struct acpi *acpi, const struct fadt_facts *fadt);

/* What clock_init() found to calibrate with. */
const struct clock_hardware *clock_hardware(void);

/*
 * Measures how far the cores' stamps are apart; after they have started. A
 * stamp that contradicts the order of events becomes a warning.
 */
void clock_compare_cores(void);

#endif
