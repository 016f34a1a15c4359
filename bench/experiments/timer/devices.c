/* SPDX-License-Identifier: MIT */
#include "bench/experiments/timer/timer.h"

#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

/* A row's timed body, the same read with what it gives kept, and the rest. */
#define DEVICE(name, kind)                                                   \
	static const struct machine_timer *device_##name(void)               \
	{                                                                    \
		return machine_timer(kind);                                  \
	}                                                                    \
	static const char *unfit_##name(unsigned cores)                      \
	{                                                                    \
		(void)cores;                                                 \
		return device_##name()->missing;                             \
	}                                                                    \
	__attribute__((noinline)) static void                                \
	timer_##name(struct cell *cell, unsigned core, uint64_t count)       \
	{                                                                    \
		uint64_t (*read)(void) = device_##name()->read;              \
									     \
		(void)cell;                                                  \
		(void)core;                                                  \
		while (count--)                                              \
			(void)read();                                        \
	}                                                                    \
	__attribute__((noinline)) static void                                \
	take_##name(uint64_t *stamp, unsigned count)                         \
	{                                                                    \
		uint64_t (*read)(void) = device_##name()->read;              \
									     \
		for (unsigned i = 0; i < count; i++)                         \
			stamp[i] = read();                                   \
	}                                                                    \
	static const struct timer_way way_##name = { timer_##name,           \
						     take_##name,            \
						     device_##name };

DEVICE(hpet, MACHINE_HPET)
DEVICE(pmtimer, MACHINE_PM_TIMER)
DEVICE(pit, MACHINE_PIT)
DEVICE(lapic, MACHINE_LAPIC_TIMER)

static const struct machine_timer *timer_of(const struct cell *cell)
{
	const struct timer_way *way = cell->variant->what;

	return way->timer();
}

static void begin_timer(struct cell *cell, unsigned core)
{
	(void)core;
	timer_of(cell)->begin();
}

static void end_timer(struct cell *cell, unsigned core)
{
	(void)core;
	timer_of(cell)->end();
}

/* ---- validation --------------------------------------------------------- */

/* Each twice as long as the last: what interrupts at an end, between the reads
 * of the two clocks, weighs half as much. */
#define TRIES 6u

/*
 * Reads for some milliseconds; true if the counter goes on by as much, within
 * an eighth, as it does by its frequency. One step back is nearly a whole turn,
 * and shows as well.
 */
static bool keeps_pace(const struct machine_timer *timer, uint64_t ms,
		       uint64_t *reads)
{
	uint64_t start = tsc_read(), ticks;
	uint64_t last = timer->read(), now, counted = 0, due;

	do {
		now = timer->read();
		counted += (now - last) & timer->mask;
		last = now;
		++*reads;
		ticks = tsc_read() - start;
	} while (ticks < ticks_of_ms(ms));
	due = ticks / 1000 * timer->hz / ticks_of_ms(1);
	return counted > due - due / 8 && counted < due + due / 8;
}

static bool validate_pace(struct cell *cell)
{
	const struct machine_timer *timer = timer_of(cell);
	bool ok = false;

	if (!ticks_known() || !timer->hz)
		return true; /* nothing to compare with: not proven */
	timer->begin();
	for (unsigned i = 0; i < TRIES && !ok; i++)
		ok = keeps_pace(timer, 1u << i, &cell->checked);
	timer->end();
	return ok;
}

/* ---- rows --------------------------------------------------------------- */

#define PACE "keeps the pace of the time stamp"

#define ROW(row, text)                                                       \
	{                                                                    \
		.name = #row, .per = "read", .summary = text,                \
		.least_batch = 2, .most_cores = 1, .unfit = unfit_##row,     \
		.enter = begin_timer, .leave = end_timer,                    \
		.validate = validate_pace, .property = PACE,                 \
		.what = &way_##row, .body = timer_##row,                     \
	}

const struct variant timer_devices[] = {
	ROW(hpet, "HPET: low half of its main counter, in memory"),
	ROW(pmtimer, "ACPI's power management timer: one port read"),
	ROW(pit, "PIT: channel 2 latched and read, three port accesses"),
	ROW(lapic, "local APIC: its timer's current count"),
};
const unsigned timer_device_count =
	sizeof(timer_devices) / sizeof(timer_devices[0]);

ROWS(timer, timer_devices);
