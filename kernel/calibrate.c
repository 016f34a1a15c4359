/* SPDX-License-Identifier: MIT */
#include "kernel/calibrate.h"

#include <stddef.h>

#include "kernel/x86/regs.h"

#define GATE_US 10000u         /* how long a counter is watched */
#define MICRO 1000000ull
#define NANO 1000000000ull
#define FEMTO_PER_NANO 1000000ull
#define PM_TIMER_24BIT 0x00FFFFFFu

/*
 * Reads of a counter that stands still before it counts as dead. A port read
 * takes about a microsecond on a real bus, some nanoseconds in an emulator.
 */
#define STUCK_READS 200000u

#define LOOKS 8u /* at a counter and the time stamp, at either end */

/* ---- sources that tell ------------------------------------------------- */

/* CPUID 15h: TSC = crystal x EBX / EAX (SDM 3B, 18.7.3). */
static uint64_t from_crystal(const struct clock_hardware *h)
{
	if (!h->crystal_denominator || !h->crystal_numerator || !h->crystal_hz)
		return 0;
	return (uint64_t)h->crystal_hz * h->crystal_numerator /
	       h->crystal_denominator;
}

static uint64_t from_hypervisor(const struct clock_hardware *h)
{
	return (uint64_t)h->hypervisor_khz * 1000;
}

static uint64_t from_base_frequency(const struct clock_hardware *h)
{
	return (uint64_t)h->base_mhz * MICRO;
}

/* ---- sources that are watched ------------------------------------------ */

typedef uint32_t counter_read(const struct clock_hardware *h);

/* A counter and the time stamp at one moment: the closest of some looks, as an
 * SMI, or an emulator's pause, may come between the two. */
struct moment {
	uint64_t tsc;
	uint32_t count;
};

static struct moment moment(const struct clock_hardware *h, counter_read *read)
{
	uint64_t least = UINT64_MAX;
	struct moment closest = { 0, 0 };

	for (unsigned i = 0; i < LOOKS; i++) {
		uint64_t before = h->tsc();
		uint32_t count = read(h);
		uint64_t apart = h->tsc() - before;

		if (apart < least) {
			least = apart;
			closest = (struct moment){ before + apart / 2, count };
		}
	}
	return closest;
}

/*
 * Lets a counter that wraps at `mask` run for `span` of its counts and
 * returns the ticks that took, scaled to the span; 0 if it stands still.
 */
static uint64_t ticks_over(const struct clock_hardware *h, counter_read *read,
			   uint32_t mask, uint64_t span)
{
	struct moment start = moment(h, read), end;
	uint32_t last = start.count, now;
	uint64_t passed = 0;
	unsigned stuck = 0;

	while (passed < span) {
		now = read(h);
		if (now == last) {
			if (++stuck == STUCK_READS)
				return 0;
			continue;
		}
		stuck = 0;
		passed += (now - last) & mask;
		last = now;
	}
	end = moment(h, read);
	passed += (end.count - last) & mask;
	return (end.tsc - start.tsc) * span / passed;
}

static uint32_t pm_timer_read(const struct clock_hardware *h)
{
	uint32_t mask = h->pm_timer_32bit ? UINT32_MAX : PM_TIMER_24BIT;

	return h->in32(h->pm_timer_port) & mask;
}

static uint64_t from_pm_timer(const struct clock_hardware *h)
{
	uint32_t mask = h->pm_timer_32bit ? UINT32_MAX : PM_TIMER_24BIT;
	uint64_t span = (uint64_t)PM_TIMER_HZ * GATE_US / MICRO;

	if (!h->pm_timer_port)
		return 0;
	return ticks_over(h, pm_timer_read, mask, span) * PM_TIMER_HZ / span;
}

static uint32_t hpet_read(const struct clock_hardware *h)
{
	return h->hpet_read(HPET_COUNTER);
}

static uint64_t from_hpet(const struct clock_hardware *h)
{
	uint32_t period, configuration;
	uint64_t span, ticks;

	if (!h->has_hpet)
		return 0;
	period = h->hpet_read(HPET_CAPABILITIES + 4); /* fs, upper half */
	if (!period || period > HPET_PERIOD_MAX)
		return 0;
	configuration = h->hpet_read(HPET_CONFIGURATION);
	h->hpet_write(HPET_CONFIGURATION,
		      configuration | HPET_CONFIGURATION_ENABLE);
	span = GATE_US * 1000 * FEMTO_PER_NANO / period;
	ticks = ticks_over(h, hpet_read, UINT32_MAX, span);
	h->hpet_write(HPET_CONFIGURATION, configuration);
	return ticks * NANO / (span * period / FEMTO_PER_NANO);
}

/* Channel 2 counts down once, gated by port B; OUT2 rises at zero. */
static uint64_t from_pit(const struct clock_hardware *h)
{
	uint32_t count = (uint64_t)PIT_HZ * GATE_US / MICRO;
	uint8_t port_b;
	uint64_t start, ticks = 0;

	if (!h->has_pit)
		return 0;
	port_b = h->in8(PORT_B);
	h->out8(PORT_B, (port_b & ~PORT_B_SPEAKER) | PORT_B_GATE2);
	h->out8(PIT_COMMAND, PIT_CHANNEL2_MODE0_LOHI);
	h->out8(PIT_CHANNEL2, count & 0xFF);
	h->out8(PIT_CHANNEL2, count >> 8);
	start = h->tsc();
	for (unsigned i = 0; i < STUCK_READS; i++) {
		if (h->in8(PORT_B) & PORT_B_OUT2) {
			ticks = i ? h->tsc() - start : 0; /* up already: dead */
			break;
		}
	}
	h->out8(PORT_B, port_b);
	return ticks * PIT_HZ / count;
}

/* ---- choice ------------------------------------------------------------ */

static const struct {
	const char *name;
	uint64_t (*hz)(const struct clock_hardware *h);
} source[] = {
	{ "cpuid-15h", from_crystal },
	{ "hypervisor", from_hypervisor },
	{ "hpet", from_hpet },
	{ "pm-timer", from_pm_timer },
	{ "pit", from_pit },
	{ "cpuid-16h", from_base_frequency },
};

static uint32_t difference_ppm(uint64_t a, uint64_t b)
{
	uint64_t ppm = (a > b ? a - b : b - a) * MICRO / a;

	return ppm > UINT32_MAX ? UINT32_MAX : (uint32_t)ppm;
}

struct clock_result clock_calibrate(const struct clock_hardware *h)
{
	struct clock_result result = { .source = "none" };

	for (unsigned i = 0; i < sizeof(source) / sizeof(source[0]); i++) {
		uint64_t hz = source[i].hz(h);

		if (!hz)
			continue;
		if (result.sources == 0) {
			result.hz = hz;
			result.source = source[i].name;
		} else if (result.sources == 1) {
			result.spread_ppm = difference_ppm(result.hz, hz);
			result.spread_known = true;
		}
		result.sources++;
	}
	return result;
}
