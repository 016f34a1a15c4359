/* SPDX-License-Identifier: MIT */
/*
 * Bring-up of the other cores: INIT-SIPI-SIPI (SDM 3A, 9.4.4) with every wait
 * bounded and overlapping, one slow retry, and a name for each core that does
 * not answer.
 */
#ifndef KERNEL_CPU_SMP_H
#define KERNEL_CPU_SMP_H

#include <stdint.h>

#include "kernel/cpu/percpu.h"
#include "kernel/firmware/acpi.h"
#include "kernel/machine.h"

/* What boot/trampoline.asm finds at the end of its page. */
struct trampoline_args {
	uint32_t cr0, cr3, cr4, efer; /* the boot core's, for exact copies */
	uint16_t gdt_limit;           /* the operand of LGDT, six bytes ... */
	uint32_t gdt_base;
	uint32_t entry;               /* the operand of a far jump: offset ... */
	uint16_t entry_selector;      /* ... and selector */
} __attribute__((packed));

/*
 * A core moves its slot INVITED -> ARRIVED by compare-exchange and only then
 * owns the stack in it; one that finds anything else came too late and parks.
 */
enum slot_state {
	SLOT_EMPTY, SLOT_INVITED, SLOT_ARRIVED, SLOT_READY, SLOT_WITHDRAWN,
};

struct smp_slot {
	uint32_t apic_id;
	uint32_t state;          /* atomic, enum slot_state */
	uint64_t stack_top;
	struct percpu *cpu;
};

/* Read by boot/trampoline.asm. */
extern struct smp_slot smp_slots[MACHINE_MAX_CORES];
extern uint32_t smp_slot_count;

/*
 * Starts every enabled core of the list but the calling one, whose percpu is
 * boot. Fills the machine's table of cores (kernel/cpu/cores.h).
 * trampoline_page: physical, below 1 MiB, 0 if there was none. node_of tells
 * the memory node of an APIC ID, -1 where unknown.
 */
void smp_start(const struct madt_core *listed, unsigned count,
	       struct percpu *boot, uint64_t trampoline_page,
	       int (*node_of)(uint32_t apic_id));

/* Where a started core enters C, on its own stack. Called by the trampoline. */
_Noreturn void smp_core_main(struct smp_slot *slot);

#endif
