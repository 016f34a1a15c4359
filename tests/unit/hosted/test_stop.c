/* SPDX-License-Identifier: MIT */
/* hosted/stop.c: who panics waits for a line that is being written, not for
 * ever. By the test's clock. */
#define _GNU_SOURCE
#include <stdbool.h>

#include "hosted/output.h"
#include "hosted/stop.h"
#include "kernel/atomic.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "tests/unit/test.h"

#define PAUSE 1000000u /* ticks; 1 ms */

static uint64_t now;
static unsigned busy, pauses, seized;

static void pause_once(void)
{
	now += PAUSE;
	pauses++;
	busy -= busy != 0;
}

#define tsc_read() now
#define cpu_relax pause_once
#define log_busy() (busy != 0)
#define log_seize() (seized++)
#define output_end() (void)0
#define machine_note note_apart
#define machine_stop stop_apart
#define machine_panic panic_apart
#include "hosted/stop.c"

TEST(stop_waits_for_the_line_that_is_being_written)
{
	busy = 3;
	become_reporter();
	CHECK_EQUAL(pauses, 3);
	CHECK_EQUAL(seized, 0);
}

TEST(stop_takes_the_log_over_after_10_ms)
{
	busy = 1000;
	become_reporter();
	CHECK_EQUAL(pauses, 10);
	CHECK_EQUAL(seized, 1);
}
