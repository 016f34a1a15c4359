/* SPDX-License-Identifier: MIT */
/*
 * Reading the time stamp counter (SDM vol. 3B, 18.17; vol. 2, RDTSC, RDTSCP,
 * LFENCE). Unprivileged: these compile into the image and into a Linux
 * program alike. The unit is the TSC tick, never a core cycle.
 */
#ifndef KERNEL_TSC_H
#define KERNEL_TSC_H

#include <stdint.h>

/* Unordered read, for deadlines and waits. */
static inline uint64_t tsc_read(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}

/*
 * Start of a timed region: LFENCE lets all earlier instructions complete
 * first. The clobber keeps the compiler from moving memory accesses over it.
 */
static inline uint64_t tsc_start(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence\n\trdtsc"
			 : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

/*
 * End of a timed region: RDTSCP waits for all earlier instructions, LFENCE
 * keeps later ones from starting before the read.
 */
static inline uint64_t tsc_stop_rdtscp(void)
{
	uint32_t low, high, aux;

	__asm__ volatile("rdtscp\n\tlfence"
			 : "=a"(low), "=d"(high), "=c"(aux) : : "memory");
	return (uint64_t)high << 32 | low;
}

/* The same where CPUID 8000_0001h EDX[27] (RDTSCP) is clear. */
static inline uint64_t tsc_stop_lfence(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence\n\trdtsc\n\tlfence"
			 : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

/* RDTSCP alone: later instructions may start before the read. */
static inline uint64_t tsc_read_rdtscp(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtscp" : "=a"(low), "=d"(high) : : "rcx", "memory");
	return (uint64_t)high << 32 | low;
}

/* The way before LFENCE was known to do; costs an exit under a hypervisor. */
static inline uint64_t tsc_read_cpuid(void)
{
	uint32_t low, high;

	__asm__ volatile("xorl %%eax, %%eax\n\tcpuid\n\trdtsc"
			 : "=a"(low), "=d"(high) : : "rbx", "rcx", "memory");
	return (uint64_t)high << 32 | low;
}

#endif
