/* SPDX-License-Identifier: MIT */
/*
 * Privileged and special instructions, one function each. Only kernel/ may
 * include this; sched/ and bench/ ask machine.h.
 */
#ifndef KERNEL_X86_INSN_H
#define KERNEL_X86_INSN_H

#include <stdint.h>

static inline void outb(uint16_t port, uint8_t value)
{
	__asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline void outw(uint16_t port, uint16_t value)
{
	__asm__ volatile("outw %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline void outl(uint16_t port, uint32_t value)
{
	__asm__ volatile("outl %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline uint8_t inb(uint16_t port)
{
	uint8_t value;

	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

static inline uint32_t inl(uint16_t port)
{
	uint32_t value;

	__asm__ volatile("inl %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

static inline uint64_t rdmsr(uint32_t msr)
{
	uint32_t low, high;

	__asm__ volatile("rdmsr"
			 : "=a"(low), "=d"(high) : "c"(msr) : "memory");
	return (uint64_t)high << 32 | low;
}

static inline void wrmsr(uint32_t msr, uint64_t value)
{
	__asm__ volatile("wrmsr" : : "c"(msr), "a"((uint32_t)value),
			 "d"((uint32_t)(value >> 32)) : "memory");
}

struct cpuid { uint32_t eax, ebx, ecx, edx; };

static inline struct cpuid cpuid(uint32_t leaf, uint32_t subleaf)
{
	struct cpuid r;

	__asm__ volatile("cpuid"
			 : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx)
			 : "a"(leaf), "c"(subleaf) : "memory");
	return r;
}

static inline uint64_t read_cr0(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr0, %0" : "=r"(value));
	return value;
}

static inline void write_cr0(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr0" : : "r"(value) : "memory");
}

static inline uint64_t read_cr2(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr2, %0" : "=r"(value));
	return value;
}

static inline uint64_t read_cr3(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr3, %0" : "=r"(value));
	return value;
}

static inline void write_cr3(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr3" : : "r"(value) : "memory");
}

static inline uint64_t read_cr4(void)
{
	uint64_t value;

	__asm__ volatile("mov %%cr4, %0" : "=r"(value));
	return value;
}

static inline void write_cr4(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr4" : : "r"(value) : "memory");
}

/* Not privileged; needs CR4.OSXSAVE. */
static inline uint64_t xgetbv(uint32_t index)
{
	uint32_t low, high;

	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(index));
	return (uint64_t)high << 32 | low;
}

static inline void xsetbv(uint32_t index, uint64_t value)
{
	__asm__ volatile("xsetbv" : : "c"(index), "a"((uint32_t)value),
			 "d"((uint32_t)(value >> 32)) : "memory");
}

static inline void invlpg(uint64_t address)
{
	__asm__ volatile("invlpg (%0)" : : "r"(address) : "memory");
}

/* Writes all caches back and empties them. */
static inline void wbinvd(void)
{
	__asm__ volatile("wbinvd" : : : "memory");
}

/* What was stored before is out of the write-combining buffers. */
static inline void sfence(void)
{
	__asm__ volatile("sfence" : : : "memory");
}

/* A word at any address: below 4 KiB, C takes a pointer for a mistake. */
static inline uint16_t read_word_at(uintptr_t address)
{
	uint16_t value;

	__asm__ volatile("movw (%1), %0" : "=r"(value) : "r"(address));
	return value;
}

/*
 * Lets interrupts in and halts, with no gap between the two: STI holds them
 * off for one more instruction (SDM 2B, STI), so one that is pending ends
 * the HLT instead of being lost before it.
 */
static inline void sti_hlt_cli(void)
{
	__asm__ volatile("sti\n\thlt\n\tcli" : : : "memory");
}

/* Interrupts in, and out again: for who spins and is to be interrupted. */
static inline void sti(void)
{
	__asm__ volatile("sti" : : : "memory");
}

static inline void cli(void)
{
	__asm__ volatile("cli" : : : "memory");
}

/* The task priority: of the APIC's interrupts those above it get through. */
static inline void write_cr8(uint64_t value)
{
	__asm__ volatile("mov %0, %%cr8" : : "r"(value) : "memory");
}

/* Watches the cache line of the address, for the next MWAIT. */
static inline void monitor(const void *address)
{
	__asm__ volatile("monitor" : : "a"(address), "c"(0), "d"(0)
			 : "memory");
}

/* Sleeps until the line is stored to or an interrupt comes; STI's delay
 * serves as in sti_hlt_cli(), so none that is pending comes too early. */
static inline void sti_mwait_cli(uint32_t hint)
{
	__asm__ volatile("sti\n\tmwait\n\tcli" : : "a"(hint), "c"(0)
			 : "memory");
}

/* Halts for good; an NMI comes back here. */
_Noreturn static inline void halt_for_ever(void)
{
	for (;;)
		__asm__ volatile("cli\n\thlt" : : : "memory");
}

#endif
