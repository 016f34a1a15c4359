/* SPDX-License-Identifier: MIT */
/* kernel/cpu/trap.c: a tick that sends between two writes of another send. */
#include "kernel/cpu/abandon.h"
#include "kernel/cpu/ipi.h"
#include "kernel/cpu/recall.h"
#include "kernel/cpu/trap_entry.h"
#include "kernel/x86/lapic.h"
#include "tests/unit/test.h"

/* None of these is asked, or linked. */
#pragma weak trap_entries
#pragma weak trap_trial_call
#pragma weak trap_trial_fault
#pragma weak ipi_taken
#pragma weak recall_take
#pragma weak abandon_take
#pragma weak abandon_take_own
#pragma weak abandon_take_fault
#include "kernel/cpu/trap.c"

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
