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

/* The alarm comes after the tick, which finds what is not deaf to it. */
#define ALARM_LATER_MS 1000u

static struct {
	bool begun, ticking;
	bool tick;        /* it may tick, while nobody has paused that */
	unsigned pauses;
	unsigned seconds;
	uint64_t since;   /* time stamp of the last renewal */
	uint32_t records; /* written when it began to count */
} bound;

static void expire(void *arg);

static void start_alarm(void)
{
	(void)machine_alarm_start(bound.seconds * 1000ull + ALARM_LATER_MS,
				  expire, NULL);
}

/* In core 0's interrupt or NMI, when a whole bound has gone by. */
static void expire(void *arg)
{
	uint32_t records = log_counts()->records;
	char text[80];

	(void)arg;
	if (records != bound.records) {
		bound.records = records;
		start_alarm();
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
	start_alarm();
	bound.ticking = bound.tick && !bound.pauses &&
		machine_tick_start(ticks_of_seconds(bound.seconds), expire,
				   NULL);
}

static void stop(void)
{
	machine_alarm_stop();
	if (bound.ticking)
		machine_tick_stop();
	bound.ticking = false;
}

static void start_anew(void)
{
	stop();
	if (bound.begun)
		start();
}

void bound_begin(bool tick)
{
	bound.begun = true;
	bound.tick = tick;
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
	start_anew();
}

void bound_renew(void)
{
	if (!bound.begun || tsc_read() - bound.since < ticks_of_ms(RENEW_MS))
		return;
	start_anew();
}

void bound_pause(void)
{
	if (!bound.pauses++)
		start_anew();
}

void bound_resume(void)
{
	if (!--bound.pauses)
		start_anew();
}
