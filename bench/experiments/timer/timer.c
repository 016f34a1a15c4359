/* SPDX-License-Identifier: MIT */
/*
 * What it costs to read the time, and how fine the clock is: every way to
 * read the time stamp counter, from the one that may move among its
 * neighbours to the one that waits for everything; and the machine's other
 * counters: what a read costs that leaves the core, for a port or for a device's
 * memory.
 */
#include "bench/experiments/timer/timer.h"

#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

/* A way's timed body, the same read with its stamps kept, and the rest. */
#define WAY(name, prepare, read, timer)                                      \
	__attribute__((noinline)) static void                                \
	timer_##name(struct cell *cell, unsigned core, uint64_t count)       \
	{                                                                    \
		prepare;                                                     \
		(void)cell;                                                  \
		(void)core;                                                  \
		while (count--)                                              \
			(void)read;                                          \
	}                                                                    \
	__attribute__((noinline)) static void                                \
	take_##name(uint64_t *stamp, unsigned count)                         \
	{                                                                    \
		prepare;                                                     \
		for (unsigned i = 0; i < count; i++)                         \
			stamp[i] = read;                                     \
	}                                                                    \
	static const struct timer_way way_##name = { timer_##name,           \
						     take_##name, timer };

WAY(plain, , tsc_read(), NULL)
WAY(lfence, , tsc_start(), NULL)
WAY(rdtscp, , tsc_read_rdtscp(), NULL)
WAY(rdtscp_lfence, , tsc_stop_rdtscp(), NULL)
WAY(cpuid, , tsc_read_cpuid(), NULL)

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
	WAY(name, uint64_t (*read)(void) = device_##name()->read, read(),    \
	    device_##name)

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

#define CHECKED 1000u

/* No way to read the time may ever see it go back. */
static bool validate_forward(struct cell *cell)
{
	const struct timer_way *way = cell->variant->what;
	uint64_t stamp[CHECKED];

	way->take(stamp, CHECKED);
	cell->checked = CHECKED;
	for (unsigned i = 1; i < CHECKED; i++)
		if (stamp[i] < stamp[i - 1])
			return false;
	return true;
}

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

static const char *no_rdtscp(unsigned cores)
{
	(void)cores;
	return machine_clock()->has_rdtscp ? NULL : "CPUID has no RDTSCP";
}

#define ROW(row, way, text, ...)                                             \
	{                                                                    \
		.name = row, .per = "read", .summary = text,                 \
		.least_batch = 2, .most_cores = 1,                           \
		.what = &way_##way, .body = timer_##way, __VA_ARGS__         \
	}

#define DEVICE_ROW(name, text)                                               \
	ROW(#name, name, text, .unfit = unfit_##name,                        \
	    .enter = begin_timer, .leave = end_timer,                        \
	    .validate = validate_pace,                                       \
	    .property = "keeps the pace of the time stamp")

#define FORWARD                                                              \
	.validate = validate_forward,                                        \
	.property = "no stamp below the one before"

const struct variant timer_rows[TIMER_ROWS] = {
	DEVICE_ROW(hpet, "HPET: low half of its main counter, in memory"),
	DEVICE_ROW(pmtimer, "ACPI's power management timer: one port read"),
	DEVICE_ROW(pit, "PIT: channel 2 latched and read, three port accesses"),
	DEVICE_ROW(lapic, "local APIC: its timer's current count"),
	ROW("rdtsc", plain, "RDTSC alone: may move among its neighbours",
	    FORWARD),
	ROW("rdtsc/lfence", lfence,
	    "LFENCE, RDTSC: waits for all that came before", FORWARD),
	ROW("rdtsc/rdtscp", rdtscp, "RDTSCP: the same in one instruction",
	    FORWARD, .unfit = no_rdtscp),
	ROW("rdtsc/rdtscp/lfence", rdtscp_lfence,
	    "RDTSCP, LFENCE: lets nothing begin before it, too",
	    FORWARD, .unfit = no_rdtscp),
	ROW("rdtsc/cpuid", cpuid,
	    "CPUID, RDTSC: serialised; leaves a virtual machine", FORWARD),
};

ROWS(timer, timer_rows);
