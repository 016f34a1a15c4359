/* SPDX-License-Identifier: MIT */
#include "bench/progress.h"

#include "bench/record.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/x86/tsc.h"

#define LINE_MAX 96

static uint64_t expected, done, begun, last, recorded;

void progress_expect(uint64_t rounds)
{
	expected += rounds;
}

/* Seconds that are left if the rest goes on as so far. */
static uint64_t seconds_left(uint64_t now)
{
	uint64_t hz = machine_clock()->hz;

	if (!done || !hz)
		return 0;
	return (now - begun) / 1000 * (expected - done) / done / (hz / 1000);
}

static void show(const char *experiment, const char *variant, uint64_t now)
{
	char line[LINE_MAX];

	format(line, sizeof(line), " %s %s   %lu %%   %lu s left", experiment,
	       variant, done * 100 / (expected ? expected : 1),
	       seconds_left(now));
	machine_status(line);
}

void progress_done(const char *experiment, const char *variant,
		   uint64_t rounds)
{
	uint64_t now = tsc_read();

	if (!begun)
		begun = last = recorded = now;
	done += rounds;
	if (done > expected)
		expected = done;
	if (now - last < machine_clock()->hz / 3)
		return;
	last = now;
	show(experiment, variant, now);
	if (now - recorded < machine_clock()->hz / 3 * 2)
		return;
	recorded = now;
	record_progress(experiment, variant, done, expected);
}
