/* SPDX-License-Identifier: MIT */
#include "kernel/cpu/segments.h"

#include <stddef.h>

#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

struct table_register {
	uint16_t limit;
	uint64_t base;
} __attribute__((packed));

/* A TSS descriptor takes two GDT entries (SDM 3A, figure 8-4). */
static void describe_tss(uint64_t entry[2], const struct tss *tss)
{
	uint64_t base = (uint64_t)tss;

	entry[0] = (sizeof(*tss) - 1) |
		   (base & 0xFFFFFF) << 16 |
		   (uint64_t)GDT_TSS_AVAILABLE << 40 |
		   (base >> 24 & 0xFF) << 56;
	entry[1] = base >> 32;
}

void segments_load(struct percpu *cpu)
{
	struct table_register gdtr = { sizeof(cpu->gdt) - 1,
				       (uint64_t)cpu->gdt };

	cpu->local.self = &cpu->local;
	cpu->gdt[GDT_CODE64 / 8] = GDT_CODE64_DESCRIPTOR;
	cpu->gdt[GDT_DATA / 8] = GDT_DATA_DESCRIPTOR;
	describe_tss(&cpu->gdt[GDT_TSS / 8], &cpu->tss);
	for (unsigned i = 0; i < IST_STACKS; i++)
		cpu->tss.ist[i] = (uint64_t)cpu->ist[i] + IST_STACK_SIZE;
	cpu->tss.io_map = sizeof(cpu->tss); /* no I/O bitmap */

	/* Selectors keep their values: the boot GDT has the same layout. */
	__asm__ volatile("lgdt %0" : : "m"(gdtr) : "memory");
	__asm__ volatile("ltr %w0" : : "r"(GDT_TSS) : "memory");
	wrmsr(MSR_IA32_GS_BASE, (uint64_t)cpu);
}

/* By its GDT, which lies in it. */
struct percpu *segments_restore_gs(void)
{
	struct table_register gdtr;
	uint64_t cpu;

	__asm__ volatile("sgdt %0" : "=m"(gdtr));
	cpu = gdtr.base - offsetof(struct percpu, gdt);
	wrmsr(MSR_IA32_GS_BASE, cpu);
	return (struct percpu *)cpu;
}
