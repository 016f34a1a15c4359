/* SPDX-License-Identifier: MIT */
/* kernel/efi/interrupts.c: what the firmware gets back of its local APIC. */
#include <string.h>

#define efi_interrupts_take apart_interrupts_take
#define efi_interrupts_silence apart_interrupts_silence
#define efi_interrupts_give_back apart_interrupts_give_back
#define efi_interrupts_end apart_interrupts_end
#include "kernel/efi/interrupts.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define REGISTERS 0x400u
#define WRITES_MOST 64u
#define LVTS_OF_ALL 6u
#define ITS_COUNT 12345u
#define ITS_TIMER 0x20u /* a vector that only the firmware knows */

static struct {
	uint32_t is[REGISTERS];
	uint32_t order[WRITES_MOST];  /* offsets, as they are written */
	unsigned writes;
	uint64_t base;
	bool on;                 /* interrupts */
	bool pending;            /* a wake-up */
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
	if (offset == LAPIC_EOI)
		it.left_in_service -= it.left_in_service > 0;
	it.is[offset] = value;
	if (it.writes < WRITES_MOST)
		it.order[it.writes++] = offset;
}

static const struct lapic_ops fake_apic = {
	.read = read_apic, .write = write_apic };

/* What is pending comes as soon as it may. */
static void let_in(void)
{
	it.on = true;
	it.pending &= it.is[LAPIC_TPR] != 0;
}

static void fake_out(uint16_t port, uint8_t value)
{
	it.masks[port == PIC_SLAVE_DATA] = value;
}

#define sti let_in
#define cli() ((void)(it.on = false))
#define rdmsr(msr) (it.base + 0 * (msr))
#define wrmsr(msr, value) ((void)(msr), (void)(it.base = (value)))
#define inb(port) it.masks[(port) == PIC_SLAVE_DATA]
#define outb fake_out
#define lapic_choose(wish, address) ((void)(address), (lapic = &fake_apic))
#define lapic_ops_of(x2apic) ((void)(x2apic), &fake_apic)
#include "kernel/efi/interrupts.c"

static const struct lapic_ops *real;

/* The firmware's APIC and 8259 pair are taken; then we use them as we do. */
static void take_and_use(void)
{
	real = lapic;
	memset(&it, 0, sizeof(it));
	it.base = IA32_APIC_BASE_EN;
	it.masks[0] = 0xB8;
	it.masks[1] = 0x8E;
	for (unsigned i = 0; i < KEPT; i++)
		it.is[kept_registers[i]] = 0x100 + i;
	it.is[LAPIC_LVT_TIMER] = ITS_TIMER;
	it.is[LAPIC_TIMER_INITIAL] = ITS_COUNT;
	efi_interrupts_take();
	CHECK_EQUAL(it.masks[0] & it.masks[1], PIC_MASK_ALL);
	for (unsigned i = 0; i < KEPT; i++)
		it.is[kept_registers[i]] = 0x700;
	it.writes = 0;
}

TEST(efi_gets_its_apic_and_its_8259_back)
{
	take_and_use();
	efi_interrupts_give_back();
	CHECK_EQUAL(it.masks[0], 0xB8);
	CHECK_EQUAL(it.masks[1], 0x8E);
	for (unsigned i = 0; i < KEPT - 2; i++)
		CHECK_EQUAL(it.is[kept_registers[i]], 0x100 + i);
	CHECK_EQUAL(it.is[LAPIC_LVT_TIMER], ITS_TIMER);
	lapic = real;
}

TEST(efi_gets_its_timer_s_count_back_last)
{
	take_and_use();
	efi_interrupts_give_back();
	CHECK_EQUAL(it.is[LAPIC_TIMER_INITIAL], ITS_COUNT);
	CHECK_EQUAL(it.order[it.writes - 1], LAPIC_TIMER_INITIAL);
	lapic = real;
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
	lapic = real;
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
	lapic = real;
}
