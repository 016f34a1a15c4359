/* SPDX-License-Identifier: MIT */
/* hosted/time/clock.c: the frequency that is measured, the one that the leaves
 * tell, and how far they are apart. On a clock that the test turns. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "kernel/common/calibrate.h"
#include "kernel/common/skew.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "kernel/x86/regs.h"
#include "tests/unit/fake_cpu.h"
#include "tests/unit/test.h"

#define STEP_NS 1000u           /* a look at the clock */
#define FIRST_NS 20010000u      /* so long the first measurement takes */

static uint64_t ns, ticks;
static unsigned rate = 3, later_rate = 3; /* ticks a nanosecond */

static void turn(struct timespec *now)
{
	ns += STEP_NS;
	ticks += STEP_NS * (ns < FIRST_NS ? rate : later_rate);
	*now = (struct timespec){ .tv_sec = (time_t)(ns / 1000000000),
				  .tv_nsec = (long)(ns % 1000000000) };
}

static uint64_t read_turned(void)
{
	return ticks;
}

#define clock_gettime(clock, now) turn(now)
#define tsc_read read_turned
#define machine_clock(...) clock_apart(__VA_ARGS__)
#define hosted_clock_init init_apart
#define hosted_clock_compare_cores compare_apart
#include "hosted/time/clock.c"

static const struct machine_clock *with(const struct fake_leaf *leaves,
					size_t bytes)
{
	fake_cpu(false, leaves, bytes);
	init_apart();
	return clock_apart();
}

static const struct machine_clock *without_leaves(void)
{
	static const struct fake_leaf none;

	return with(&none, sizeof(none));
}

TEST(hosted_clock_is_measured_where_no_leaf_tells)
{
	const struct machine_clock *clock = without_leaves();

	CHECK_EQUAL(clock->hz, 3000000000);
	CHECK_TEXT(clock->source, "monotonic-raw");
	CHECK(clock->spread_known);
	CHECK_EQUAL(clock->spread_ppm, 0);
	CHECK(!clock->invariant && !clock->has_rdtscp);
	CHECK(ns >= 40000000 && ns < 41000000);
}

TEST(hosted_clock_tells_how_far_two_measurements_are_apart)
{
	later_rate = 4;
	CHECK_EQUAL(without_leaves()->hz, 4000000000);
	CHECK_EQUAL(clock_apart()->spread_ppm, 250000);
}

TEST(hosted_clock_tells_so_of_one_that_goes_slower)
{
	later_rate = 2;
	CHECK_EQUAL(without_leaves()->spread_ppm, 500000);
}

/* The first warning; "" if there is none. */
static const char *warned(void)
{
	static char text[256];
	const char *code, *words;

	text[0] = 0;
	if (machine_warning(0, &code, &words))
		snprintf(text, sizeof(text), "%s: %s", code, words);
	return text;
}

/* A crystal of that many Hz, times `times`. */
static const struct machine_clock *crystal(uint32_t hz, uint32_t times)
{
	static struct fake_leaf given;

	given = (struct fake_leaf){ CPUID_TSC_CRYSTAL, 0,
				    { .eax = 1, .ebx = times, .ecx = hz } };
	return with(&given, sizeof(given));
}

TEST(hosted_clock_believes_a_leaf_that_the_measurement_confirms)
{
	const struct machine_clock *clock = crystal(10000000, 299);

	CHECK_EQUAL(clock->hz, 2990000000);
	CHECK_TEXT(clock->source, "cpuid-15h");
	CHECK_EQUAL(clock->spread_ppm, 3333);
	CHECK_TEXT(warned(), "");
}

/* 1,000 MHz for 3,000: a cloud that passes on another host's leaf. */
TEST(hosted_clock_measures_where_a_leaf_tells_another_frequency)
{
	const struct machine_clock *clock = crystal(25000000, 40);

	CHECK_EQUAL(clock->hz, 3000000000);
	CHECK_TEXT(clock->source, "monotonic-raw");
	CHECK_EQUAL(clock->spread_ppm, 0);
	CHECK_TEXT(warned(), "clocks_differ: cpuid-15h tells another frequency "
		   "of the time stamp than CLOCK_MONOTONIC_RAW, more than 1 % "
		   "off; used: monotonic-raw");
}

TEST(hosted_clock_measures_where_leaves_contradict_each_other)
{
	static const struct fake_leaf given[] = {
		{ CPUID_TSC_CRYSTAL, 0,
		  { .eax = 1, .ebx = 40, .ecx = 25000000 } },
		{ CPUID_HYPERVISOR_TIMING, 0, { .eax = 2000000 } },
	};

	CHECK_TEXT(with(given, sizeof(given))->source, "monotonic-raw");
	CHECK(strstr(warned(), "clocks_differ: cpuid-15h tells another"));
}

TEST(hosted_clock_knows_what_the_stamp_can_do)
{
	static const struct fake_leaf invariant[] = {
		{ CPUID_ADVANCED_POWER, 0, { .edx = 1u << 8 } },
	}, rdtscp[] = {
		{ CPUID_EXTENDED_FEATURES, 0, { .edx = 1u << 27 } },
	};

	CHECK(with(invariant, sizeof(invariant))->invariant);
	CHECK(!clock_apart()->has_rdtscp);
	CHECK(with(rdtscp, sizeof(rdtscp))->has_rdtscp);
	CHECK(!clock_apart()->invariant);
}
