/* SPDX-License-Identifier: MIT */
/* kernel/common/calibrate.c where nothing counts but the real-time clock. */
#include "kernel/common/calibrate.h"

#include <stdio.h>

#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define HZ 2000000000ull
#define ACCESS 100000u  /* 50 us */
#define RUNS (RTC_A_DIVIDER_ON | 6)
#define MANY UINT32_MAX

static unsigned access_ticks; /* that an access to a port takes */
static uint64_t ticks;
static uint8_t divider, b_register, reg;
static unsigned stands_from;  /* seconds; 0: it runs for ever */
static unsigned accesses;
static const uint64_t *late;  /* ticks by which the n-th second of 16 is */

/* Seconds since the test began; an update takes the last 2 ms of each. */
static unsigned second(void)
{
	unsigned n = (unsigned)(ticks / HZ) + 1;

	n -= ticks % HZ < late[n % 16];
	return stands_from && n > stands_from ? stands_from : n;
}

/* Told a while before, so that who looks has time to read. */
static bool updating(uint64_t before)
{
	return ticks % HZ > HZ - HZ / 500 - before;
}

/* What is read during an update is of no second. */
static uint8_t seconds_register(void)
{
	static uint8_t any;

	return updating(0) ? any++ :
	       (uint8_t)(second() / 10 * 16 + second() % 10);
}

static uint8_t in8(uint16_t port)
{
	ticks += access_ticks;
	accesses++;
	if (port != RTC_DATA)
		return 0xFF;
	if (reg == RTC_SECONDS)
		return seconds_register();
	return reg == RTC_A ? divider | (updating(HZ / 1000) ? RTC_A_UPDATING : 0)
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

static bool near(uint64_t hz)
{
	return hz > HZ - HZ / 1000 && hz < HZ + HZ / 1000;
}

/* What is played; whom is believed, or which was too unsteady; seconds taken. */
static const struct {
	const char *what;
	bool has_rtc;
	uint8_t divider, b_register;
	uint32_t base_mhz, hypervisor_khz;
	unsigned access_ticks, stands_from;
	uint64_t late[16];
	const char *is;
	unsigned accesses_most, second;
} clocks[] = {
	/* Some of one, and three whole ones. */
	{ "serves where nothing else counts", true, RUNS, 2, 0, 0, ACCESS, 0,
	  { 0 }, "rtc", MANY, 5 },
	{ "is trusted more than leaf 16h, which is not asked", true, RUNS, 2,
	  2100, 0, ACCESS, 0, { 0 }, "rtc", MANY, 5 },
	{ "is not waited for where another answers", true, RUNS, 2, 0, HZ / 1000,
	  ACCESS, 0, { 0 }, "hypervisor", 0, 1 },
	{ "is not there", false, RUNS, 2, 0, 0, ACCESS, 0, { 0 }, "none", 0, 1 },
	{ "is all ones", true, 0xFF, 2, 0, 0, ACCESS, 0, { 0 }, "none", 5, 1 },
	{ "is held in reset", true, RTC_A_DIVIDER, 2, 0, 0, ACCESS, 0, { 0 },
	  "none", 5, 1 },
	{ "is being set", true, RTC_A_DIVIDER_ON, RTC_B_SET, 0, 0, ACCESS, 0,
	  { 0 }, "none", 5, 1 },
	{ "stops", true, RUNS, 2, 0, 0, ACCESS, 2, { 0 }, "none", MANY, 2 },
	{ "has fast ports", true, RUNS, 2, 0, 0, 100, 0, { 0 }, "rtc", MANY, 5 },
	{ "stands beside ticks that do", true, RUNS, 2, 0, 0, 0, 0, { 0 },
	  "none", MANY, 1 },
	/* A host took the core away when a second began, once. */
	{ "has seconds that differ", true, RUNS, 2, 0, 0, ACCESS, 0,
	  { 0, 0, 0, HZ / 20 }, "rtc", MANY, 7 },
	{ "has none that agree", true, RUNS, 2, 0, 0, ACCESS, 0,
	  { HZ / 20, 0, HZ / 20, 0, HZ / 20, 0, HZ / 20, 0, HZ / 20, 0, HZ / 20,
	    0, HZ / 20, 0, HZ / 20 }, "unsteady rtc", MANY, 12 },
};

TEST(clock_rtc_counts_where_nothing_else_does)
{
	EACH_CASE(i, clocks) {
		struct clock_hardware h = { .tsc = tsc, .in8 = in8,
			.out8 = out8, .has_rtc = clocks[i].has_rtc,
			.base_mhz = clocks[i].base_mhz,
			.hypervisor_khz = clocks[i].hypervisor_khz };
		char is[32];

		ticks = HZ / 3;
		accesses = 0;
		access_ticks = clocks[i].access_ticks;
		divider = clocks[i].divider;
		b_register = clocks[i].b_register;
		stands_from = clocks[i].stands_from;
		late = clocks[i].late;
		struct clock_result r = clock_calibrate(&h);

		snprintf(is, sizeof(is), "%s%s", r.unsteady ? "unsteady " :
			 "", r.unsteady ? r.unsteady : r.source);
		CHECK_TEXT(is, clocks[i].is);
		CHECK(is[0] == 'r' || is[0] == 'h' ? near(r.hz) : !r.hz);
		CHECK_EQUAL(r.sources, r.hz != 0);
		CHECK(r.spread_ppm < 1000); /* its own scatter */
		CHECK(accesses <= clocks[i].accesses_most);
		CHECK_EQUAL(second(), clocks[i].second);
	}
}
