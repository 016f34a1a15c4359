/* SPDX-License-Identifier: MIT */
#include "kernel/cpu/trap.h"

#include <stddef.h>

#include "kernel/cpu/abandon.h"
#include "kernel/cpu/ipi.h"
#include "kernel/cpu/percpu.h"
#include "kernel/cpu/recall.h"
#include "kernel/cpu/segments.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"
#include "kernel/x86/step.h"

struct gate { /* SDM 3A, figure 6-8 */
	uint16_t offset_low, selector;
	uint8_t ist, type;
	uint16_t offset_middle;
	uint32_t offset_high, reserved;
};

/* boot/traps.asm */
extern const uint64_t trap_entries[VECTORS];

static struct gate idt[VECTORS] __attribute__((aligned(16)));
static void (*report_fault)(const struct trap_frame *frame);

static uint8_t stack_of(unsigned vector)
{
	if (vector == VECTOR_NMI)
		return IST_NMI;
	if (vector == VECTOR_MACHINE_CHECK)
		return IST_MACHINE_CHECK;
	return vector < VECTOR_EXCEPTIONS ? IST_FAULT : IST_INTERRUPT;
}

void trap_init(void (*fault)(const struct trap_frame *frame))
{
	report_fault = fault;
	for (unsigned v = 0; v < VECTORS; v++) {
		uint64_t entry = trap_entries[v];

		idt[v] = (struct gate){
			.offset_low = (uint16_t)entry,
			.offset_middle = (uint16_t)(entry >> 16),
			.offset_high = (uint32_t)(entry >> 32),
			.selector = GDT_CODE64,
			.ist = stack_of(v),
			.type = IDT_GATE_INTERRUPT,
		};
	}
}

void trap_load(void)
{
	struct {
		uint16_t limit;
		uint64_t base;
	} __attribute__((packed)) idtr = { sizeof(idt) - 1, (uint64_t)idt };

	__asm__ volatile("lidt %0" : : "m"(idtr) : "memory");
}

/* ---- trials ------------------------------------------------------------ */

bool trap_trial(void (*attempt)(void *arg), void *arg)
{
	struct percpu *cpu = this_cpu();
	bool ok = trap_trial_call(attempt, arg, &cpu->trial_stack);

	cpu->trial_stack = 0;
	return ok;
}

/* ---- names ---- --------------------------------------------------------- */

static const char *const exception_name[VECTOR_EXCEPTIONS] = {
	"divide error", "debug", "NMI", "breakpoint", "overflow",
	"bound range", "invalid opcode", "no x87", "double fault",
	"x87 segment", "invalid TSS", "segment not present", "stack fault",
	"general protection", "page fault", "reserved", "x87 error",
	"alignment check", "machine check", "SIMD error",
	"virtualisation", "control protection",
};

const char *trap_name(uint64_t vector)
{
	return exception_name[vector] ?: "reserved exception";
}

/* ---- dispatch ---------------------------------------------------------- */

/* The PIC is masked; what it still sends is spurious and needs no EOI. */
static bool from_pic(uint64_t vector)
{
	return vector == VECTOR_PIC + VECTOR_PIC_SPURIOUS ||
	       vector == VECTOR_PIC + 8 + VECTOR_PIC_SPURIOUS;
}

/* It may send, and may have come between the two writes of another send. */
static void tick(struct percpu *cpu)
{
	uint32_t destination = lapic->destination();

	cpu->on_tick();
	lapic->set_destination(destination);
}

static void take_interrupt(struct percpu *cpu, uint64_t vector)
{
	if (vector == VECTOR_SPURIOUS || from_pic(vector))
		return; /* no EOI (SDM 3A, 11.9) */
	if (vector == VECTOR_IPI)
		ipi_taken(cpu);
	else if (vector != VECTOR_WAKE && vector != VECTOR_TICK)
		cpu->unexpected++; /* told in the core's record */
	lapic_eoi();
	if (vector == VECTOR_TICK && cpu->on_tick)
		tick(cpu);
}

static void after_tick(struct percpu *cpu, struct trap_frame *frame)
{
	recall_take(cpu, frame);
	abandon_take_own(cpu, frame);
}

/*
 * Some that came for one core may be taken as one: then another is on its way
 * still, or never comes. What goes home comes last: it has the last word.
 */
static bool take_nmi(struct percpu *cpu, struct trap_frame *frame)
{
	bool alarmed = cpu->on_nmi && cpu->on_nmi();
	bool recalled = recall_take(cpu, frame);
	bool called = abandon_take(cpu, frame);
	bool late = cpu->home.late;

	if (alarmed)
		abandon_take_own(cpu, frame);
	cpu->home.late = alarmed + recalled + called > 1;
	return alarmed || recalled || called || late;
}

/* What the machine itself suffers is nobody's body's fault. */
static bool is_fatal(uint64_t vector)
{
	return vector == VECTOR_NMI || vector == VECTOR_MACHINE_CHECK;
}

static void take_exception(struct percpu *cpu, struct trap_frame *frame)
{
	if (frame->vector == VECTOR_NMI && take_nmi(cpu, frame))
		return;
	if (frame->vector == VECTOR_DEBUG && cpu->on_step) {
		if (!cpu->on_step((const uint8_t *)frame->rip))
			frame->rflags &= ~RFLAGS_TF;
		return;
	}
	if (cpu->trial_stack && !is_fatal(frame->vector)) {
		frame->rsp = cpu->trial_stack;
		frame->rip = (uint64_t)trap_trial_fault;
		return;
	}
	if (!is_fatal(frame->vector) &&
	    abandon_take_fault(cpu, frame, trap_name(frame->vector)))
		return;
	report_fault(frame);
}

void trap_dispatch(struct trap_frame *frame)
{
	struct percpu *cpu;

	if (frame->vector < VECTOR_EXCEPTIONS) {
		take_exception(segments_restore_gs(), frame);
		return;
	}
	cpu = this_cpu();
	take_interrupt(cpu, frame->vector);
	if (frame->vector == VECTOR_TICK)
		after_tick(cpu, frame);
}
