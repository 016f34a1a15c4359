/* SPDX-License-Identifier: MIT */
/* What machine_facts() tells of the bare machine. */
#ifndef KERNEL_FACTS_FACTS_H
#define KERNEL_FACTS_FACTS_H

#include "kernel/common/trust.h"
#include "kernel/firmware/multiboot.h"
#include "kernel/firmware/tables.h"

/*
 * Collects the facts, and warns where they speak against what is measured.
 * Once, on the boot core, when all others have started and the clock runs.
 * `boot` must outlive the run.
 */
void facts_collect(const struct boot_info *boot,
		   const struct trust_signs *signs,
		   const struct firmware_tables *tables);

#endif
