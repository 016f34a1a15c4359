/* SPDX-License-Identifier: MIT */
/*
 * A bound on what may never come back: a lock, queue or executor that is being
 * validated, which may be the user's. Core 0 lets interrupts in; so nothing is
 * measured meanwhile.
 */
#ifndef BENCH_CONDITIONS_WATCHDOG_H
#define BENCH_CONDITIONS_WATCHDOG_H

/* Where cores take turns on fewer real ones, a lock waits for who does not run. */
#define WATCHDOG_SECONDS 20u
#define WATCHDOG_SECONDS_TIMESHARED 300u

/* Without its end so much later, machine_abandon(). Where there is no timer, no
 * bound. Core 0. */
void watchdog_begin(void);
void watchdog_end(void);

/* Within the two, each so many milliseconds also look(), in core 0's interrupt;
 * NULL: no more. Core 0. */
#define WATCHDOG_LOOK_MS 50u
void watchdog_also(void (*look)(void));

/* After machine_abandonable() was: it does not watch any more. Core 0. */
void watchdog_abandoned(void);

#endif
