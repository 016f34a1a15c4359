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
static unsigned rate, later_rate; /* ticks a nanosecond */

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
#include "hosted/time/clock.c"

/* A crystal of that many Hz, times `times`. */
#define CRYSTAL(hz, times)                                                   \
	{ CPUID_TSC_CRYSTAL, 0, { .eax = 1, .ebx = times, .ecx = hz } }
#define HYPERVISOR(khz) { CPUID_HYPERVISOR_TIMING, 0, { .eax = khz } }
#define IN_ONE { CPUID_FEATURES, 0, { .ecx = CPUID_1_ECX_HYPERVISOR } }
#define DIFFERS "clocks_differ: cpuid-15h tells another frequency of the "   \
	"time stamp than CLOCK_MONOTONIC_RAW, more than 1 % off; used: "     \
	"monotonic-raw"

/* What the stamp does in each of two measurements, and what the leaves tell. */
static const struct {
	const char *what;
	unsigned rate, later_rate;
	struct fake_leaf leaf[3];
	const char *is, *warned;
} clocks[] = {
	{ "no leaf tells", 3, 3, { { 0 } }, "3000000000 monotonic-raw 0", "" },
	{ "one that goes faster", 3, 4, { { 0 } },
	  "4000000000 monotonic-raw 250000", "" },
	{ "one that goes slower", 3, 2, { { 0 } },
	  "2000000000 monotonic-raw 500000", "" },
	{ "a leaf that is confirmed", 3, 3, { CRYSTAL(10000000, 299) },
	  "2990000000 cpuid-15h 3333", "" },
	/* 1,000 MHz for 3,000: a cloud that passes on another host's leaf. */
	{ "one that is not", 3, 3, { CRYSTAL(25000000, 40) },
	  "3000000000 monotonic-raw 0", DIFFERS },
	{ "leaves that contradict each other", 3, 3,
	  { CRYSTAL(25000000, 40), HYPERVISOR(2000000), IN_ONE },
	  "3000000000 monotonic-raw 0", DIFFERS },
	{ "invariant", 3, 3,
	  { { CPUID_ADVANCED_POWER, 0, { .edx = 1u << 8 } } },
	  "3000000000 monotonic-raw 0 invariant", "" },
	{ "RDTSCP", 3, 3,
	  { { CPUID_EXTENDED_FEATURES, 0, { .edx = 1u << 27 } } },
	  "3000000000 monotonic-raw 0 RDTSCP", "" },
};

/* The warning behind those that were; "" if there is none. */
static const char *next_warning(void)
{
	static char text[256];
	static unsigned next;
	const char *code, *words;

	text[0] = 0;
	if (machine_warning(next, &code, &words)) {
		snprintf(text, sizeof(text), "%s: %s", code, words);
		next++;
	}
	return text;
}

TEST(hosted_clock_is_measured_and_believes_what_that_confirms)
{
	const struct machine_clock *clock = clock_apart();
	char is[96];

	EACH_CASE(i, clocks) {
		ns = ticks = 0;
		rate = clocks[i].rate;
		later_rate = clocks[i].later_rate;
		fake_cpu(false, clocks[i].leaf, sizeof(clocks[i].leaf));
		hosted_clock_init();
		snprintf(is, sizeof(is), "%lu %s %u%s%s",
			 (unsigned long)clock->hz, clock->source,
			 clock->spread_ppm, clock->invariant ? " invariant" : "",
			 clock->has_rdtscp ? " RDTSCP" : "");
		CHECK_TEXT(is, clocks[i].is);
		CHECK_TEXT(next_warning(), clocks[i].warned);
		CHECK(clock->spread_known);
		CHECK(ns >= 40000000 && ns < 41000000);
	}
}
