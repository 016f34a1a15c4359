/* SPDX-License-Identifier: MIT */
/* What CPUID says of the calling core, never read beyond its ranges. */
#ifndef KERNEL_X86_CPU_H
#define KERNEL_X86_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/x86/insn.h"

/* A leaf; all zeros where its range (basic, hypervisor, extended) ends
 * before it: an Intel processor would answer with its last leaf's data. */
struct cpuid cpu_leaf(uint32_t leaf, uint32_t subleaf);

/*
 * Lifts the limit that firmware may have set on the calling core's CPUID for
 * old systems (SDM 4, IA32_MISC_ENABLE[22]): every 64-bit Intel processor has
 * the bit. A hypervisor's processor is left alone. Privileged.
 */
void cpu_unlimit(void);

/* Whether a limit stands: the features tell of leaves beyond the last basic
 * one, or that is leaf 0. Writes the last one either way. */
bool cpu_limited(uint32_t *last);

/* How many bits a physical address has; 36 where CPUID does not say (SDM 3A,
 * 4.1.4). */
unsigned cpu_address_bits(void);

/* True if the vendor's twelve letters are these. */
bool cpu_is(const char vendor[12]);

/* The brand string, leading blanks removed; "" where there is none. */
#define CPU_BRAND_SIZE 49
void cpu_brand(char brand[CPU_BRAND_SIZE]);

/* The hypervisor's twelve letters; "" where the hypervisor bit is clear. */
#define CPU_HYPERVISOR_SIZE 13
void cpu_hypervisor(char name[CPU_HYPERVISOR_SIZE]);

/* Where the calling core sits; -1 where CPUID does not say. */
struct cpu_place {
	int package, die;
	int module;       /* of the die: cores that share a cache, by Intel */
	int core_id;      /* of the die */
	int thread;
	const char *type; /* "performance", "efficiency", "uniform" */
};

/* The calling core's APIC ID, before its APIC is set up. */
uint32_t cpu_apic_id(void);

/*
 * APIC IDs of all cores in that core's package, as leaf 0Bh of the calling
 * core counts them; at most `most`. Returns how many, 0 without the leaf.
 */
unsigned cpu_package_ids(uint32_t apic_id, uint32_t *ids, unsigned most);

/* The calling core's place, by its APIC ID and CPUID's field widths. */
struct cpu_place cpu_place(uint32_t apic_id);

#endif
