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
 * before is left alone. From machine_tick_start()'s tick alone; until the
 * tick returns, that core begins no other one.
 */
void machine_recall(unsigned core);

#endif
