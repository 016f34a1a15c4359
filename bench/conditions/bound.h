/* SPDX-License-Identifier: MIT */
/*
 * A bound on all that is measured: a lock that was right while it was proven
 * may keep core 0 for ever when it is timed. A step is what lies between two
 * bound_renew(). One that takes longer than bound= seconds, and writes no record
 * meanwhile, is abandoned: machine_abandon(). It takes twice as long at most.
 *
 * It is a tick of core 0 that does not come, and behind it an alarm, which finds
 * also what has switched interrupts off: each step puts both off, so no sample is
 * interrupted. Where there is neither, no bound. Core 0.
 */
#ifndef BENCH_CONDITIONS_BOUND_H
#define BENCH_CONDITIONS_BOUND_H

#include <stdbool.h>

/* Seconds; where cores take turns a lock waits for who does not run. */
#define BOUND_SECONDS 120u
#define BOUND_SECONDS_TIMESHARED 600u

/* tick: false where core 0's timer is another's throughout; the alarm serves. */
void bound_begin(bool tick);
void bound_end(void);

/* Costs a look at the clock; each second the timers are set anew. */
void bound_renew(void);

/* For who uses the tick, or the timer, or interrupts; they nest. The alarm alone
 * bounds what lies between, and is set anew at both. */
void bound_pause(void);
void bound_resume(void);

/* After machine_abandonable() was: as if nobody had paused it. */
void bound_abandoned(void);

#endif
