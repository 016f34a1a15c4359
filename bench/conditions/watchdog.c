/* SPDX-License-Identifier: MIT */
#include "bench/conditions/watchdog.h"

#include "bench/conditions/timesharing.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"

static bool watching;
static unsigned bound;
static unsigned seconds; /* that core 0 lived through: a stopped emulator none */

static void look(void *arg)
{
	char text[64];

	(void)arg;
	if (++seconds < bound)
		return;
	format(text, sizeof(text), "hangs: its validation has not ended for %u s",
	       bound);
	machine_panic(text);
}

void watchdog_begin(void)
{
	seconds = 0;
	bound = timeshared() ? WATCHDOG_SECONDS_TIMESHARED : WATCHDOG_SECONDS;
	watching = machine_tick_start(ticks_of_seconds(1), look, NULL);
}

void watchdog_end(void)
{
	if (watching)
		machine_tick_stop();
	watching = false;
}
