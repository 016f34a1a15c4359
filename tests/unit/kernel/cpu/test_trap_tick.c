/* SPDX-License-Identifier: MIT */
/* kernel/cpu/trap.c: a tick that sends between two writes of another send. */
#include <stdlib.h>

#include "kernel/cpu/abandon.h"
#include "kernel/cpu/ipi.h"
#include "kernel/cpu/recall.h"
#include "kernel/cpu/trap_entry.h"
#include "kernel/x86/lapic.h"
#include "tests/unit/test.h"

#include "kernel/cpu/trap.c"

/* None of these is asked. */
const uint64_t trap_entries[VECTORS];

bool trap_trial_call(void (*attempt)(void *arg), void *arg, uint64_t *stack)
{
	(void)attempt, (void)arg, (void)stack;
	abort();
}

void trap_trial_fault(void)
{
	abort();
}

void ipi_taken(struct percpu *cpu)
{
	(void)cpu;
}

bool recall_take(struct percpu *cpu, struct trap_frame *frame)
{
	(void)cpu, (void)frame;
	return false;
}

bool abandon_take(struct percpu *cpu, struct trap_frame *frame)
{
	return recall_take(cpu, frame);
}

void abandon_take_own(struct percpu *cpu, struct trap_frame *frame)
{
	(void)cpu, (void)frame;
}

bool abandon_take_fault(struct percpu *cpu, struct trap_frame *frame,
			const char *name)
{
	(void)name;
	return recall_take(cpu, frame);
}

/* ---- a local APIC that keeps what was written to it ---------------------- */

static uint32_t destination, ended;

static void write_register(uint32_t offset, uint32_t value)
{
	(void)value;
	ended += offset == LAPIC_EOI;
}

static bool send_to(uint32_t apic_id, uint32_t command)
{
	(void)command;
	destination = apic_id << LAPIC_ICR_DESTINATION_SHIFT;
	return true;
}

static uint32_t read_destination(void)
{
	return destination;
}

static void write_destination(uint32_t value)
{
	destination = value;
}

static const struct lapic_ops keeps = {
	.write = write_register, .send = send_to,
	.destination = read_destination, .set_destination = write_destination };

static void tick_that_sends(void)
{
	CHECK_EQUAL(ended, 1); /* told before: it may not come back */
	lapic->send(3, LAPIC_ICR_NMI);
}

TEST(tick_that_sends_leaves_the_destination_of_a_send_it_interrupts)
{
	static struct percpu cpu;
	const struct lapic_ops *before = lapic;

	lapic = &keeps;
	ended = 0;
	cpu.on_tick = tick_that_sends;
	destination = 1u << LAPIC_ICR_DESTINATION_SHIFT;
	take_interrupt(&cpu, VECTOR_TICK);
	CHECK_EQUAL(destination, 1u << LAPIC_ICR_DESTINATION_SHIFT);
	cpu.on_tick = NULL;
	take_interrupt(&cpu, VECTOR_TICK); /* one that came late */
	CHECK_EQUAL(ended, 2);
	lapic = before;
}
