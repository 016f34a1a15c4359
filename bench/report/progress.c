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
static uint64_t least; /* seconds left, of all estimates */
static bool told;      /* there was one */
static bool stopped;

void progress_expect(uint64_t rounds)
{
	expected += rounds;
}

/* Seconds that are left if the rest goes on as so far; none only at the end:
 * "over 0 s left" would be nonsense. */
static uint64_t seconds_left(uint64_t now)
{
	if (expected == done)
		return 0;
	return (now - begun) / 1000 * (expected - done) / done / ticks_of_ms(1)
	       + 1;
}

/* An estimate that grows tells a reader nothing: the least so far is shown, and
 * that it will take longer. */
static void write_left(char left[LEFT_MAX], uint64_t seconds)
{
	bool longer = told && seconds > least;

	least = longer ? least : seconds;
	told = true;
	format(left, LEFT_MAX, "   %s%lu s left", longer ? "over " : "", least);
}

static void show(const struct record_key *key, uint64_t now)
{
	char line[LINE_MAX], left[LEFT_MAX] = "";

	if (ticks_known() && done)
		write_left(left, seconds_left(now));
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
