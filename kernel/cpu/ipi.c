/* SPDX-License-Identifier: MIT */
#include "kernel/cpu/ipi.h"

#include "kernel/atomic.h"
#include "kernel/cpu/cores.h"
#include "kernel/interrupts.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

#define COMMAND (LAPIC_ICR_FIXED | LAPIC_ICR_ASSERT | VECTOR_IPI)

void ipi_taken(struct percpu *cpu)
{
	cpu->ipi_stamp = tsc_start();
	/* R1: pairs with A1 in machine_ipis(): the stamp is there. */
	atomic_store_release(&cpu->ipis, cpu->ipis + 1);
}

const char *machine_ipi_missing(void)
{
	return NULL;
}

void machine_ipi(unsigned core)
{
	lapic->send(cores_started(core)->local.apic_id, COMMAND);
}

void machine_ipi_others(void)
{
	lapic->send(0, COMMAND | LAPIC_ICR_ALL_BUT_SELF); /* no destination */
}

uint64_t machine_ipis(unsigned core)
{
	/* A1: pairs with R1 in ipi_taken(). */
	return atomic_load_acquire(&cores_started(core)->ipis);
}

uint64_t machine_ipi_stamp(unsigned core)
{
	return cores_started(core)->ipi_stamp;
}

void machine_listen_begin(void)
{
	sti();
}

void machine_listen_end(void)
{
	cli();
}
