/* SPDX-License-Identifier: MIT */
/* kernel/common/calibrate.c where nothing counts but the real-time clock. */
#include "kernel/common/calibrate.h"

#include <stddef.h>

#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define HZ 2000000000ull
#define ACCESS 100000u  /* 50 us */

static unsigned access_ticks = ACCESS; /* that an access to a port takes */
static uint64_t ticks = HZ / 3;
static uint8_t divider = RTC_A_DIVIDER_ON | 6, b_register = 2, reg;
static unsigned stands_from;  /* seconds; 0: it runs for ever */
static unsigned accesses;
static uint64_t late[16];     /* ticks by which the n-th second comes late */

/* Seconds since the test began; an update takes the last 2 ms of each. */
static unsigned second(void)
{
	unsigned n = (unsigned)(ticks / HZ) + 1;

	n -= ticks % HZ < late[n % 16];
	return stands_from && n > stands_from ? stands_from : n;
}

static bool updating(void)
{
	return ticks % HZ > HZ - HZ / 500;
}

/* What is read during an update is of no second. */
static uint8_t seconds_register(void)
{
	static uint8_t any;

	return updating() ? any++ : (uint8_t)(second() / 10 * 16 + second() % 10);
}

static uint8_t in8(uint16_t port)
{
	ticks += access_ticks;
	accesses++;
	if (port != RTC_DATA)
		return 0xFF;
	if (reg == RTC_SECONDS)
		return seconds_register();
	return reg == RTC_A ? divider | (updating() ? RTC_A_UPDATING : 0)
			    : b_register;
}

static void out8(uint16_t port, uint8_t value)
{
	ticks += access_ticks;
	accesses++;
	if (port == RTC_INDEX)
		reg = value;
}

static uint64_t tsc(void)
{
	return ticks;
}

static struct clock_result calibrate(bool has_rtc, uint32_t base_mhz)
{
	struct clock_hardware h = { .tsc = tsc, .in8 = in8, .out8 = out8,
				    .has_rtc = has_rtc, .base_mhz = base_mhz };

	return clock_calibrate(&h);
}

static bool near(uint64_t hz)
{
	return hz > HZ - HZ / 1000 && hz < HZ + HZ / 1000;
}

TEST(clock_rtc_serves_where_nothing_else_counts)
{
	struct clock_result r = calibrate(true, 0);

	CHECK_TEXT(r.source, "rtc");
	CHECK(near(r.hz));
	CHECK_EQUAL(r.sources, 1);
	CHECK(r.spread_ppm < 1000); /* its own scatter */
	CHECK_EQUAL(second(), 5); /* some of one, and three whole ones */
}

TEST(clock_rtc_is_trusted_more_than_leaf_16h)
{
	struct clock_result r = calibrate(true, 2100);

	CHECK_TEXT(r.source, "rtc");
	CHECK(near(r.hz));
	CHECK_EQUAL(r.sources, 1); /* that was not asked */
}

TEST(clock_rtc_is_not_waited_for_where_another_answers)
{
	struct clock_hardware h = { .tsc = tsc, .in8 = in8, .out8 = out8,
				    .has_rtc = true, .hypervisor_khz = 5 };

	CHECK_TEXT(clock_calibrate(&h).source, "hypervisor");
	CHECK_EQUAL(accesses, 0);
}

TEST(clock_rtc_that_is_not_there_or_not_running_takes_no_time)
{
	CHECK_EQUAL(calibrate(false, 0).hz, 0);
	CHECK_EQUAL(accesses, 0);
	divider = 0xFF;
	CHECK_EQUAL(calibrate(true, 0).hz, 0);
	divider = RTC_A_DIVIDER; /* held in reset */
	CHECK_EQUAL(calibrate(true, 0).hz, 0);
	divider = RTC_A_DIVIDER_ON;
	b_register = RTC_B_SET;
	CHECK_EQUAL(calibrate(true, 0).hz, 0);
	CHECK(accesses < 20);
}

TEST(clock_rtc_that_stops_is_given_up)
{
	struct clock_result r;

	stands_from = 2;
	r = calibrate(true, 0);
	CHECK_EQUAL(r.hz, 0);
	CHECK_TEXT(r.source, "none");
	CHECK_TEXT(r.unsteady, NULL);
}

TEST(clock_rtc_is_watched_for_its_second_however_fast_ports_are)
{
	access_ticks = 100;
	CHECK(near(calibrate(true, 0).hz));
}

TEST(clock_rtc_beside_ticks_that_stand_still_is_given_up)
{
	access_ticks = 0;
	CHECK_EQUAL(calibrate(true, 0).hz, 0);
}

/* A host took the core away when a second began, once. */
TEST(clock_rtc_seconds_that_differ_are_followed_by_others)
{
	late[3] = HZ / 20;
	struct clock_result r = calibrate(true, 0);

	CHECK(near(r.hz));
	CHECK(second() > 5);
}

TEST(clock_rtc_whose_seconds_never_agree_is_not_believed)
{
	for (unsigned i = 0; i < 16; i += 2)
		late[i] = HZ / 20;
	struct clock_result r = calibrate(true, 0);

	CHECK_EQUAL(r.hz, 0);
	CHECK_TEXT(r.unsteady, "rtc");
}
