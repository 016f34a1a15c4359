/* SPDX-License-Identifier: MIT */
/*
 * Not linked: compiled to assembly, from which the Makefile makes
 * offsets.inc, so that NASM and C share every number without typing it twice.
 */
#include <stddef.h>

#include "kernel/console/font.h"
#include "kernel/cpu/percpu.h"
#include "kernel/cpu/smp.h"
#include "kernel/cpu/trap_entry.h"
#include "kernel/efi/world.h"
#include "kernel/firmware/multiboot.h"
#include "kernel/x86/regs.h"

#define DEFINE(name, value) \
	__asm__ volatile("\n@define " #name " %0" : : "i"((uint64_t)(value)))
#define SAME(name) \
	__asm__ volatile("\n@define " #name " %0" : : "i"((uint64_t)(name)))

#define FRAME(name) \
	DEFINE(TRAP_FRAME_##name, offsetof(struct trap_frame, name))

#define WORLD(name) \
	DEFINE(WORLD_##name, offsetof(struct world, name))

void offsets(void);
void offsets_of_worlds(void);
void offsets_of_devices(void);

void offsets_of_devices(void)
{
	SAME(VGA_TEXT);
	SAME(VGA_WHITE_ON_RED);
	SAME(UART_COM1);
	SAME(UART_CLOCK);
	SAME(UART_DATA);
	SAME(UART_IER);
	SAME(UART_LCR);
	SAME(UART_LCR_8N1);
	SAME(UART_LCR_DLAB);
	SAME(UART_LSR);
	SAME(UART_LSR_THRE);
	SAME(UART_PATIENCE);
	SAME(UART_BAUD);
	SAME(DEBUG_EXIT);
	SAME(DEBUG_EXIT_FAILED);
}

void offsets_of_worlds(void)
{
	SAME(X86_CR4_PCIDE);
	SAME(X86_CR4_CET);
	SAME(X86_CR4_OSXSAVE);
	SAME(MSR_IA32_PAT);
	SAME(MSR_IA32_FS_BASE);
	SAME(MSR_IA32_GS_BASE);
	SAME(MSR_IA32_KERNEL_GS_BASE);
	WORLD(fxsave);
	WORLD(cr0); WORLD(cr3); WORLD(cr4); WORLD(efer); WORLD(pat);
	WORLD(fs_base); WORLD(gs_base); WORLD(kernel_gs_base); WORLD(xcr0);
	WORLD(gdtr); WORLD(idtr);
	WORLD(cs); WORLD(ds); WORLD(es); WORLD(fs); WORLD(gs); WORLD(ss);
	WORLD(ldtr); WORLD(tr);
}

void offsets(void)
{
	SAME(PVH_BOOT_MAGIC);
	SAME(MULTIBOOT2_BOOT_MAGIC);
	SAME(MULTIBOOT2_FRAMEBUFFER);
	SAME(FRAMEBUFFER_RGB);
	SAME(FONT_WIDTH);
	SAME(FONT_HEIGHT);
	SAME(X86_CR0_PE);
	SAME(X86_CR0_MP);
	SAME(X86_CR0_ET);
	SAME(X86_CR0_NE);
	SAME(X86_CR0_WP);
	SAME(X86_CR0_PG);
	SAME(X86_CR4_PAE);
	SAME(X86_CR4_MCE);
	SAME(X86_PTE_PRESENT);
	SAME(X86_PTE_WRITE);
	SAME(X86_PDE_LARGE);
	SAME(X86_PAGE_SIZE);
	SAME(X86_LARGE_PAGE_SIZE);
	SAME(X86_TABLE_ENTRIES);
	SAME(GDT_CODE64);
	SAME(GDT_DATA);
	SAME(GDT_CODE64_DESCRIPTOR);
	SAME(GDT_DATA_DESCRIPTOR);
	SAME(MSR_IA32_EFER);
	SAME(IA32_EFER_LME);
	SAME(CPUID_FEATURES);
	SAME(CPUID_1_EBX_APIC_ID_SHIFT);
	SAME(CPUID_TOPOLOGY);
	SAME(CPUID_EXTENDED);
	SAME(CPUID_EXTENDED_FEATURES);
	SAME(CPUID_81_EDX_LM);
	SAME(CPUID_1_EDX_SSE2);
	SAME(VECTORS);
	SAME(CORE_STACK_SIZE);

	DEFINE(TRAMPOLINE_CR0, offsetof(struct trampoline_args, cr0));
	DEFINE(TRAMPOLINE_CR3, offsetof(struct trampoline_args, cr3));
	DEFINE(TRAMPOLINE_CR4, offsetof(struct trampoline_args, cr4));
	DEFINE(TRAMPOLINE_EFER, offsetof(struct trampoline_args, efer));
	DEFINE(TRAMPOLINE_GDTR, offsetof(struct trampoline_args, gdt_limit));
	DEFINE(TRAMPOLINE_ENTRY, offsetof(struct trampoline_args, entry));
	DEFINE(TRAMPOLINE_ARGS_SIZE, sizeof(struct trampoline_args));

	DEFINE(SLOT_APIC_ID, offsetof(struct smp_slot, apic_id));
	DEFINE(SLOT_STATE, offsetof(struct smp_slot, state));
	DEFINE(SLOT_STACK, offsetof(struct smp_slot, stack_top));
	DEFINE(SLOT_SIZE, sizeof(struct smp_slot));
	DEFINE(SLOT_STATE_INVITED, SLOT_INVITED);
	DEFINE(SLOT_STATE_ARRIVED, SLOT_ARRIVED);

	FRAME(rax); FRAME(rbx); FRAME(rcx); FRAME(rdx);
	FRAME(rsi); FRAME(rdi); FRAME(rbp);
	FRAME(r8); FRAME(r9); FRAME(r10); FRAME(r11);
	FRAME(r12); FRAME(r13); FRAME(r14); FRAME(r15);
	FRAME(vector); FRAME(error); FRAME(rip);
}
