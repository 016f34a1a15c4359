/* SPDX-License-Identifier: MIT */
#include "kernel/common/calibrate.h"

#include <stddef.h>

#include "kernel/x86/regs.h"

#define GATE_US 10000u         /* how long a counter is watched */
#define MICRO 1000000ull
#define FEMTO 1000000000000000ull

/*
 * Reads of a counter that stands still before it counts as dead. A port read
 * takes about a microsecond on a real bus, some nanoseconds in an emulator. No
 * clock is known yet by which to wait.
 */
#define STUCK_READS 20000u

#define LOOKS 8u /* at a counter and the time stamp, at either end */

/*
 * A host that takes the core away for longer than a counter's turn (55 ms of
 * the PIT) hides that turn: such a gate seems long, none ever seems short. So
 * the three least gates count, as soon as they agree; where they never do, the
 * source is not believed.
 */
#define GATES_MOST 25u
#define STRAYS 1u
#define AGREE_PPM 1000u     /* no further gate is needed */
#define BELIEVED_PPM 5000u  /* as much as this is still believed */

/* What a source answers: hz 0 if nothing, or nothing to be believed. */
struct reading {
	uint64_t hz;
	uint32_t scatter_ppm;   /* of its gates; 0 for one that tells */
	bool unsteady;          /* it counts, but its gates never agreed */
};

/* ---- sources that tell ------------------------------------------------- */

/* CPUID 15h: TSC = crystal x EBX / EAX (SDM 3B, 18.7.3). */
static struct reading from_crystal(const struct clock_hardware *h)
{
	if (!h->crystal_denominator)
		return (struct reading){ 0 }; /* so are 0 Hz of the others */
	return (struct reading){ (uint64_t)h->crystal_hz *
				 h->crystal_numerator /
				 h->crystal_denominator, 0, false };
}

static struct reading from_hypervisor(const struct clock_hardware *h)
{
	return (struct reading){ (uint64_t)h->hypervisor_khz * 1000, 0, false };
}

static struct reading from_base_frequency(const struct clock_hardware *h)
{
	return (struct reading){ (uint64_t)h->base_mhz * MICRO, 0, false };
}

/* ---- sources that are watched ------------------------------------------ */

typedef uint32_t counter_read(const struct clock_hardware *h);

/* A counter and the time stamp at one moment: the closest of some looks, as an
 * SMI, or an emulator's pause, may come between the two. */
struct moment {
	uint64_t tsc;
	uint32_t count;
};

static struct moment read_moment(const struct clock_hardware *h,
				 counter_read *read)
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
	struct moment start = read_moment(h, read), end;
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
	end = read_moment(h, read);
	passed += (end.count - last) & mask;
	return (end.tsc - start.tsc) * span / passed;
}

/* Keeps the gates sorted. */
static void insert_gate(uint64_t *gate, unsigned count, uint64_t value)
{
	for (; count && gate[count - 1] > value; count--)
		gate[count] = gate[count - 1];
	gate[count] = value;
}

/*
 * The middle one of the three least, if they agree; 0: they do not. The very
 * least may be a stray.
 */
static uint64_t least_three(const uint64_t *gate, unsigned count,
			    uint32_t within_ppm, uint32_t *scatter_ppm)
{
	for (unsigned i = 0; i <= STRAYS && i + 2 < count; i++) {
		*scatter_ppm = difference_ppm(gate[i], gate[i + 2]);
		if (*scatter_ppm <= within_ppm)
			return gate[i + 1];
	}
	return 0;
}

/* Watches a counter of that many counts a second through some gates. */
static struct reading watch_counter(const struct clock_hardware *h,
				    counter_read *read,
				    uint32_t mask, uint64_t counts_hz)
{
	uint64_t span = counts_hz * GATE_US / MICRO, gate[GATES_MOST], ticks;
	struct reading r = { 0 };

	for (unsigned n = 0; n < GATES_MOST; n++) {
		ticks = ticks_over(h, read, mask, span);
		if (!ticks)
			return (struct reading){ 0 };
		insert_gate(gate, n, ticks);
		ticks = least_three(gate, n + 1, n + 1 < GATES_MOST ? AGREE_PPM
							: BELIEVED_PPM,
				    &r.scatter_ppm);
		r.hz = ticks * counts_hz / span;
		if (ticks)
			return r;
	}
	return (struct reading){ .unsteady = true };
}

static uint32_t pm_timer_read(const struct clock_hardware *h)
{
	uint32_t mask = h->pm_timer_32bit ? UINT32_MAX : PM_TIMER_24BIT;

	return h->in32(h->pm_timer_port) & mask;
}

static struct reading from_pm_timer(const struct clock_hardware *h)
{
	if (!h->pm_timer_port)
		return (struct reading){ 0 };
	return watch_counter(h, pm_timer_read,
			     h->pm_timer_32bit ? UINT32_MAX : PM_TIMER_24BIT,
			     PM_TIMER_HZ);
}

static uint32_t hpet_read(const struct clock_hardware *h)
{
	return h->hpet_read(HPET_COUNTER);
}

static struct reading from_hpet(const struct clock_hardware *h)
{
	uint32_t period, configuration;
	struct reading r;

	if (!h->has_hpet)
		return (struct reading){ 0 };
	period = h->hpet_read(HPET_CAPABILITIES + 4); /* fs, upper half */
	if (!period || period > HPET_PERIOD_MAX)
		return (struct reading){ 0 };
	configuration = h->hpet_read(HPET_CONFIGURATION);
	h->hpet_write(HPET_CONFIGURATION,
		      configuration | HPET_CONFIGURATION_ENABLE);
	r = watch_counter(h, hpet_read, UINT32_MAX, FEMTO / period);
	h->hpet_write(HPET_CONFIGURATION, configuration);
	return r;
}

/* The PIT counts down; latched, so that both bytes are of one moment. */
static uint32_t pit_count(const struct clock_hardware *h, uint16_t channel,
			  uint8_t latch)
{
	uint32_t left;

	h->out8(PIT_COMMAND, latch);
	left = h->in8(channel);
	left |= (uint32_t)h->in8(channel) << 8;
	return -left & PIT_MASK;
}

static uint32_t pit2_read(const struct clock_hardware *h)
{
	return pit_count(h, PIT_CHANNEL2, PIT_CHANNEL2_LATCH);
}

static uint32_t pit0_read(const struct clock_hardware *h)
{
	return pit_count(h, PIT_CHANNEL0, PIT_CHANNEL0_LATCH);
}

static struct reading watch_pit(const struct clock_hardware *h,
				uint16_t channel, uint8_t mode,
				counter_read *read)
{
	h->out8(PIT_COMMAND, mode);
	h->out8(channel, 0); /* 0 stands for 65536 */
	h->out8(channel, 0);
	return watch_counter(h, read, PIT_MASK, PIT_HZ);
}

/* Channel 2, gated by port B. A machine without that port (QEMU's microvm)
 * counts in channel 0 all the same; its interrupt is masked. */
static struct reading from_pit(const struct clock_hardware *h)
{
	struct reading r;
	uint8_t port_b;

	if (!h->has_pit)
		return (struct reading){ 0 };
	port_b = h->in8(PORT_B);
	h->out8(PORT_B, (port_b & ~PORT_B_SPEAKER) | PORT_B_GATE2);
	r = watch_pit(h, PIT_CHANNEL2, PIT_CHANNEL2_MODE2_LOHI, pit2_read);
	h->out8(PORT_B, port_b);
	if (!r.hz)
		r = watch_pit(h, PIT_CHANNEL0, PIT_CHANNEL0_MODE2_LOHI,
			      pit0_read);
	return r;
}

/* ---- the real-time clock ------------------------------------------------ */

/*
 * It counts as dead when its second has not changed in so many looks and so
 * many ticks: a second at least, however fast processor and ports are. Each
 * look takes two accesses to ports or four. Ticks that stand still end, too.
 */
#define RTC_LOOKS 1000000u
#define RTC_LOOKS_MOST 20000000u
#define RTC_TICKS 10000000000u
#define SECONDS_MOST 10u  /* watched, until three in a row agree */
#define SECONDS_AGREE 3u

static uint8_t rtc_read(const struct clock_hardware *h, uint8_t reg)
{
	h->out8(RTC_INDEX, reg);
	return h->in8(RTC_DATA);
}

/* One that is not there reads as all ones, and is set for ever. */
static bool rtc_runs(const struct clock_hardware *h)
{
	return (rtc_read(h, RTC_A) & RTC_A_DIVIDER) == RTC_A_DIVIDER_ON &&
	       !(rtc_read(h, RTC_B) & RTC_B_SET);
}

/* The time stamp when the second changes; 0: it does not. While an update is
 * under way, the second may read as anything. */
static uint64_t next_second(const struct clock_hardware *h)
{
	uint8_t first = rtc_read(h, RTC_SECONDS);
	uint64_t begin = h->tsc();

	for (unsigned looks = 0; looks < RTC_LOOKS ||
	     (looks < RTC_LOOKS_MOST && h->tsc() - begin < RTC_TICKS); looks++)
		if (!(rtc_read(h, RTC_A) & RTC_A_UPDATING) &&
		    rtc_read(h, RTC_SECONDS) != first)
			return h->tsc();
	return 0;
}

/* Of some seconds: the mean, and how far they are apart. */
static struct reading mean_of(const uint64_t took[SECONDS_AGREE])
{
	uint64_t sorted[SECONDS_AGREE], sum = 0;

	for (unsigned i = 0; i < SECONDS_AGREE; i++) {
		insert_gate(sorted, i, took[i]);
		sum += took[i];
	}
	return (struct reading){
		.hz = sum / SECONDS_AGREE,
		.scatter_ppm = difference_ppm(sorted[0],
					      sorted[SECONDS_AGREE - 1]),
	};
}

/* Seconds in a row until they agree: what makes one long makes the next one
 * short. */
static struct reading from_rtc(const struct clock_hardware *h)
{
	uint64_t took[SECONDS_AGREE], last, now;
	struct reading r;

	if (!h->has_rtc || !rtc_runs(h))
		return (struct reading){ 0 };
	last = next_second(h);
	for (unsigned n = 1; n <= SECONDS_MOST; n++, last = now) {
		now = last ? next_second(h) : 0;
		if (!now)
			return (struct reading){ 0 };
		took[n % SECONDS_AGREE] = now - last;
		if (n < SECONDS_AGREE)
			continue;
		r = mean_of(took);
		if (r.scatter_ppm <= BELIEVED_PPM)
			return r;
	}
	return (struct reading){ .unsteady = true };
}

/* ---- choice ------------------------------------------------------------ */

static const struct {
	const char *name;
	struct reading (*ask)(const struct clock_hardware *h);
	bool last; /* slow or vague: asked where nothing is known yet */
} sources[] = {
	{ "cpuid-15h", from_crystal, false },
	{ "hypervisor", from_hypervisor, false },
	{ "hpet", from_hpet, false },
	{ "pm-timer", from_pm_timer, false },
	{ "pit", from_pit, false },
	{ "rtc", from_rtc, true },
	{ "cpuid-16h", from_base_frequency, true },
};

#define SOURCES (sizeof(sources) / sizeof(sources[0]))

struct clock_result clock_calibrate(const struct clock_hardware *h)
{
	struct told told[SOURCES];
	struct clock_result result = clock_agree(NULL, 0);
	const char *unsteady = NULL;
	unsigned count = 0;

	for (unsigned i = 0; i < SOURCES; i++) {
		struct reading r = { 0 };

		if (!sources[i].last || !result.hz)
			r = sources[i].ask(h);
		if (r.unsteady)
			unsteady = sources[i].name;
		if (!r.hz)
			continue;
		told[count++] = (struct told){ sources[i].name, r.hz,
					       r.scatter_ppm };
		result = clock_agree(told, count);
	}
	result.unsteady = unsteady;
	return result;
}
