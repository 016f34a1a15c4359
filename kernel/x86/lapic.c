/* SPDX-License-Identifier: MIT */
#include "kernel/x86/lapic.h"

#include <stddef.h>

#include "kernel/atomic.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

#define SEND_MS 10u /* until an IPI counts as stuck */

/* The ID above each is the broadcast: INIT to it would reset all cores. */
#define XAPIC_ID_MOST 0xFEu
#define X2APIC_ID_MOST 0xFFFFFFFEu

static volatile uint8_t *xapic_page;

/* ---- xAPIC: a page of registers, 8-bit IDs ----------------------------- */

static uint32_t xapic_read(uint32_t offset)
{
	return *(volatile uint32_t *)(xapic_page + offset);
}

static void xapic_write(uint32_t offset, uint32_t value)
{
	*(volatile uint32_t *)(xapic_page + offset) = value;
}

static uint32_t xapic_id(void)
{
	return xapic_read(LAPIC_ID) >> LAPIC_ID_SHIFT;
}

static const struct lapic_ops xapic_ops;

static bool pending(void)
{
	return xapic_read(LAPIC_ICR_LOW) & LAPIC_ICR_PENDING;
}

static bool xapic_send(uint32_t apic_id, uint32_t command)
{
	uint64_t begin = 0;

	/* A fault this early has no other core to stop. And a wider ID would
	 * be cut to another core's: 256 to our own. */
	if (!xapic_page || apic_id > xapic_ops.id_most)
		return false;
	while (pending()) {
		if (!begin) /* most often no clock is read */
			begin = tsc_read();
		if (tsc_read() - begin > ticks_of_ms(SEND_MS) && pending())
			return false;
		cpu_relax();
	}
	/* The write of the low half sends: the destination goes first. */
	xapic_write(LAPIC_ICR_HIGH, apic_id << LAPIC_ICR_DESTINATION_SHIFT);
	xapic_write(LAPIC_ICR_LOW, command);
	return true;
}

static uint32_t xapic_destination(void)
{
	return xapic_read(LAPIC_ICR_HIGH);
}

static void xapic_set_destination(uint32_t destination)
{
	xapic_write(LAPIC_ICR_HIGH, destination);
}

static const struct lapic_ops xapic_ops = {
	.name = "xapic", .id_most = XAPIC_ID_MOST, .read = xapic_read, .write = xapic_write,
	.id = xapic_id, .send = xapic_send, .destination = xapic_destination,
	.set_destination = xapic_set_destination,
};

/* ---- x2APIC: MSRs, 32-bit IDs ------------------------------------------ */

static uint32_t x2apic_msr(uint32_t offset)
{
	return MSR_X2APIC_BASE + (offset >> LAPIC_X2_SHIFT);
}

static uint32_t x2apic_read(uint32_t offset)
{
	return (uint32_t)rdmsr(x2apic_msr(offset));
}

static void x2apic_write(uint32_t offset, uint32_t value)
{
	wrmsr(x2apic_msr(offset), value);
}

static uint32_t x2apic_id(void)
{
	return x2apic_read(LAPIC_ID);
}

static bool x2apic_send(uint32_t apic_id, uint32_t command)
{
	/*
	 * WRMSR to the ICR is not serialising (SDM 3A, 11.12.3): without a
	 * fence the target could be woken before our stores are visible.
	 */
	__asm__ volatile("mfence\n\tlfence" : : : "memory");
	wrmsr(x2apic_msr(LAPIC_ICR_LOW), (uint64_t)apic_id << 32 | command);
	return true;
}

static uint32_t x2apic_destination(void)
{
	return 0;
}

static void x2apic_set_destination(uint32_t destination)
{
	(void)destination;
}

static const struct lapic_ops x2apic_ops = {
	.name = "x2apic", .id_most = X2APIC_ID_MOST, .read = x2apic_read, .write = x2apic_write,
	.id = x2apic_id, .send = x2apic_send, .destination = x2apic_destination,
	.set_destination = x2apic_set_destination,
};

/* ---- public ------------------------------------------------------------ */

const struct lapic_ops *lapic = &xapic_ops;

const char *lapic_choose(enum lapic_wish wish, uint64_t address)
{
	bool on = rdmsr(MSR_IA32_APIC_BASE) & IA32_APIC_BASE_EXTD;
	bool offered = cpuid(CPUID_FEATURES, 0).ecx & CPUID_1_ECX_X2APIC;
	bool want = wish == LAPIC_X2APIC || (wish == LAPIC_AUTO && offered);

	xapic_page = (volatile uint8_t *)address;
	lapic = on || (want && offered) ? &x2apic_ops : &xapic_ops;
	if (wish == LAPIC_XAPIC && on)
		return "the firmware left the machine in x2APIC mode, "
		       "which cannot be left again";
	if (wish == LAPIC_X2APIC && !on && !offered)
		return "the processor has no x2APIC";
	return NULL;
}

const struct lapic_ops *lapic_ops_of(bool x2apic)
{
	return x2apic ? &x2apic_ops : &xapic_ops;
}

void lapic_enable(void)
{
	static const uint32_t lvt[] = {
		LAPIC_LVT_TIMER, LAPIC_LVT_LINT0, LAPIC_LVT_LINT1,
		LAPIC_LVT_ERROR,
	};
	uint64_t base = rdmsr(MSR_IA32_APIC_BASE) | IA32_APIC_BASE_EN;

	/* EXTD must be on before any x2APIC MSR is touched: they fault else. */
	wrmsr(MSR_IA32_APIC_BASE, base);
	if (lapic == &x2apic_ops)
		wrmsr(MSR_IA32_APIC_BASE, base | IA32_APIC_BASE_EXTD);
	for (unsigned i = 0; i < sizeof(lvt) / sizeof(lvt[0]); i++)
		lapic->write(lvt[i], LAPIC_LVT_MASKED);
	lapic->write(LAPIC_SVR, LAPIC_SVR_ENABLE | VECTOR_SPURIOUS);
	lapic->write(LAPIC_TPR, VECTOR_TPR);
	lapic->write(LAPIC_TIMER_DIVIDE, LAPIC_TIMER_DIVIDE_1);
	lapic_eoi(); /* one the firmware may have left in service */
}

void lapic_eoi(void)
{
	lapic->write(LAPIC_EOI, 0);
}

static void set_timer(uint32_t vector, uint32_t count)
{
	lapic->write(LAPIC_LVT_TIMER, count ? vector : LAPIC_LVT_MASKED);
	lapic->write(LAPIC_TIMER_INITIAL, count);
}

void lapic_timer(uint32_t count)
{
	set_timer(VECTOR_WAKE, count);
}

void lapic_timer_tick(uint32_t count)
{
	set_timer(VECTOR_TICK, count);
}

void lapic_only_ticks(bool only)
{
	write_cr8((only ? VECTOR_TPR_TICK : VECTOR_TPR) >>
		  VECTOR_TPR_CR8_SHIFT);
}
