/* SPDX-License-Identifier: MIT */
/*
 * The counters that calibrate the time stamp, and the APIC's timer, to be
 * read by experiments (machine_timer()).
 */
#include "kernel/time/apic_timer.h"
#include "kernel/time/clock.h"
#include "kernel/ticks.h"
#include "kernel/timers.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

#define FEMTO 1000000000000000ull

/* One that stands still for so long counts as dead: the slowest, of 1.19 MHz,
 * has counted 11,931 by then. */
#define TRIAL_MS 10u

/* ---- HPET -------------------------------------------------------------- */

static uint32_t hpet_configuration;

static uint32_t hpet_period(void)
{
	return clock_hardware()->hpet_read(HPET_CAPABILITIES + 4);
}

static void hpet_begin(void)
{
	const struct clock_hardware *h = clock_hardware();

	hpet_configuration = h->hpet_read(HPET_CONFIGURATION);
	h->hpet_write(HPET_CONFIGURATION,
		      hpet_configuration | HPET_CONFIGURATION_ENABLE);
}

static uint64_t hpet_count(void)
{
	return clock_hardware()->hpet_read(HPET_COUNTER);
}

static void hpet_end(void)
{
	clock_hardware()->hpet_write(HPET_CONFIGURATION, hpet_configuration);
}

static const char *hpet_missing(struct machine_timer *timer)
{
	uint32_t period;

	if (!clock_hardware()->has_hpet)
		return "ACPI lists no HPET";
	period = hpet_period();
	if (!period || period > HPET_PERIOD_MAX)
		return "the HPET claims an impossible period";
	timer->hz = FEMTO / period;
	return NULL;
}

/* ---- ACPI PM timer: runs all the time ---------------------------------- */

static void pm_leave(void)
{
}

static uint64_t pm_count(void)
{
	return inl(clock_hardware()->pm_timer_port);
}

static const char *pm_missing(struct machine_timer *timer)
{
	if (!clock_hardware()->pm_timer_port)
		return "ACPI names no port of a PM timer";
	if (!clock_hardware()->pm_timer_32bit)
		timer->mask = PM_TIMER_24BIT;
	return NULL;
}

/* ---- PIT, channel 2: channel 0 is left as the firmware set it ---------- */

static uint8_t pit_port_b;

static void pit_begin(void)
{
	pit_port_b = inb(PORT_B);
	outb(PORT_B, (pit_port_b & ~PORT_B_SPEAKER) | PORT_B_GATE2);
	outb(PIT_COMMAND, PIT_CHANNEL2_MODE2_LOHI);
	outb(PIT_CHANNEL2, 0); /* 0 stands for 65536 */
	outb(PIT_CHANNEL2, 0);
}

static uint64_t pit_count(void)
{
	uint32_t left;

	outb(PIT_COMMAND, PIT_CHANNEL2_LATCH);
	left = inb(PIT_CHANNEL2);
	left |= (uint32_t)inb(PIT_CHANNEL2) << 8;
	return -left & PIT_MASK;
}

static void pit_end(void)
{
	outb(PORT_B, pit_port_b);
}

/* ---- local APIC: no interrupt, and from its largest count again -------- */

static void apic_begin(void)
{
	lapic->write(LAPIC_LVT_TIMER,
		     LAPIC_LVT_MASKED | LAPIC_LVT_PERIODIC | VECTOR_WAKE);
	lapic->write(LAPIC_TIMER_INITIAL, UINT32_MAX);
}

static uint64_t apic_count(void)
{
	return UINT32_MAX - lapic->read(LAPIC_TIMER_CURRENT);
}

static void apic_end(void)
{
	lapic_timer(0);
}

static const char *apic_missing(struct machine_timer *timer)
{
	timer->hz = apic_timer_hz();
	return NULL;
}

/* ---- which of them are there ------------------------------------------- */

static struct machine_timer timers[MACHINE_TIMERS] = {
	[MACHINE_HPET] = { .mask = UINT32_MAX, .begin = hpet_begin,
			   .read = hpet_count, .end = hpet_end },
	[MACHINE_PM_TIMER] = { .hz = PM_TIMER_HZ, .mask = UINT32_MAX,
			       .begin = pm_leave, .read = pm_count,
			       .end = pm_leave },
	[MACHINE_PIT] = { .hz = PIT_HZ, .mask = PIT_MASK, .begin = pit_begin,
			  .read = pit_count, .end = pit_end },
	[MACHINE_LAPIC_TIMER] = { .mask = UINT32_MAX, .each_core = true,
				  .begin = apic_begin, .read = apic_count,
				  .end = apic_end },
};

static const char *stands_still(const struct machine_timer *timer)
{
	uint64_t begin, first;
	bool late, stands;

	timer->begin();
	first = timer->read();
	begin = tsc_read();
	do { /* the clock first: a host may pause us between the two */
		late = tsc_read() - begin >= ticks_of_ms(TRIAL_MS);
		stands = timer->read() == first;
	} while (stands && !late);
	timer->end();
	return stands ? "it stands still: there is none, or it is off" : NULL;
}

static void try_all(void)
{
	static const char *(*const missing[MACHINE_TIMERS])(
		struct machine_timer *timer) = {
		[MACHINE_HPET] = hpet_missing,
		[MACHINE_PM_TIMER] = pm_missing,
		[MACHINE_LAPIC_TIMER] = apic_missing,
	};

	for (unsigned i = 0; i < MACHINE_TIMERS; i++) {
		if (missing[i])
			timers[i].missing = missing[i](&timers[i]);
		if (!timers[i].missing)
			timers[i].missing = stands_still(&timers[i]);
	}
}

const struct machine_timer *machine_timer(enum machine_timer_kind kind)
{
	static bool tried;

	if (!tried)
		try_all();
	tried = true;
	return &timers[kind];
}
