/* SPDX-License-Identifier: MIT */
/* kernel/common/calibrate.c on mocked machines. */
#include <string.h>

#include "kernel/common/calibrate.h"
#include "kernel/machine.h"
#include "kernel/common/skew.h"
#include "kernel/common/trust.h"
#include "kernel/x86/regs.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/*
 * A machine in which every access takes a microsecond of its own time; all
 * counters are functions of that time.
 */
#define HZ 2400000000ull

static uint64_t now_ns;
static bool pit_stuck, pm_stuck, hpet_stuck;
static uint32_t hpet_period, hpet_configuration;
static unsigned hpet_writes;

/* A loaded host: one access in so many takes the core away, up to so long. */
static unsigned pause_every;
static uint64_t pause_most_ns;
static uint64_t dice;

static uint64_t roll(void)
{
	dice = dice * 6364136223846793005u + 1442695040888963407u;
	return dice >> 33;
}

static void tick(void)
{
	now_ns += 1000;
	if (pause_every && roll() % pause_every == 0)
		now_ns += roll() % pause_most_ns;
}

/* Each smi_every-th read of the time stamp comes 0.3 ms late; 0: none. */
static unsigned smi_every, tsc_reads;

static uint64_t mock_tsc(void)
{
	if (smi_every && !(++tsc_reads % smi_every))
		now_ns += 300000;
	if (pause_every)
		tick();
	return (uint64_t)((unsigned __int128)now_ns * HZ / 1000000000u);
}

/* The PIT's channels 0 and 2; 2 counts only behind its gate, if there is one.
 * Both run from 65536 down since the machine began. */
static bool no_port_b, pit2_gate;
static uint16_t pit_latched;
static unsigned pit_reads;

static uint8_t mock_in8(uint16_t port)
{
	tick();
	if (port == PORT_B)
		return no_port_b ? 0xFF : pit2_gate ? PORT_B_GATE2 : 0;
	if (pit_stuck || (port != PIT_CHANNEL0 && port != PIT_CHANNEL2))
		return 0xFF;
	return (uint8_t)(pit_latched >> 8 * (pit_reads++ % 2));
}

static void mock_out8(uint16_t port, uint8_t value)
{
	uint64_t counts;

	tick();
	if (port == PORT_B)
		pit2_gate = !no_port_b && value & PORT_B_GATE2;
	if (port != PIT_COMMAND || value & 0x30)
		return; /* not a latch */
	counts = (unsigned __int128)now_ns * PIT_HZ / 1000000000u;
	pit_latched = (uint16_t)-counts;
	if (value == PIT_CHANNEL2_LATCH && !pit2_gate)
		pit_latched = 0x1234;
	pit_reads = 0;
}

static uint32_t mock_in32(uint16_t port)
{
	tick();
	CHECK_EQUAL(port, 0x608);
	return pm_stuck ? 7 : (uint32_t)(now_ns * PM_TIMER_HZ / 1000000000u);
}

static uint32_t mock_hpet_read(uint32_t offset)
{
	tick();
	if (offset == HPET_CAPABILITIES + 4)
		return hpet_period;
	if (offset == HPET_CONFIGURATION)
		return hpet_configuration;
	if (hpet_stuck || !(hpet_configuration & HPET_CONFIGURATION_ENABLE))
		return 3;
	return (uint32_t)((unsigned __int128)now_ns * 1000000 / hpet_period);
}

static void mock_hpet_write(uint32_t offset, uint32_t value)
{
	CHECK_EQUAL(offset, HPET_CONFIGURATION);
	hpet_configuration = value;
	hpet_writes++;
}

static struct clock_hardware machine(void)
{
	now_ns = 5000000000;
	pit_stuck = pm_stuck = hpet_stuck = false;
	hpet_period = 69841279; /* 14.31818 MHz */
	hpet_configuration = hpet_writes = 0;
	smi_every = tsc_reads = pause_every = 0;
	no_port_b = pit2_gate = false;
	return (struct clock_hardware){
		.tsc = mock_tsc, .in8 = mock_in8, .in32 = mock_in32,
		.out8 = mock_out8, .hpet_read = mock_hpet_read,
		.hpet_write = mock_hpet_write, .pm_timer_port = 0x608,
		.has_hpet = true, .has_pit = true,
	};
}

/* Within 0.1 %: a reading takes a microsecond of the ten thousand. */
static bool near(uint64_t hz)
{
	return hz > HZ - HZ / 1000 && hz < HZ + HZ / 1000;
}

TEST(clock_the_crystal_is_trusted_most_and_compared)
{
	struct clock_hardware h = machine();

	h.crystal_hz = 24000000;
	h.crystal_numerator = 200;
	h.crystal_denominator = 2;
	struct clock_result r = clock_calibrate(&h);

	CHECK_EQUAL(r.hz, HZ);
	CHECK_TEXT(r.source, "cpuid-15h");
	CHECK(r.spread_known && r.spread_ppm < 1000);
	CHECK_EQUAL(r.sources, 4);
}

TEST(clock_what_comes_between_two_reads_does_not_count)
{
	struct clock_hardware h = machine();

	smi_every = 3;
	struct clock_result r = clock_calibrate(&h);

	CHECK_EQUAL(r.sources, 3);
	CHECK(near(r.hz));
	CHECK(r.spread_known && r.spread_ppm < 1000);
}

TEST(clock_without_leaf_15h_the_next_source_serves)
{
	struct clock_hardware h = machine();

	h.crystal_numerator = 200; /* no crystal frequency: not usable */
	h.crystal_denominator = 2;
	h.hypervisor_khz = HZ / 1000;
	struct clock_result r = clock_calibrate(&h);

	CHECK_TEXT(r.source, "hypervisor");
	CHECK_EQUAL(r.hz, HZ);
}

TEST(clock_the_hpet_is_started_and_left_as_it_was)
{
	struct clock_hardware h = machine();
	struct clock_result r = clock_calibrate(&h);

	CHECK_TEXT(r.source, "hpet");
	CHECK(near(r.hz));
	CHECK_EQUAL(hpet_writes, 2);
	CHECK_EQUAL(hpet_configuration, 0);
}

TEST(clock_a_hpet_of_any_legal_period)
{
	static const uint32_t period[] = { 1000000, 10000000, 41666667,
					   99999999, HPET_PERIOD_MAX };

	for (unsigned i = 0; i < sizeof(period) / sizeof(period[0]); i++) {
		struct clock_hardware h = machine();
		hpet_period = period[i];
		CHECK(near(clock_calibrate(&h).hz));
	}
}

TEST(clock_a_hpet_that_lies_is_passed_over)
{
	struct clock_hardware h = machine();

	hpet_period = 0;
	CHECK_TEXT(clock_calibrate(&h).source, "pm-timer");
	h = machine();
	hpet_period = HPET_PERIOD_MAX + 1;
	CHECK_TEXT(clock_calibrate(&h).source, "pm-timer");
	h = machine();
	hpet_stuck = true;
	CHECK_TEXT(clock_calibrate(&h).source, "pm-timer");
}

TEST(clock_pm_timer_of_24_bits_may_wrap)
{
	struct clock_hardware h = machine();

	h.has_hpet = false;
	/* Just below the wrap of 24 bits: 4.687 s of the timer. */
	now_ns = (1ull << 24) * 1000000000u / PM_TIMER_HZ - 1000000;
	struct clock_result r = clock_calibrate(&h);

	CHECK_TEXT(r.source, "pm-timer");
	CHECK(near(r.hz));
}

TEST(clock_the_pit_is_the_last_that_measures)
{
	struct clock_hardware h = machine();

	h.has_hpet = false;
	h.pm_timer_port = 0;
	struct clock_result r = clock_calibrate(&h);

	CHECK_TEXT(r.source, "pit");
	CHECK(near(r.hz));
	CHECK_EQUAL(r.sources, 1);
	CHECK(r.spread_known && r.spread_ppm < 1000); /* its own scatter */
	CHECK(!pit2_gate); /* left as it was */
}

TEST(clock_the_pit_without_port_b_counts_in_channel_0)
{
	struct clock_hardware h = machine();

	h.has_hpet = false;
	h.pm_timer_port = 0;
	no_port_b = true;
	struct clock_result r = clock_calibrate(&h);

	CHECK_TEXT(r.source, "pit");
	CHECK(near(r.hz));
}

/* Right within 1 %, or not told: on hosts that take the core away now and
 * then, for longer than a gate and for longer than the PIT's turn of 55 ms. */
TEST(clock_on_a_loaded_host_right_or_unknown)
{
	unsigned known = 0, unsteady = 0;

	for (unsigned run = 0; run < 600; run++) {
		struct clock_hardware h = machine();

		h.has_hpet = run % 3 == 0;
		h.pm_timer_port = run % 3 == 1 ? 0x608 : 0;
		dice = run;
		pause_every = 20u << run % 8;
		pause_most_ns = run % 2 ? 8000000 : 120000000;
		struct clock_result r = clock_calibrate(&h);

		CHECK(!r.hz || (r.hz > HZ - HZ / 100 && r.hz < HZ + HZ / 100));
		CHECK(r.hz || r.unsteady);
		known += r.hz != 0;
		unsteady += r.unsteady != NULL;
	}
	CHECK(known > 300 && unsteady > 0);
}

TEST(clock_a_machine_where_all_stands_still_still_ends)
{
	struct clock_hardware h = machine();

	pit_stuck = pm_stuck = hpet_stuck = true;
	struct clock_result r = clock_calibrate(&h);

	CHECK_EQUAL(r.hz, 0);
	CHECK_TEXT(r.source, "none");
	h.base_mhz = 2400;
	r = clock_calibrate(&h);
	CHECK_TEXT(r.source, "cpuid-16h");
	CHECK_EQUAL(r.hz, HZ);
}

TEST(clock_a_wrong_source_is_outvoted_and_told)
{
	struct clock_hardware h = machine();

	h.hypervisor_khz = HZ / 1000 / 2;
	struct clock_result r = clock_calibrate(&h);

	CHECK_TEXT(r.source, "hpet");
	CHECK(near(r.hz));
	CHECK(r.spread_ppm < 1000);
	CHECK_TEXT(r.contradicts, "hypervisor");
}

/* No third one sides with either. */
TEST(clock_of_two_that_differ_neither_is_believed)
{
	struct clock_hardware h = machine();

	h.hypervisor_khz = HZ / 1000 / 2;
	h.has_hpet = h.has_pit = false;
	struct clock_result r = clock_calibrate(&h);

	CHECK_EQUAL(r.hz, 0);
	CHECK_TEXT(r.source, "none");
	CHECK_EQUAL(r.sources, 2);
	CHECK_TEXT(r.contradicted, "hypervisor");
	CHECK_TEXT(r.contradicts, "pm-timer");
	h.base_mhz = HZ / 1000000; /* a vague one decides */
	r = clock_calibrate(&h);
	CHECK_TEXT(r.source, "pm-timer");
	CHECK(near(r.hz));
}

/* ---- skew between cores ------------------------------------------------ */

TEST(skew_the_shortest_exchange_counts)
{
	struct skew s = { 0 };

	skew_add(&s, 1000, 2000, 1400); /* a slow one, far off */
	skew_add(&s, 5000, 5070, 5100); /* the other is 20 ahead */
	skew_add(&s, 9000, 9500, 9900);
	CHECK(s.known);
	CHECK_EQUAL(s.trip, 100);
	CHECK_EQUAL(s.offset, 20);
	CHECK_EQUAL(skew_bound(&s), 70);
	CHECK_EQUAL(s.warps, 1);
}

TEST(skew_a_core_that_is_behind)
{
	struct skew s = { 0 };

	skew_add(&s, 5000, 4000, 5100);
	CHECK_EQUAL((uint64_t)s.offset, (uint64_t)-1050);
	CHECK_EQUAL(skew_bound(&s), 1100);
	CHECK_EQUAL(s.warps, 1);
}

TEST(skew_that_is_sure_is_what_lies_beyond_half_the_exchange)
{
	struct skew s = { 0 };

	skew_add(&s, 5000, 5070, 5100);
	CHECK_EQUAL(skew_apart(&s), 0);
	s.known = false;
	skew_add(&s, 5000, 4000, 5100);
	CHECK_EQUAL(skew_apart(&s), 1000);
	s.known = false;
	skew_add(&s, 5000, 105000, 5101);
	CHECK_EQUAL(skew_apart(&s), 99899);
}

TEST(skew_an_honest_clock_is_never_beyond_its_bound)
{
	/* Any position of their stamp inside the exchange. */
	for (uint64_t trip = 1; trip < 50; trip++)
		for (uint64_t at = 0; at <= trip; at++) {
			struct skew s = { 0 };
			skew_add(&s, 100, 100 + at, 100 + trip);
			CHECK(skew_bound(&s) <= trip + 1);
			CHECK_EQUAL(s.warps, 0);
		}
}

/* A clock so slow that the patience is some milliseconds of this machine. */
static struct machine_clock compared(unsigned deaf)
{
	struct machine_clock clock = { .hz = 1000000000 };

	fake.cores = 2;
	fake.pairs = 0;
	fake.deaf_pairs = deaf;
	skew_measure(&clock);
	fake.cores = 1;
	return clock;
}

TEST(skew_a_core_that_is_late_is_asked_again)
{
	struct machine_clock clock = compared(2);

	CHECK(clock.skew_known);
	CHECK(clock.skew_ticks > 0);
	CHECK(fake.pairs > 2);
}

TEST(skew_a_core_that_never_answers_is_given_up)
{
	struct machine_clock clock = compared(1000);
	const char *code, *text;

	CHECK(!clock.skew_known);
	CHECK(fake.pairs < 10);
	CHECK(machine_warning(0, &code, &text));
	CHECK_TEXT(code, "tsc_skew_unknown");
}
