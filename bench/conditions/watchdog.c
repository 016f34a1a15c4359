/* SPDX-License-Identifier: MIT */
#include "bench/conditions/watchdog.h"

#include "bench/conditions/bound.h"
#include "bench/conditions/timesharing.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/recall.h"
#include "kernel/ticks.h"

static bool watching;
static unsigned bound;
static unsigned looks; /* that core 0 lived through: a stopped emulator none */
static void (*also)(void);

static void look(void *arg)
{
	char text[64];

	(void)arg;
	if (also)
		also();
	if (++looks < bound * 1000 / WATCHDOG_LOOK_MS)
		return;
	format(text, sizeof(text), "hangs: its validation has not ended for %u s",
	       bound);
	machine_abandon(text);
}

void watchdog_begin(void)
{
	bound_pause();
	looks = 0;
	bound = timeshared() ? WATCHDOG_SECONDS_TIMESHARED : WATCHDOG_SECONDS;
	watching = machine_tick_start(ticks_of_ms(WATCHDOG_LOOK_MS), look,
				      NULL);
}

void watchdog_end(void)
{
	if (watching)
		machine_tick_stop();
	bound_resume();
}

void watchdog_abandoned(void)
{
	watching = false;
	also = NULL;
}

void watchdog_also(void (*look_too)(void))
{
	also = look_too;
}
