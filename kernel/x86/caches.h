/* SPDX-License-Identifier: MIT */
/* The calling core's caches, as CPUID tells of them. */
#ifndef KERNEL_X86_CACHES_H
#define KERNEL_X86_CACHES_H

#include "kernel/machine.h"

struct cpu_cache {
	struct machine_cache facts; /* but `shared` */
	unsigned id_bits; /* cores whose APIC IDs differ in these low bits
			   * alone share it */
};

/* At most `most`, in CPUID's order. Returns how many; 0: it does not tell. */
unsigned cpu_caches(struct cpu_cache *cache, unsigned most);

#endif
