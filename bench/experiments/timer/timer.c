/* SPDX-License-Identifier: MIT */
/*
 * What it costs to read the time, and how fine the clock is: every way to
 * read the time stamp counter, from the one that may move among its
 * neighbours to the one that waits for everything; and the counters beside it
 * (bench/experiments/timer/devices.c).
 */
#include "bench/experiments/timer/timer.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"

#define CHECKED 1000u

/* ---- the ways ----------------------------------------------------------- */

static inline uint64_t read_plain(void)
{
	return tsc_read();
}

static inline uint64_t read_lfence(void)
{
	return tsc_start();
}

static inline uint64_t read_rdtscp(void)
{
	return tsc_read_rdtscp();
}

static inline uint64_t read_rdtscp_lfence(void)
{
	return tsc_stop_rdtscp();
}

static inline uint64_t read_cpuid(void)
{
	return tsc_read_cpuid();
}

/* A way's timed body, and the same read with its stamps kept. */
#define WAY(name)                                                            \
	__attribute__((noinline)) static void                                \
	timer_##name(struct cell *cell, unsigned core, uint64_t count)       \
	{                                                                    \
		(void)cell;                                                  \
		(void)core;                                                  \
		while (count--)                                              \
			(void)read_##name();                                 \
	}                                                                    \
	__attribute__((noinline)) static void                                \
	take_##name(uint64_t *stamp, unsigned count)                         \
	{                                                                    \
		for (unsigned i = 0; i < count; i++)                         \
			stamp[i] = read_##name();                            \
	}                                                                    \
	static const struct timer_way way_##name = { timer_##name,           \
						     take_##name, NULL };

WAY(plain)
WAY(lfence)
WAY(rdtscp)
WAY(rdtscp_lfence)
WAY(cpuid)

/* ---- validation --------------------------------------------------------- */

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

static const char *no_rdtscp(unsigned cores)
{
	(void)cores;
	return machine_clock()->has_rdtscp ? NULL : "CPUID has no RDTSCP";
}

#define FORWARD "no stamp below the one before"

#define ROW(row, way, text, ...)                                             \
	{                                                                    \
		.name = row, .per = "read", .summary = text,                 \
		.least_batch = 2, .most_cores = 1,                           \
		.validate = validate_forward, .property = FORWARD,           \
		.what = &way_##way, .body = timer_##way,                     \
		__VA_ARGS__                                                  \
	}

static const struct variant variants[] = {
	ROW("rdtsc", plain, "RDTSC alone: may move among its neighbours"),
	ROW("rdtsc/lfence", lfence,
	    "LFENCE, RDTSC: waits for all that came before"),
	ROW("rdtsc/rdtscp", rdtscp, "RDTSCP: the same in one instruction",
	    .unfit = no_rdtscp),
	ROW("rdtsc/rdtscp/lfence", rdtscp_lfence,
	    "RDTSCP, LFENCE: lets nothing begin before it, too",
	    .unfit = no_rdtscp),
	ROW("rdtsc/cpuid", cpuid,
	    "CPUID, RDTSC: serialised; leaves a virtual machine"),
};

#define WAYS (sizeof(variants) / sizeof(variants[0]))

static unsigned count_steps(const struct settings *settings)
{
	return timer_cores_steps(settings, variants, WAYS) +
	       timer_cores_steps(settings, timer_devices, timer_device_count);
}

static bool measure_all(const struct settings *settings)
{
	timer_measure_cores(settings, variants, WAYS);
	timer_measure_cores(settings, timer_devices, timer_device_count);
	return true;
}

ROWS(timer, variants);
EXPERIMENT_RUN(timer, count_steps, measure_all,
	       "what does it cost to read the time, and how fine is it?",
	       .order = ORDER_PARTS, .own_timer = true,
	       .page = "rdtsc rdtsc/lfence hpet");
