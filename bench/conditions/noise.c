/* SPDX-License-Identifier: MIT */
#include "bench/conditions/noise.h"

#include <stdarg.h>

#include "bench/stats/histogram.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

OPTION_NUMBER(opt_gap, "gap", 0, 0, 1000,
	      "microseconds of a gap planted on core 0 in each hunt (a test)");

/* Of more groups than that each is watched shorter, but so long at least. */
#define GROUPS 32u
#define WATCH_LEAST_US 1000u

static struct noise seen[MACHINE_MAX_CORES], worst[MACHINE_MAX_CORES];

static uint64_t ticks_of(uint64_t nanoseconds)
{
	return ticks_of_ms(nanoseconds) / 1000000;
}

/* Looks away for that long, as an interruption would make the hunt do. */
static void plant(uint64_t ticks)
{
	uint64_t start = tsc_read();

	while (tsc_read() - start < ticks)
		;
}

/* What the core's own counters say of the time between two readings. */
static void compare(struct noise *n, const struct machine_counters *before,
		    const struct machine_counters *after)
{
	uint64_t mperf = after->mperf - before->mperf;

	n->smi_known = before->smi_known;
	n->smi = after->smi - before->smi;
	n->system_known = before->system_known;
	n->switches = after->switches - before->switches;
	n->faults = after->faults - before->faults;
	n->steal_known = before->steal_known;
	n->steal_us = after->steal_us - before->steal_us;
	n->clock_known = before->clock_known && mperf;
	if (n->clock_known)
		n->clock = (uint32_t)((after->aperf - before->aperf) * 1000 /
				      mperf);
}

/* A coarse histogram: 4 KiB, so that it stays in the first cache. */
#define HUNT_BITS 4u

/* Nothing but that table is touched, and one store made at the end: the hunt
 * must not cause what it looks for. */
static void hunt(unsigned core, void *arg)
{
	uint64_t least = ticks_of(NOISE_GAP_NS), ticks = *(const uint64_t *)arg;
	uint64_t planted = core == 0 ? ticks_of(opt_gap.number * 1000) : 0;
	struct machine_counters before, after;
	uint32_t count[HISTOGRAM_BINS(HUNT_BITS)] = { 0 };
	struct histogram pauses;
	struct noise n = { 0 };
	uint64_t start, last, now, end;

	histogram_init(&pauses, HUNT_BITS, count);

	before = machine_counters();
	start = last = tsc_read();
	end = start + ticks;
	do {
		if (planted && last - start > ticks / 2) {
			plant(planted);
			planted = 0;
		}
		now = tsc_read();
		histogram_add(&pauses, now - last);
		if (now - last > least) {
			n.gaps++;
			n.lost += now - last;
		}
		last = now;
	} while (now < end);
	after = machine_counters();
	compare(&n, &before, &after);
	n.watched = now - start;
	n.max = pauses.max;
	n.p9999 = histogram_percentile(&pauses, 9999);
	seen[core] = n;
}

/* Those from `first` on; core 0 sleeps where it is not one of them. */
static void watch_group(unsigned first, unsigned end, uint64_t *ticks)
{
	for (unsigned i = first ? first : 1; i < end; i++)
		machine_start(i, hunt, ticks);
	if (!first)
		hunt(0, ticks);
	machine_join();
}

/* How long each group is watched. */
static uint64_t each_us(unsigned groups, uint64_t us)
{
	return max_u64(us * GROUPS / max_u64(groups, GROUPS),
		       min_u64(us, WATCH_LEAST_US));
}

void noise_watch(unsigned cores, unsigned at_once, uint64_t microseconds)
{
	unsigned groups = (cores + at_once - 1) / at_once;
	uint64_t ticks = ticks_of(each_us(groups, microseconds) * 1000);

	for (unsigned first = 0; first < cores; first += at_once)
		watch_group(first, (unsigned)min_u64(first + at_once, cores),
			    &ticks);
	for (unsigned i = 0; i < cores; i++)
		if (!worst[i].watched ||
		    noise_grade(&seen[i]) > noise_grade(&worst[i]))
			worst[i] = seen[i];
}

const struct noise *noise_worst(unsigned core)
{
	return &worst[core];
}

const struct noise *noise_of(unsigned core)
{
	return &seen[core];
}

uint64_t noise_lost_ppm(const struct noise *noise)
{
	return noise->watched ? noise->lost * 1000000 / noise->watched : 0;
}

char noise_grade(const struct noise *noise)
{
	static const struct { uint64_t ppm, microseconds; } limit[] = {
		{ 10, 10 }, { 100, 50 }, { 1000, 200 }, { 10000, 1000 },
	};
	uint64_t ppm = noise_lost_ppm(noise);

	if (!noise->gaps)
		return 'A';
	for (unsigned i = 0; i < sizeof(limit) / sizeof(limit[0]); i++)
		if (ppm <= limit[i].ppm &&
		    noise->max <= ticks_of(limit[i].microseconds * 1000))
			return (char)('B' + i);
	return 'F';
}

/* printf-like, at the end of what stands in text. */
__attribute__((format(__printf__, 2, 3)))
static void append(char text[NOISE_REASONS_MAX], const char *more, ...)
{
	size_t at = strlen(text);
	va_list args;

	va_start(args, more);
	format_v(text + at, NOISE_REASONS_MAX - at, more, args);
	va_end(args);
}

void noise_reasons(const struct noise *n, char text[NOISE_REASONS_MAX])
{
	uint64_t hz = machine_clock()->hz;

	text[0] = 0;
	if (!n->gaps)
		append(text, "no gap");
	else
		append(text, "%lu gap%s, %lu ppm lost, longest %lu %s",
		       n->gaps, format_s(n->gaps), noise_lost_ppm(n),
		       hz ? n->max * 1000000 / hz : n->max,
		       hz ? "us" : "ticks");
	if (n->smi_known)
		append(text, ", %lu SMI%s", n->smi, format_s(n->smi));
	if (n->clock_known)
		append(text, ", clock x%u.%03u", n->clock / 1000,
		       n->clock % 1000);
	if (n->system_known)
		append(text, ", %lu switch%s, %lu fault%s", n->switches,
		       n->switches == 1 ? "" : "es", n->faults,
		       format_s(n->faults));
	if (n->steal_known)
		append(text, ", %lu us stolen", n->steal_us);
}
