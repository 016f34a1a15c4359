/* SPDX-License-Identifier: MIT */
#include "kernel/efi/interrupts.h"

#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

/* In the order in which they go back: what starts the timer is last. */
static const uint32_t kept_registers[] = {
	LAPIC_SVR, LAPIC_LDR, LAPIC_DFR, LAPIC_TPR, LAPIC_TIMER_DIVIDE,
	LAPIC_LVT_LINT0, LAPIC_LVT_LINT1, LAPIC_LVT_ERROR,
	LAPIC_LVT_COUNTERS, LAPIC_LVT_THERMAL, LAPIC_LVT_TIMER,
	LAPIC_TIMER_INITIAL,
};
#define KEPT (sizeof(kept_registers) / sizeof(kept_registers[0]))

#define LVTS_WITH_COUNTERS 5u /* entries: SDM 3A, 11.5.1 */
#define LVTS_WITH_THERMAL 6u
#define IN_SERVICE_WORDS 8u
#define DRAINS_MOST 256u      /* a vector each */
#define TIME_TO_TAKE 64u      /* instructions: what is pending comes at once */

static struct {
	uint64_t apic_base;
	uint32_t apic[KEPT];
	uint8_t master_mask, slave_mask;
} theirs;

static bool in_x2apic(uint64_t base)
{
	return base & IA32_APIC_BASE_EXTD;
}

/* DFR is gone in x2APIC mode, and LDR only read; not all have each LVT. */
static bool has(uint32_t reg, uint64_t base)
{
	uint32_t lvts = (lapic->read(LAPIC_VERSION) >>
			 LAPIC_VERSION_LVTS_SHIFT & 0xFF) + 1;

	if (reg == LAPIC_DFR || reg == LAPIC_LDR)
		return !in_x2apic(base);
	if (reg == LAPIC_LVT_COUNTERS)
		return lvts >= LVTS_WITH_COUNTERS;
	if (reg == LAPIC_LVT_THERMAL)
		return lvts >= LVTS_WITH_THERMAL;
	return true;
}

static void mask_8259(uint8_t master, uint8_t slave)
{
	outb(PIC_MASTER_DATA, master);
	outb(PIC_SLAVE_DATA, slave);
}

static bool in_service(void)
{
	for (unsigned i = 0; i < IN_SERVICE_WORDS; i++)
		if (lapic->read(LAPIC_ISR + i * LAPIC_IRR_STEP))
			return true;
	return false;
}

void efi_interrupts_end(void)
{
	for (unsigned i = 0; i < DRAINS_MOST && in_service(); i++)
		lapic_eoi();
}

void efi_interrupts_take(void)
{
	theirs.apic_base = rdmsr(MSR_IA32_APIC_BASE);
	theirs.master_mask = inb(PIC_MASTER_DATA);
	theirs.slave_mask = inb(PIC_SLAVE_DATA);
	/* Nobody has chosen yet: the mode that the firmware is in. */
	lapic_choose(LAPIC_XAPIC, theirs.apic_base & X86_PTE_ADDRESS);
	for (unsigned i = 0; i < KEPT; i++)
		if (has(kept_registers[i], theirs.apic_base))
			theirs.apic[i] = lapic->read(kept_registers[i]);
	efi_interrupts_end();
	efi_interrupts_silence();
}

void efi_interrupts_silence(void)
{
	mask_8259(PIC_MASK_ALL, PIC_MASK_ALL);
}

/*
 * A wake-up that is still pending would come to the firmware, which never ends a
 * vector that it does not know: its clock would stand (2 of 9 boots of three
 * cores). Our own handlers take it here.
 */
static void drain(void)
{
	lapic->write(LAPIC_LVT_TIMER, LAPIC_LVT_MASKED);
	lapic->write(LAPIC_TPR, 0);
	sti();
	for (unsigned i = 0; i < TIME_TO_TAKE; i++)
		cpu_relax();
	cli();
	efi_interrupts_end();
}

/* From x2APIC mode back to xAPIC the way leads through off (SDM 3A, 11.12.5). */
static void change_mode(void)
{
	if (in_x2apic(rdmsr(MSR_IA32_APIC_BASE)) &&
	    !in_x2apic(theirs.apic_base))
		wrmsr(MSR_IA32_APIC_BASE, theirs.apic_base &
		      ~(IA32_APIC_BASE_EN | IA32_APIC_BASE_EXTD));
	wrmsr(MSR_IA32_APIC_BASE, theirs.apic_base);
}

void efi_interrupts_give_back(void)
{
	const struct lapic_ops *ours = lapic;

	drain();
	change_mode();
	lapic = lapic_ops_of(in_x2apic(theirs.apic_base));
	for (unsigned i = 0; i < KEPT; i++)
		if (has(kept_registers[i], theirs.apic_base))
			lapic->write(kept_registers[i], theirs.apic[i]);
	lapic = ours;
	mask_8259(theirs.master_mask, theirs.slave_mask);
}
