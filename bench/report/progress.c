/* SPDX-License-Identifier: MIT */
#include "bench/report/progress.h"

#include "bench/report/record.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define LINE_MAX 96
#define LEFT_MAX 40

static uint64_t expected, done, begun, last, recorded;
static bool stopped;

void progress_expect(uint64_t rounds)
{
	expected += rounds;
}

/* Seconds that are left if the rest goes on as so far. */
static uint64_t seconds_left(uint64_t now)
{
	if (!done)
		return 0;
	return (now - begun) / 1000 * (expected - done) / done / ticks_of_ms(1);
}

static void show(const struct record_key *key, uint64_t now)
{
	char line[LINE_MAX], left[LEFT_MAX] = "";

	if (ticks_known())
		format(left, sizeof(left), "   %lu s left", seconds_left(now));
	if (stopped)
		format(left, sizeof(left), "   the rest is skipped");
	format(line, sizeof(line), " %s %s   %lu %%%s", key->experiment,
	       key->variant, done * 100 / (expected ? expected : 1), left);
	machine_status(line);
}

void progress_done(const struct record_key *key, uint64_t rounds)
{
	uint64_t now = tsc_read();

	if (!begun)
		begun = last = recorded = now;
	done += rounds;
	if (done > expected)
		expected = done;
	if (now - last < ticks_of_seconds(1) / 3)
		return;
	last = now;
	stopped = stopped || machine_stop_asked();
	show(key, now);
	if (now - recorded < ticks_of_seconds(2) / 3)
		return;
	recorded = now;
	record_progress(key, done, expected);
}

bool progress_stopped(void)
{
	return stopped;
}
