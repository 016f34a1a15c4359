/* SPDX-License-Identifier: MIT */
/* kernel/efi/interrupts.c: what the firmware gets back of its local APIC. */
#include "kernel/efi/interrupts.h"

#include <string.h>

#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define REGISTERS 0x400u
#define LVTS_OF_ALL 6u

static struct {
	uint32_t is[REGISTERS];
	uint32_t last;       /* offset that was written */
	bool on;             /* interrupts */
	bool pending;        /* a wake-up */
	unsigned left_in_service;
	uint8_t masks[2];
} it;

static uint32_t read_apic(uint32_t offset)
{
	if (offset == LAPIC_VERSION)
		return (LVTS_OF_ALL - 1) << LAPIC_VERSION_LVTS_SHIFT;
	if (offset == LAPIC_ISR)
		return it.left_in_service > 0;
	return it.is[offset];
}

static void write_apic(uint32_t offset, uint32_t value)
{
	if (offset == LAPIC_EOI && CHECK(it.left_in_service))
		it.left_in_service--;
	it.is[offset] = value;
	it.last = offset;
}

static const struct lapic_ops fake_apic = {
	.read = read_apic, .write = write_apic };

/* What is pending comes as soon as it may. */
static void let_in(void)
{
	it.on = true;
	it.pending &= it.is[LAPIC_TPR] != 0;
}

static void shut_out(void)
{
	it.on = false;
}

static uint8_t fake_in(uint16_t port)
{
	return it.masks[port == PIC_SLAVE_DATA];
}

static void fake_out(uint16_t port, uint8_t value)
{
	it.masks[port == PIC_SLAVE_DATA] = value;
}

#define lapic_choose(wish, address) ((void)(address), (lapic = &fake_apic))
#define lapic_ops_of(x2apic) ((void)(x2apic), &fake_apic)
#include "kernel/efi/interrupts.c"

/* The firmware's APIC and 8259 pair are taken; then we use them as we do. */
static void take_and_use(void)
{
	fake_insn.in8 = fake_in;
	fake_insn.out8 = fake_out;
	fake_insn.let_in = let_in;
	fake_insn.shut_out = shut_out;
	memcpy(it.masks, "\xB8\x8E", 2);
	for (unsigned i = 0; i < KEPT; i++)
		it.is[kept_registers[i]] = 0x100 + i;
	efi_interrupts_take();
	CHECK_EQUAL(it.masks[0] & it.masks[1], PIC_MASK_ALL);
	for (unsigned i = 0; i < KEPT; i++)
		it.is[kept_registers[i]] = 0x700;
}

/* The timer's count comes last, as it starts the timer. */
TEST(efi_gets_its_apic_and_its_8259_back)
{
	take_and_use();
	efi_interrupts_give_back();
	CHECK(!memcmp(it.masks, "\xB8\x8E", 2));
	for (unsigned i = 0; i < KEPT; i++)
		CHECK_EQUAL(it.is[kept_registers[i]], 0x100 + i);
	CHECK_EQUAL(it.last, LAPIC_TIMER_INITIAL);
}

TEST(efi_gets_no_wake_up_that_is_pending_and_nothing_in_service)
{
	take_and_use();
	it.pending = true;
	it.left_in_service = 3;
	efi_interrupts_give_back();
	CHECK(!it.pending);
	CHECK(!it.on);
	CHECK_EQUAL(it.left_in_service, 0);
}

TEST(efi_leaves_nothing_in_service_when_it_is_left_in_the_middle)
{
	take_and_use();
	it.left_in_service = 2;
	efi_interrupts_end();
	CHECK_EQUAL(it.left_in_service, 0);
	it.left_in_service = 2; /* at its arrival */
	efi_interrupts_take();
	CHECK_EQUAL(it.left_in_service, 0);
}
