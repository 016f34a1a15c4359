/* SPDX-License-Identifier: MIT */
/*
 * The machine's cores after bring-up: their table.
 */
#ifndef KERNEL_CPU_CORES_H
#define KERNEL_CPU_CORES_H

#include "kernel/cpu/percpu.h"
#include "kernel/machine.h"

/* Fills in what CPUID and MSRs tell of the calling core, but its microcode; its
 * APIC ID is set. */
void cores_describe(struct percpu *cpu);

/* Enters a started core under the next index; the boot core first. */
void cores_add_started(struct percpu *cpu, int node);

/* Enters a core that is listed but does not run, after the started ones. */
void cores_add_other(uint32_t apic_id, enum core_state state,
		     const char *reason, int node);

/* A started core's struct. */
struct percpu *cores_started(unsigned core);

/* Entries in the table, started or not. */
unsigned cores_listed(void);

#endif
