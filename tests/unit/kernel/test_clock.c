/* SPDX-License-Identifier: MIT */
/*
 * kernel/common/calibrate.c on a machine that is played. All its counters follow
 * its ticks; where a count takes exactly PER_COUNT of them, what is told is right
 * to the last Hz. A host may take so much away in each gate, in which no counter
 * moves: it came back after whole turns of it.
 */
#include "kernel/common/calibrate.h"

#include <stdio.h>
#include <string.h>

#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define HZ 2400000000ull
#define FEMTO 1000000000000000ull
#define PER_COUNT 200u
#define SLOWEST (FEMTO / HPET_PERIOD_MAX) /* Hz of an HPET */
#define GATES 25u /* watched at most */
#define LOOKS 8u
#define STUCK_READS 20000u
#define PM_PORT 0x608

enum { HPET = 1, PM = 2, PIT = 4, ALL = 7 };

static struct {
	uint64_t ticks, hz;
	int64_t hidden;        /* ticks that the host took */
	unsigned stamps;       /* reads of the time stamp since a count */
	bool begun, polled;
	unsigned wide;         /* looks that take twice as long */
	unsigned gates;        /* that were begun */
	double taken[2 * GATES]; /* ppm of each gate, by the host */
	unsigned still, polls, stuck; /* each count stays for so many polls;
				       * counters that stand still */
	unsigned smi_every, reads; /* so many reads of the stamp one is late */
	unsigned pause_every;  /* so many accesses the host takes the core */
	uint64_t pause_most, dice;
} at;

static uint64_t roll(void)
{
	at.dice = at.dice * 6364136223846793005u + 1442695040888963407u;
	return at.dice >> 33;
}

/* There an access takes a microsecond. */
static void pause_now_and_then(void)
{
	at.ticks += at.pause_every ? HZ / 1000000 : 0;
	if (at.pause_every && roll() % at.pause_every == 0)
		at.ticks += roll() % at.pause_most;
}

static uint64_t stamp(void)
{
	at.stamps++;
	if (at.smi_every && !(++at.reads % at.smi_every))
		at.ticks += HZ / 1000 * 3 / 10;
	pause_now_and_then();
	return at.ticks + (uint64_t)at.hidden;
}

/* A look, which lies between two stamps, or a poll. Looks take longer at a gate's
 * end than at its beginning. */
static unsigned note_read(void)
{
	bool first_end_look = at.stamps == 1 && at.polled;
	bool first_poll = at.stamps == 1 && !at.polled && at.begun;

	at.begun = true;
	if (first_poll && at.gates < 2 * GATES)
		at.hidden += (int64_t)(at.taken[at.gates++] * (double)at.hz /
				       100 / 1e6);
	if (first_end_look)
		at.wide = LOOKS;
	at.polled = first_poll || at.stamps == 0;
	at.stamps = 0;
	at.polls += at.polled;
	return at.wide && !at.polled ? at.wide-- : 0;
}

/* So many a second; read in the middle of the time it takes. */
static uint64_t count(uint64_t hz, unsigned who)
{
	unsigned half = PER_COUNT * (note_read() ? 2 : 1);
	uint64_t now;

	pause_now_and_then();
	now = at.ticks + half;
	at.ticks = now + half;
	if (at.still) /* it moves rarely, by more than half a gate */
		return at.polls / at.still * (hz / 160);
	return at.stuck & who ? 7 :
	       (uint64_t)((unsigned __int128)now * hz / at.hz);
}

/* ---- its devices ------------------------------------------------------- */

static uint32_t period, hpet_configuration, pm_upper;
static bool pm_wide, has_port_b, channel0_counts;
static uint8_t port_b;
static uint16_t latched, wrote[16]; /* port and value, less latches */
static unsigned bytes, writes;

static uint32_t hpet_read(uint32_t offset)
{
	if (offset == HPET_CAPABILITIES + 4)
		return period;
	if (offset == HPET_CONFIGURATION)
		return hpet_configuration;
	CHECK(hpet_configuration & HPET_CONFIGURATION_ENABLE);
	return (uint32_t)count(FEMTO / period, HPET);
}

static void hpet_write(uint32_t offset, uint32_t value)
{
	CHECK_EQUAL(offset, HPET_CONFIGURATION);
	hpet_configuration = value;
}

/* One of 24 bits has anything above them. */
static uint32_t pm_read(uint16_t port)
{
	uint32_t is_now = (uint32_t)count(PM_TIMER_HZ, PM);

	CHECK_EQUAL(port, PM_PORT);
	pm_upper += 1u << 24;
	return pm_wide ? is_now : (is_now & PM_TIMER_24BIT) | pm_upper;
}

static void latch(uint8_t value)
{
	bool counts = value == PIT_CHANNEL0_LATCH ? channel0_counts
						  : port_b & PORT_B_GATE2;

	latched = counts ? (uint16_t)-count(PIT_HZ, PIT) : 0x1234;
	bytes = 0;
}

static void out8(uint16_t port, uint8_t value)
{
	pause_now_and_then();
	if (port == PIT_COMMAND && (value == PIT_CHANNEL0_LATCH ||
				    value == PIT_CHANNEL2_LATCH)) {
		latch(value);
		return;
	}
	if (port == PORT_B && has_port_b)
		port_b = value;
	wrote[writes++ % 16] = (uint16_t)(port << 8 | value);
}

static uint8_t in8(uint16_t port)
{
	pause_now_and_then();
	return port == PORT_B ? port_b : (uint8_t)(latched >> 8 * (bytes++ % 2));
}

/* Of such a stamp, with these devices. */
static struct clock_hardware machine(uint64_t hz, unsigned devices)
{
	memset(&at, 0, sizeof(at));
	at.hz = hz;
	at.ticks = hz / (2 * PER_COUNT) * 2 * PER_COUNT;
	hpet_configuration = port_b = writes = 0;
	has_port_b = channel0_counts = true;
	pm_wide = false;
	return (struct clock_hardware){
		.tsc = stamp, .in8 = in8, .out8 = out8, .in32 = pm_read,
		.hpet_read = hpet_read, .hpet_write = hpet_write,
		.pm_timer_port = devices & PM ? PM_PORT : 0,
		.has_hpet = devices & HPET, .has_pit = devices & PIT,
	};
}

static bool near(uint64_t hz, uint64_t apart)
{
	return hz > HZ - apart && hz < HZ + apart;
}

/* ---- sources ----------------------------------------------------------- */

#define KHZ (HZ / 1000)
#define P 69841279 /* femtoseconds: 14.31818 MHz */
#define NOT { 0 }
#define CRYSTAL { 24000000, 200, 2 }

/* Whom is believed, of so many; who contradicts that one. */
static const struct {
	const char *what;
	unsigned devices, stuck;
	uint32_t period, crystal[3]; /* Hz, numerator, denominator */
	uint32_t hypervisor_khz, base_mhz;
	const char *is;
} sources[] = {
	{ "the best", ALL, 0, P, CRYSTAL, 0, 0, "cpuid-15h of 4" },
	{ "no Hz", ALL, 0, P, { 0, 200, 2 }, KHZ, 0, "hypervisor of 4" },
	{ "no numerator", 0, 0, P, { 24000000, 0, 2 }, 0, 0, "none of 0" },
	{ "no denominator", 0, 0, P, { 24000000, 200 }, 0, 0, "none of 0" },
	{ "the crystal alone", 0, 0, P, CRYSTAL, 0, 0, "cpuid-15h of 1" },
	{ "the hypervisor alone", 0, 0, P, NOT, KHZ, 0, "hypervisor of 1" },
	{ "leaf 16h alone", 0, 0, P, NOT, 0, 2400, "cpuid-16h of 1" },
	/* A vague one is not asked where two agree. */
	{ "three", 0, 0, P, CRYSTAL, KHZ + 240, 3000, "cpuid-15h of 2" },
	{ "counters", ALL, 0, P, NOT, 0, 0, "hpet of 3" },
	{ "no legal period", ALL, 0, HPET_PERIOD_MAX + 1, NOT, 0, 0,
	  "pm-timer of 2" },
	{ "no period", ALL, 0, 0, NOT, 0, 0, "pm-timer of 2" },
	{ "no motion", ALL, HPET, P, NOT, 0, 0, "pm-timer of 2" },
	{ "1 GHz", HPET, 0, 1000000, NOT, 0, 0, "hpet of 1" },
	{ "10 MHz", HPET, 0, 99999999, NOT, 0, 0, "hpet of 1" },
	{ "the last", PIT, 0, P, NOT, 0, 0, "pit of 1" },
	{ "all stand still, and it ends", ALL, ALL, P, NOT, 0, 0, "none of 0" },
	{ "then a vague one", ALL, ALL, P, NOT, 0, 2400, "cpuid-16h of 1" },
	{ "one is wrong", ALL, 0, P, NOT, KHZ / 2, 0, "hpet of 4; hypervisor" },
	{ "of two", PM, 0, P, NOT, KHZ / 2, 0, "none of 2; pm-timer" },
	{ "then a vague one", PM, 0, P, NOT, KHZ / 2, 2400,
	  "pm-timer of 3; hypervisor" },
};

/* Whatever comes between two reads, or nothing. */
TEST(clock_is_believed_of_the_sources_that_there_are)
{
	for (unsigned n = 0; n < 2 * sizeof(sources) / sizeof(*sources); n++) {
		unsigned i = n / 2;
		struct clock_hardware h = machine(HZ, sources[i].devices);
		char is[64];

		at.stuck = sources[i].stuck;
		at.smi_every = n % 2 ? 3 : 0;
		period = sources[i].period;
		h.crystal_hz = sources[i].crystal[0];
		h.crystal_numerator = sources[i].crystal[1];
		h.crystal_denominator = sources[i].crystal[2];
		h.hypervisor_khz = sources[i].hypervisor_khz;
		h.base_mhz = sources[i].base_mhz;
		struct clock_result r = clock_calibrate(&h);

		snprintf(is, sizeof(is), "%s of %u%s%s", r.source, r.sources,
			 r.contradicts ? "; " : "",
			 r.contradicts ? r.contradicts : "");
		check_text(__FILE__, __LINE__, sources[i].what, is,
			   sources[i].is);
		CHECK(r.hz ? near(r.hz, HZ / 1000) : is[0] == 'n');
		CHECK(is[0] == 'h' || is[0] == 'p' || !r.hz || r.hz == HZ);
		CHECK(r.spread_ppm < 1000 || is[0] == 'n');
		CHECK_TEXT(r.unsteady, NULL);
		CHECK_EQUAL(hpet_configuration, 0); /* as it was */
	}
}

/* Right within 1 %, or not told: on hosts that take the core away now and
 * then, for longer than a gate and for longer than the PIT's turn of 55 ms. */
TEST(clock_on_a_loaded_host_right_or_unknown)
{
	unsigned known = 0, unsteady = 0;

	for (unsigned run = 0; run < 600; run++) {
		static const unsigned devices[] = { HPET | PIT, PM | PIT, PIT };
		struct clock_hardware h = machine(HZ, devices[run % 3]);

		period = P;
		at.dice = run;
		at.pause_every = 20u << run % 8;
		at.pause_most = (run % 2 ? 8 : 120) * HZ / 1000;
		struct clock_result r = clock_calibrate(&h);

		CHECK(!r.hz || near(r.hz, HZ / 100));
		CHECK(r.hz || r.unsteady);
		known += r.hz != 0;
		unsteady += r.unsteady != NULL;
	}
	CHECK(known > 300 && unsteady > 0);
}

/* ---- gates ------------------------------------------------------------- */

static struct clock_hardware hpet_alone(void)
{
	struct clock_hardware h = machine(SLOWEST * PER_COUNT, HPET);

	period = HPET_PERIOD_MAX;
	return h;
}

TEST(clock_is_exact_however_long_looks_take_and_where_it_wraps)
{
	struct clock_hardware h = hpet_alone();

	CHECK_EQUAL(clock_calibrate(&h).hz, at.hz);
	CHECK_EQUAL(at.gates, 3);
	for (unsigned wide = 0; wide < 2; wide++) {
		h = machine((uint64_t)PM_TIMER_HZ * PER_COUNT, PM);
		at.ticks = (PM_TIMER_24BIT - 1000ull) / 2 * 2 * PER_COUNT;
		h.pm_timer_32bit = pm_wide = wide;
		CHECK_EQUAL(clock_calibrate(&h).hz, at.hz);
		CHECK_EQUAL(at.gates, 3);
	}
}

TEST(clock_counter_that_moves_rarely_is_watched_and_a_dead_one_given_up)
{
	struct clock_hardware h = hpet_alone();

	at.still = STUCK_READS;
	CHECK(clock_calibrate(&h).hz != 0);
	h = hpet_alone();
	at.still = STUCK_READS + 1;
	CHECK_EQUAL(clock_calibrate(&h).hz, 0);
	CHECK(at.polls <= STUCK_READS);
}

/* By the host so many ppm of each gate; which of them is told, and the spread. */
static const struct {
	const char *what;
	double taken[4], told;
	uint32_t spread_ppm;
	unsigned gates;
} gates[] = {
	{ "the middle of three; the spread is of the least",
	  { 905.5, 0, 100, 200 }, 100, 905, 3 },
	{ "1000 ppm agree", { 1000.5, 0, 500 }, 500, 1000, 3 },
	{ "more are followed by others", { 1001.5, 0, 500.5, 100 }, 100, 500, 4 },
	{ "long ones at first are forgotten", { 90000, 50000 }, 0, 0, 5 },
	{ "the least may be a stray", { -5000, 0, 100, 200.5 }, 100, 200, 4 },
};

static bool is_gate_of(const struct clock_result *r, double ppm)
{
	double off = (double)r->hz / (double)at.hz - 1;

	return off * 1e6 > ppm - 20 && off * 1e6 < ppm + 20;
}

TEST(clock_gates_count_once_three_agree)
{
	EACH_CASE(i, gates) {
		struct clock_hardware h = hpet_alone();

		memcpy(at.taken, gates[i].taken, sizeof(gates[i].taken));
		struct clock_result r = clock_calibrate(&h);

		CHECK(is_gate_of(&r, gates[i].told));
		CHECK_EQUAL(r.spread_ppm, gates[i].spread_ppm);
		CHECK_EQUAL(at.gates, gates[i].gates);
	}
}

TEST(clock_gates_that_never_agree_are_believed_with_less_or_not_at_all)
{
	struct clock_hardware h = hpet_alone();

	at.taken[0] = -50000; /* two strays are no stray */
	at.taken[1] = -90000;
	struct clock_result r = clock_calibrate(&h);

	CHECK_EQUAL(r.hz, 0);
	CHECK_TEXT(r.unsteady, "hpet");
	CHECK_EQUAL(at.gates, GATES);
	/* Each is the least so far: only the last three are believed. */
	h = hpet_alone();
	for (unsigned i = 0; i < GATES; i++)
		at.taken[i] = 2000.0 * (GATES - 1 - i);
	r = clock_calibrate(&h);
	CHECK(is_gate_of(&r, 2000));
	CHECK_EQUAL(at.gates, GATES);
	CHECK(r.spread_ppm > 3900 && r.spread_ppm < 4100);
}

/* ---- the PIT ----------------------------------------------------------- */

#define WROTE(port, value) ((port) << 8 | (value))

/* Channel 2 counts with the speaker off; channel 0 where that does not. */
static const uint16_t written[] = {
	WROTE(PORT_B, 0x30 | PORT_B_GATE2),
	WROTE(PIT_COMMAND, PIT_CHANNEL2_MODE2_LOHI), WROTE(PIT_CHANNEL2, 0),
	WROTE(PIT_CHANNEL2, 0), WROTE(PORT_B, 0x30 | PORT_B_SPEAKER),
	WROTE(PIT_COMMAND, PIT_CHANNEL0_MODE2_LOHI), WROTE(PIT_CHANNEL0, 0),
	WROTE(PIT_CHANNEL0, 0) };

TEST(clock_of_the_pit_is_channel_2_or_else_0)
{
	for (unsigned channel = 2; channel < 4; channel -= 2) {
		struct clock_hardware h = machine((uint64_t)PIT_HZ * PER_COUNT,
						  PIT);

		port_b = 0x30 | PORT_B_SPEAKER;
		has_port_b = channel;
		channel0_counts = !channel;
		CHECK_EQUAL(clock_calibrate(&h).hz, at.hz);
		CHECK_EQUAL(writes, channel ? 5 : 8);
		CHECK(!memcmp(wrote, written, writes * sizeof(wrote[0])));
	}
}
