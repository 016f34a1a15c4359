/* SPDX-License-Identifier: MIT */
/*
 * The machine's cores after bring-up: their table, and how they sleep.
 */
#ifndef KERNEL_CPU_CORES_H
#define KERNEL_CPU_CORES_H

#include "kernel/cpu/percpu.h"
#include "kernel/machine.h"

/* Fills in what CPUID and MSRs tell of the calling core; its APIC ID is set. */
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

/* Measures the APIC timer against the time stamp: needs the clock. */
void cores_calibrate_timer(void);

/* What that found, in counts a second; 0: it does not count, or no clock. */
uint64_t cores_timer_hz(void);

/* APIC timer counts in so many ticks, at most what its register holds; 0 if it
 * could not be calibrated or less than one count is left. */
uint32_t cores_timer_counts(uint64_t ticks);

#endif
