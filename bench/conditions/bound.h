/* SPDX-License-Identifier: MIT */
/*
 * A bound on all that is measured: a lock that was right while it was proven
 * may keep core 0 for ever when it is timed. A step is what lies between two
 * bound_renew(). One that takes longer than bound= seconds, and writes no record
 * meanwhile, is abandoned: machine_abandon(). It takes twice as long at most.
 *
 * It is a tick of core 0 that does not come: each step puts it off, so no sample
 * is interrupted. Where there is no timer, no bound. Core 0.
 */
#ifndef BENCH_CONDITIONS_BOUND_H
#define BENCH_CONDITIONS_BOUND_H

/* Seconds; where cores take turns a lock waits for who does not run. */
#define BOUND_SECONDS 120u
#define BOUND_SECONDS_TIMESHARED 600u

void bound_begin(void);
void bound_end(void);

/* Costs a look at the clock; each second the timer is set anew. */
void bound_renew(void);

/* For who uses the tick, or the timer, or interrupts; they nest. Nothing is
 * bounded in between. */
void bound_pause(void);
void bound_resume(void);

/* After machine_abandonable() was: as if nobody had paused it. */
void bound_abandoned(void);

#endif
