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

/* Nothing tells at first how fast this machine is: such a part of what is
 * expected counts as having taken what it should. */
#define TRUSTED(expected) ((expected) / 8)

/* In milliseconds as they are expected. */
static uint64_t expected, done;
static uint64_t until; /* what has begun would be done */
static unsigned step = 1;

static uint64_t begun, last, recorded; /* ticks */
static uint64_t shown_left, shown_at;  /* milliseconds left, and when */
static bool told;                      /* they were */
static bool stopped;

void progress_expect(uint64_t steps, unsigned step_ms)
{
	expected += steps * step_ms;
}

void progress_begin(uint64_t steps, unsigned step_ms)
{
	if (until > done)
		expected -= until - done;
	step = step_ms;
	until = done + steps * step_ms;
}

/* Milliseconds that are left if the rest goes on as so far. */
static uint64_t left_after(uint64_t ms)
{
	uint64_t trusted = TRUSTED(expected);

	return (expected - done) * (ms + trusted) / (done + trusted);
}

/* What is shown falls to the estimate. Where that is higher, it never grows nor
 * stands: it falls more slowly, so that both end together. */
static uint64_t fallen(uint64_t left, uint64_t ms)
{
	if (!told || left <= shown_left)
		return left;
	return shown_left * left / (left + ms - shown_at);
}

/* None are left only at the end: "over 0 s left" would be nonsense. "over" is
 * said where a quarter more is expected. */
static void write_left(char text[LEFT_MAX], uint64_t ms)
{
	uint64_t left = left_after(ms);

	shown_left = fallen(left, ms);
	shown_at = ms;
	told = true;
	format(text, LEFT_MAX, "   %s%lu s left",
	       left > shown_left + shown_left / 4 ? "over " : "",
	       left ? shown_left / 1000 + 1 : 0);
}

static void show(const struct record_key *key, uint64_t now)
{
	char line[LINE_MAX], left[LEFT_MAX] = "";

	if (ticks_known() && done)
		write_left(left, (now - begun) / ticks_of_ms(1));
	if (stopped)
		format(left, sizeof(left), "   the rest is skipped");
	format(line, sizeof(line), " %s %s   %lu %%%s", key->experiment,
	       key->variant, done * 100 / (expected ? expected : 1), left);
	machine_status(line);
}

void progress_done(const struct record_key *key, uint64_t steps)
{
	uint64_t now = tsc_read();

	if (!begun)
		begun = last = recorded = now;
	done += steps * step;
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
