/* SPDX-License-Identifier: MIT */
/*
 * kernel/x86/insn.h, whose privileged instructions are the test's: it sets them
 * in fake_insn. CPUID and the registers of tests/unit/fake_cpu.h are there
 * without it.
 */
#ifndef TESTS_UNIT_KERNEL_X86_INSN_H
#define TESTS_UNIT_KERNEL_X86_INSN_H

#include_next "kernel/x86/insn.h"

extern struct fake_insn {
	uint8_t (*in8)(uint16_t port);
	void (*out8)(uint16_t port, uint8_t value);
	void (*out16)(uint16_t port, uint16_t value);
	uint64_t (*read_msr)(uint32_t msr);
	void (*write_msr)(uint32_t msr, uint64_t value);
	struct cpuid (*ask_cpu)(uint32_t leaf, uint32_t subleaf);
	uint16_t (*word_at)(uintptr_t address);
	uint64_t cr0, cr3, cr4;
	void (*set_cr0)(uint64_t value), (*set_cr3)(uint64_t value);
	void (*flush_caches)(void), (*let_in)(void), (*shut_out)(void);
} fake_insn;

#define inb fake_insn.in8
#define outb fake_insn.out8
#define outw fake_insn.out16
#define rdmsr fake_insn.read_msr
#define wrmsr fake_insn.write_msr
#define cpuid(leaf, subleaf) fake_insn.ask_cpu(leaf, subleaf)
#define read_word_at fake_insn.word_at
#define read_cr0() fake_insn.cr0
#define read_cr3() fake_insn.cr3
#define read_cr4() fake_insn.cr4
#define write_cr0 fake_insn.set_cr0
#define write_cr3 fake_insn.set_cr3
#define invlpg(address) ((void)(address))
#define wbinvd fake_insn.flush_caches
#define sti fake_insn.let_in
#define cli fake_insn.shut_out

#endif
