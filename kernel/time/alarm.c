/* SPDX-License-Identifier: MIT */
#include "kernel/time/alarm.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/cpu/percpu.h"
#include "kernel/machine.h"
#include "kernel/memory/memory.h"
#include "kernel/minmax.h"
#include "kernel/time/clock.h"
#include "kernel/timers.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

#define TRIAL_MS 5u

/* What the firmware left. */
struct found {
	uint32_t configuration, timer;
	struct ioapic_entry entry;
};

static struct {
	struct ioapic_pin pin;
	uint32_t apic_id;
	struct found found;
	uint64_t hz;     /* counts a second */
	uint64_t longest; /* counts that one shot may take */
	bool wide;       /* of 64 bits, not 32 */
	bool there;

	bool armed;      /* atomic: an NMI may be its own */
	bool late;       /* atomic: one may come that was sent before the stop */
	uint64_t due;    /* of the counter */
	uint64_t rest;   /* counts after that one */
	void (*call)(void *arg);
	void *arg;
} alarm;

/* ---- the HPET's first timer ------------------------------------------------ */

static uint32_t hpet_read(uint32_t offset)
{
	return clock_hardware()->hpet_read(offset);
}

static void hpet_write(uint32_t offset, uint32_t value)
{
	clock_hardware()->hpet_write(offset, value);
}

/* Its halves are of one moment if the upper one has not changed. */
static uint64_t read_counter(void)
{
	uint32_t high, low;

	if (!alarm.wide)
		return hpet_read(HPET_COUNTER);
	do {
		high = hpet_read(HPET_COUNTER + 4);
		low = hpet_read(HPET_COUNTER);
	} while (hpet_read(HPET_COUNTER + 4) != high);
	return (uint64_t)high << 32 | low;
}

/* One shot, on an edge, by way of the I/O APIC. */
static void set_timer(bool interrupts)
{
	uint32_t timer = alarm.found.timer &
			 ~(HPET_TIMER_LEVEL | HPET_TIMER_INTERRUPT |
			   HPET_TIMER_PERIODIC | HPET_TIMER_MESSAGE |
			   HPET_TIMER_32BIT_MODE);

	if (!alarm.wide)
		timer |= HPET_TIMER_32BIT_MODE;
	if (interrupts)
		timer |= HPET_TIMER_INTERRUPT;
	hpet_write(HPET_TIMER0, timer);
}

static void set_pin(bool open)
{
	ioapic_write(&alarm.pin, ioapic_nmi(alarm.apic_id, !open));
}

/* Counts until it is due; 0: it is. */
static uint64_t counts_left(void)
{
	uint64_t left = alarm.due - read_counter();

	if (!alarm.wide)
		left = (uint32_t)left > INT32_MAX ? 0 : (uint32_t)left;
	return (int64_t)left > 0 ? left : 0;
}

/* ---- one alarm ------------------------------------------------------------- */

/* First the comparator, while nothing can come of half of it; the pin before the
 * timer, since a host may pause us in between, and an edge waits for nobody. */
static void set_comparator(uint64_t counts)
{
	uint64_t now = read_counter();
	uint64_t first = min_u64(counts, alarm.longest);

	alarm.due = now + first;
	alarm.rest = counts - first;
	hpet_write(HPET_COMPARATOR0, (uint32_t)alarm.due);
	if (alarm.wide)
		hpet_write(HPET_COMPARATOR0 + 4, (uint32_t)(alarm.due >> 32));
	atomic_store_relaxed(&alarm.late, false);
	atomic_store_relaxed(&alarm.armed, true);
	set_pin(true);
	set_timer(true);
}

/* One that comes from the first store on is not told: it finds nothing half done. */
void machine_alarm_stop(void)
{
	if (!atomic_load_relaxed(&alarm.armed))
		return;
	atomic_store_relaxed(&alarm.late, true);
	atomic_store_relaxed(&alarm.armed, false);
	set_pin(false);
	set_timer(false);
	if (counts_left())
		atomic_store_relaxed(&alarm.late, false);
}

bool machine_alarm_start(uint64_t ms, void (*call)(void *arg), void *arg)
{
	if (!alarm.there)
		return false;
	machine_alarm_stop();
	alarm.call = call;
	alarm.arg = arg;
	set_comparator(ms * alarm.hz / 1000);
	return true;
}

/* A counter of 32 bits may send one when it begins anew, too (2.3.9.2.1). It is
 * taken within a second, though a host may have kept it. */
static bool has_begun_anew(void)
{
	return !alarm.wide && read_counter() < alarm.hz;
}

/* In an NMI of core 0: was it the alarm's? */
static bool take(void)
{
	uint64_t left, rest;
	bool late = atomic_load_relaxed(&alarm.late);

	atomic_store_relaxed(&alarm.late, false);
	if (!atomic_load_relaxed(&alarm.armed))
		return late;
	left = counts_left();
	if (left && !has_begun_anew())
		return false;
	rest = left + alarm.rest;
	machine_alarm_stop();
	atomic_store_relaxed(&alarm.late, false); /* this is it */
	if (rest)
		set_comparator(rest);
	else
		alarm.call(alarm.arg);
	return true;
}

/* ---- whose it is ------------------------------------------------------------ */

static void take_over(void)
{
	hpet_write(HPET_CONFIGURATION, alarm.found.configuration |
		   HPET_CONFIGURATION_ENABLE | HPET_CONFIGURATION_LEGACY);
	set_timer(false);
	set_pin(false);
}

static void give_back(void)
{
	hpet_write(HPET_TIMER0, alarm.found.timer);
	hpet_write(HPET_CONFIGURATION, alarm.found.configuration);
	ioapic_write(&alarm.pin, alarm.found.entry);
}

void alarm_lend(void)
{
	machine_alarm_stop();
	if (alarm.there)
		give_back();
}

void alarm_take_back(void)
{
	if (alarm.there)
		take_over();
}

bool alarm_there(void)
{
	return alarm.there;
}

/* ---- is it there? ----------------------------------------------------------- */

static bool has_hardware(void)
{
	const struct machine_timer *hpet = machine_timer(MACHINE_HPET);

	if (hpet->missing || !alarm.pin.address ||
	    !memory_map_device(alarm.pin.address, IOAPIC_BYTES) ||
	    !ioapic_has(&alarm.pin) || alarm.apic_id > IOAPIC_ENTRY_ID_MOST)
		return false;
	alarm.hz = hpet->hz;
	return hpet_read(HPET_CAPABILITIES) & HPET_CAPABILITIES_LEGACY;
}

static bool in_use(const struct found *found)
{
	return found->timer & HPET_TIMER_INTERRUPT ||
	       found->configuration & HPET_CONFIGURATION_LEGACY;
}

static void look(void)
{
	alarm.found = (struct found){
		hpet_read(HPET_CONFIGURATION), hpet_read(HPET_TIMER0),
		ioapic_read(&alarm.pin) };
	alarm.wide = alarm.found.timer & HPET_TIMER_64BIT &&
		     hpet_read(HPET_CAPABILITIES) & HPET_CAPABILITIES_64BIT;
	alarm.longest = alarm.wide ? INT64_MAX : INT32_MAX;
}

static void note(void *came)
{
	atomic_store_relaxed((bool *)came, true);
}

/* Does one come where an interrupt would not? Within a second of the timer's. */
static bool comes(void)
{
	uint64_t begin = read_counter();
	bool came = false;

	machine_alarm_start(TRIAL_MS, note, &came);
	while (!atomic_load_relaxed(&came) &&
	       (uint32_t)(read_counter() - begin) < alarm.hz)
		;
	machine_alarm_stop();
	return came;
}

void alarm_init(const struct ioapic_pin *pin, bool kept)
{
	alarm.pin = *pin;
	alarm.apic_id = lapic->id();
	if (!has_hardware())
		return;
	look();
	if (kept && in_use(&alarm.found))
		return;
	take_over();
	alarm.there = true;
	this_cpu()->on_nmi = take;
	if (comes())
		return;
	alarm_lend();
	alarm.there = false;
}
