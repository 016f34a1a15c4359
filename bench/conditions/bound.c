/* SPDX-License-Identifier: MIT */
#include "bench/conditions/bound.h"

#include "bench/conditions/timesharing.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/recall.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define RENEW_MS 1000u /* the image's timer counts some seconds only */

OPTION_NUMBER(opt_bound, "bound", 0, 1, 100000,
	      "seconds that a step may take; one that takes longer hangs "
	      "(default: 120, or 600 where cores take turns)");

static struct {
	bool begun, ticking;
	unsigned pauses;
	unsigned seconds;
	uint64_t since;   /* time stamp of the last renewal */
	uint32_t records; /* written when it began to count */
} bound;

/* In core 0's interrupt, when a whole bound has gone by. */
static void expire(void *arg)
{
	uint32_t records = log_counts()->records;
	char text[80];

	(void)arg;
	if (records != bound.records) {
		bound.records = records;
		return;
	}
	format(text, sizeof(text),
	       "hangs: what is measured has not ended for %u s", bound.seconds);
	machine_abandon(text);
}

static void start(void)
{
	bound.seconds = opt_bound.given ? (unsigned)opt_bound.number :
			timeshared() ? BOUND_SECONDS_TIMESHARED
				     : BOUND_SECONDS;
	bound.since = tsc_read();
	bound.records = log_counts()->records;
	bound.ticking = machine_tick_start(ticks_of_seconds(bound.seconds),
					   expire, NULL);
}

static void stop(void)
{
	if (bound.ticking)
		machine_tick_stop();
	bound.ticking = false;
}

void bound_begin(void)
{
	bound.begun = true;
	start();
}

void bound_end(void)
{
	stop();
	bound.begun = false;
}

void bound_abandoned(void)
{
	bound.pauses = 0;
	stop();
	if (bound.begun)
		start();
}

void bound_renew(void)
{
	if (!bound.ticking ||
	    tsc_read() - bound.since < ticks_of_ms(RENEW_MS))
		return;
	stop();
	start();
}

void bound_pause(void)
{
	if (!bound.pauses++)
		stop();
}

void bound_resume(void)
{
	if (!--bound.pauses && bound.begun)
		start();
}
