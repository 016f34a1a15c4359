/* SPDX-License-Identifier: MIT */
/*
 * A body that may never come back, as a user's lock may not: others take its
 * core out of it. What it was about stays as it is.
 */
#ifndef KERNEL_RECALL_H
#define KERNEL_RECALL_H

#include <stdbool.h>

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

#endif
