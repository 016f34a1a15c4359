/* SPDX-License-Identifier: MIT */
/*
 * A body that may never come back, as a user's lock may not: others take its
 * core out of it. What it was about stays as it is.
 */
#ifndef KERNEL_RECALL_H
#define KERNEL_RECALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * body(arg) on the calling core; false if machine_recall() has ended it. It
 * does not nest, holds nothing that is needed afterwards, and starts no other
 * core. Any core.
 */
bool machine_recallable(void (*body)(void *arg), void *arg);

/*
 * Ends that core's machine_recallable(), wherever it is; one that has ended
 * before is left alone. It may do nothing while a machine_nudge() of that core
 * is on its way: it is called again in the next tick. From
 * machine_tick_start()'s tick alone; until the tick returns, that core begins
 * no other one.
 */
void machine_recall(unsigned core);

/*
 * Interrupts that core, which then goes on with what it does. One that a host
 * lets wait for its turn takes it late: machine_nudged() is false until then.
 * Nobody nudges it again before. Both from the tick alone.
 */
void machine_nudge(unsigned core);
bool machine_nudged(unsigned core);

/* ---- what hangs, or faults in the user's own code ------------------------- */

/*
 * body(arg) on core 0, with whatever it runs on other cores; false if it was
 * abandoned. Then all cores have left it wherever they were: they are parked
 * again, nobody ticks or spins. What it was about is as it was left, and
 * nothing of it may be used again. It does not nest. Core 0, outside any run.
 */
bool machine_abandonable(void (*body)(void *arg), void *arg);

/*
 * Ends machine_abandonable(), with these words; outside one it is
 * machine_panic(). From machine_tick_start()'s tick or machine_alarm_start()'s
 * call alone, which may go on for a moment.
 */
void machine_abandon(const char *why);

/* Of the last one that was abandoned, until the next begins. */
struct machine_abandoned {
	char why[96];
	bool fault;
	unsigned core;    /* of the fault */
};
const struct machine_abandoned *machine_abandoned(void);

/* Where that core was when it left it; 0: it had nothing to do with it. */
uint64_t machine_abandoned_at(unsigned core);

/* Was that in code of the user's own? */
bool machine_abandoned_in_users(unsigned core);

/* An address and its function: "0000000000212340, spin + 4"; the address alone
 * where no function is known. Any core, any context, no lock. */
#define MACHINE_PLACE 80u
void machine_place(char *text, size_t size, uint64_t address);

/* Its function alone: "spin + 4"; false where none is known. Likewise. */
bool machine_function(char *text, size_t size, uint64_t address);

#endif
