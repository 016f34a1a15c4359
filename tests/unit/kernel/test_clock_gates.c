/* SPDX-License-Identifier: MIT */
/*
 * kernel/common/calibrate.c, gate by gate: on a machine whose every count takes
 * exactly PER_COUNT ticks, what is told is right to the last Hz. A host may
 * take so much away in each gate, in which no counter moves: it came back
 * after whole turns of it.
 */
#include "kernel/common/calibrate.h"

#include <stddef.h>

#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define PER_COUNT 200u
#define HPET_HZ (1000000000000000ull / HPET_PERIOD_MAX)
#define GATES 25u /* watched at most */
#define LOOKS 8u
#define STUCK_READS 20000u

static struct {
	uint64_t ticks, counts;
	uint32_t counts_hz;
	unsigned stamps;       /* reads of the time stamp since a count */
	bool polled;
	unsigned wide;         /* looks that take twice as long */
	unsigned gates;        /* that were begun */
	double taken[2 * GATES]; /* ppm of each gate, by the host */
	unsigned still, polls; /* each count stays for so many polls */
} at;

static uint64_t stamp(void)
{
	at.stamps++;
	return at.ticks;
}

static void begin_gate(void)
{
	double ticks = at.counts_hz / 100.0 * PER_COUNT;

	at.ticks += (uint64_t)(int64_t)(at.taken[at.gates++] * ticks / 1e6);
}

/* One that moves rarely: every so many polls, by more than half a gate. */
static uint64_t rare_count(bool poll)
{
	at.polls += poll;
	at.ticks += 10;
	return at.polls / at.still * (at.counts_hz / 160);
}

/* Read in the middle of the time it takes. Looks, which lie between two
 * stamps, take longer at a gate's end than at its beginning. */
static uint64_t count(void)
{
	static bool begun;
	bool first_end_look = at.stamps == 1 && at.polled;
	bool first_poll = at.stamps == 1 && !at.polled && begun;
	unsigned half = 1;

	begun = true;
	if (first_poll)
		begin_gate();
	if (first_end_look)
		at.wide = LOOKS;
	at.polled = first_poll || at.stamps == 0;
	at.stamps = 0;
	if (at.still)
		return rare_count(at.polled);
	if (at.wide && !at.polled) {
		at.wide--;
		half = 2;
	}
	at.counts += 2 * half;
	at.ticks += 2 * half * PER_COUNT;
	return at.counts - half;
}

/* ---- its devices ------------------------------------------------------- */

static uint32_t period = HPET_PERIOD_MAX;
static uint32_t pm_upper; /* what a timer of 24 bits has above them */
static bool pm_wide;
static uint8_t port_b;
static bool has_port_b, channel0_counts;
static uint16_t latched;
static unsigned bytes;
static uint16_t wrote[16]; /* port and value, less latches */
static unsigned writes;

static uint32_t hpet_read(uint32_t offset)
{
	if (offset == HPET_CAPABILITIES + 4)
		return period;
	return offset == HPET_COUNTER ? (uint32_t)count() : 0;
}

static void hpet_write(uint32_t offset, uint32_t value)
{
	(void)offset;
	(void)value;
}

static uint32_t pm_read(uint16_t port)
{
	uint32_t is_now = (uint32_t)count();

	(void)port;
	pm_upper += 1u << 24;
	return pm_wide ? is_now : (is_now & PM_TIMER_24BIT) | pm_upper;
}

static void latch(uint8_t value)
{
	bool counts = value == PIT_CHANNEL0_LATCH ? channel0_counts
						  : port_b & PORT_B_GATE2;

	latched = counts ? (uint16_t)-count() : 0x1234;
	bytes = 0;
}

static void out8(uint16_t port, uint8_t value)
{
	if (port == PIT_COMMAND && (value == PIT_CHANNEL0_LATCH ||
				    value == PIT_CHANNEL2_LATCH)) {
		latch(value);
		return;
	}
	if (port == PORT_B && has_port_b)
		port_b = value;
	CHECK(writes < 16);
	wrote[writes++ % 16] = (uint16_t)(port << 8 | value);
}

static uint8_t in8(uint16_t port)
{
	return port == PORT_B ? port_b : (uint8_t)(latched >> 8 * (bytes++ % 2));
}

static struct clock_hardware nothing_but_cpuid(void)
{
	return (struct clock_hardware){
		.tsc = stamp, .in8 = in8, .out8 = out8, .in32 = pm_read,
		.hpet_read = hpet_read, .hpet_write = hpet_write,
	};
}

static struct clock_result by_hpet(void)
{
	struct clock_hardware h = nothing_but_cpuid();

	at.counts_hz = HPET_HZ;
	h.has_hpet = true;
	return clock_calibrate(&h);
}

static struct clock_result by_pm_timer(bool wide)
{
	struct clock_hardware h = nothing_but_cpuid();

	at.counts_hz = PM_TIMER_HZ;
	at.counts = PM_TIMER_24BIT - 1000; /* it wraps in the first gate */
	h.pm_timer_port = 0x608;
	h.pm_timer_32bit = pm_wide = wide;
	return clock_calibrate(&h);
}

static struct clock_result by_pit(void)
{
	struct clock_hardware h = nothing_but_cpuid();

	at.counts_hz = PIT_HZ;
	h.has_pit = true;
	return clock_calibrate(&h);
}

static void take(unsigned gate, double ppm)
{
	at.taken[gate] = ppm;
}

/* Told is what the gate from which the host took so much says. */
static bool is_gate_of(const struct clock_result *r, double ppm)
{
	double off = (double)r->hz / ((double)at.counts_hz * PER_COUNT) - 1;

	return off * 1e6 > ppm - 20 && off * 1e6 < ppm + 20;
}

/* ---- one gate ---------------------------------------------------------- */

TEST(clock_is_exact_however_long_looks_take)
{
	struct clock_result r = by_hpet();

	CHECK_EQUAL(r.hz, HPET_HZ * PER_COUNT);
	CHECK_TEXT(r.source, "hpet"); /* of the longest legal period */
	CHECK_EQUAL(at.gates, 3);
	CHECK(!r.spread_known); /* three gates that do not differ at all */
	CHECK_TEXT(r.unsteady, NULL);
}

TEST(clock_a_counter_that_moves_rarely_is_watched)
{
	at.still = STUCK_READS;
	CHECK(by_hpet().hz != 0);
}

TEST(clock_a_counter_that_stands_still_is_given_up)
{
	at.still = STUCK_READS + 1;
	CHECK_EQUAL(by_hpet().hz, 0);
	CHECK(at.polls <= STUCK_READS);
}

TEST(clock_pm_timers_wrap_where_they_do)
{
	struct clock_result r = by_pm_timer(false);

	CHECK_EQUAL(r.hz, (uint64_t)PM_TIMER_HZ * PER_COUNT);
	CHECK_EQUAL(at.gates, 3);
}

TEST(clock_a_pm_timer_of_32_bits_goes_on)
{
	struct clock_result r = by_pm_timer(true);

	CHECK_EQUAL(r.hz, (uint64_t)PM_TIMER_HZ * PER_COUNT);
	CHECK_EQUAL(at.gates, 3);
}

/* ---- several gates ----------------------------------------------------- */

TEST(clock_the_middle_of_three_gates_counts)
{
	take(0, 905.5);
	take(1, 0);
	take(2, 100);
	take(3, 200);
	struct clock_result r = by_hpet();

	CHECK(is_gate_of(&r, 100));
	CHECK_EQUAL(at.gates, 3);
	CHECK(r.spread_known);
	CHECK_EQUAL(r.spread_ppm, 905); /* of the least, not of the greatest */
}

TEST(clock_gates_agree_within_1000_ppm)
{
	take(0, 1000.5);
	take(1, 0);
	take(2, 500);
	struct clock_result r = by_hpet();

	CHECK(is_gate_of(&r, 500));
	CHECK_EQUAL(r.spread_ppm, 1000);
	CHECK_EQUAL(at.gates, 3);
}

TEST(clock_gates_that_differ_more_are_followed_by_others)
{
	take(0, 1001.5);
	take(1, 0);
	take(2, 500);
	take(3, 100);
	struct clock_result r = by_hpet();

	CHECK(is_gate_of(&r, 100));
	CHECK_EQUAL(at.gates, 4);
}

TEST(clock_long_gates_at_first_are_forgotten)
{
	take(0, 90000);
	take(1, 50000);
	struct clock_result r = by_hpet();

	CHECK(is_gate_of(&r, 0));
	CHECK_EQUAL(at.gates, 5);
}

TEST(clock_the_very_least_may_be_a_stray)
{
	take(0, -5000);
	take(2, 100);
	take(3, 200);
	struct clock_result r = by_hpet();

	CHECK(is_gate_of(&r, 100));
	CHECK_EQUAL(at.gates, 4);
}

TEST(clock_two_strays_are_no_stray)
{
	take(0, -50000);
	take(1, -90000);
	struct clock_result r = by_hpet();

	CHECK_EQUAL(r.hz, 0);
	CHECK_TEXT(r.unsteady, "hpet");
	CHECK_EQUAL(at.gates, GATES);
}

/* Each gate is the least so far: only the last three are believed, for want
 * of better. */
TEST(clock_the_last_gate_is_believed_with_less)
{
	for (unsigned i = 0; i < GATES; i++)
		take(i, 2000.0 * (GATES - 1 - i));
	struct clock_result r = by_hpet();

	CHECK(is_gate_of(&r, 2000));
	CHECK_EQUAL(at.gates, GATES);
	CHECK(r.spread_ppm > 3900 && r.spread_ppm < 4100);
}

/* ---- what tells -------------------------------------------------------- */

static void check_told(const struct clock_hardware *h, const char *source)
{
	struct clock_result r = clock_calibrate(h);

	CHECK_EQUAL(r.hz, 2400000000);
	CHECK_TEXT(r.source, source);
	CHECK_EQUAL(r.sources, 1);
	CHECK(!r.spread_known);
	CHECK_TEXT(r.unsteady, NULL);
}

TEST(clock_one_source_that_tells_has_no_spread)
{
	struct clock_hardware h = nothing_but_cpuid();

	h.base_mhz = 2400;
	check_told(&h, "cpuid-16h");
	h.base_mhz = 0;
	h.hypervisor_khz = 2400000;
	check_told(&h, "hypervisor");
	h.hypervisor_khz = 0;
	h.crystal_denominator = 2;
	h.crystal_numerator = 200;
	h.crystal_hz = 24000000;
	check_told(&h, "cpuid-15h");
}

TEST(clock_leaf_15h_counts_only_if_it_is_whole)
{
	for (unsigned lacks = 0; lacks < 3; lacks++) {
		struct clock_hardware h = nothing_but_cpuid();

		h.crystal_denominator = lacks == 0 ? 0 : 2;
		h.crystal_numerator = lacks == 1 ? 0 : 200;
		h.crystal_hz = lacks == 2 ? 0 : 24000000;
		CHECK_EQUAL(clock_calibrate(&h).sources, 0);
	}
}

TEST(clock_the_spread_is_that_of_the_best_two)
{
	struct clock_hardware h = nothing_but_cpuid();

	h.crystal_denominator = h.crystal_numerator = 1;
	h.crystal_hz = 2000000000;
	h.hypervisor_khz = 2000200;
	h.base_mhz = 3000; /* a vague one is not asked where two agree */
	struct clock_result r = clock_calibrate(&h);

	CHECK_EQUAL(r.sources, 2);
	CHECK_TEXT(r.contradicts, NULL);
	CHECK(r.spread_known);
	CHECK_EQUAL(r.spread_ppm, 100);
}

/* ---- the PIT ----------------------------------------------------------- */

#define WROTE(port, value) ((port) << 8 | (value))

TEST(clock_channel_2_counts_with_the_speaker_off)
{
	has_port_b = true;
	port_b = 0x30 | PORT_B_SPEAKER;
	CHECK_EQUAL(by_pit().hz, (uint64_t)PIT_HZ * PER_COUNT);
	CHECK_EQUAL(writes, 5);
	CHECK_EQUAL(wrote[0], WROTE(PORT_B, 0x30 | PORT_B_GATE2));
	CHECK_EQUAL(wrote[1], WROTE(PIT_COMMAND, PIT_CHANNEL2_MODE2_LOHI));
	CHECK_EQUAL(wrote[2], WROTE(PIT_CHANNEL2, 0));
	CHECK_EQUAL(wrote[3], WROTE(PIT_CHANNEL2, 0));
	CHECK_EQUAL(wrote[4], WROTE(PORT_B, 0x30 | PORT_B_SPEAKER));
}

TEST(clock_channel_0_counts_where_2_does_not)
{
	channel0_counts = true;
	CHECK_EQUAL(by_pit().hz, (uint64_t)PIT_HZ * PER_COUNT);
	CHECK_EQUAL(writes, 8);
	CHECK_EQUAL(wrote[5], WROTE(PIT_COMMAND, PIT_CHANNEL0_MODE2_LOHI));
	CHECK_EQUAL(wrote[6], WROTE(PIT_CHANNEL0, 0));
	CHECK_EQUAL(wrote[7], WROTE(PIT_CHANNEL0, 0));
}
