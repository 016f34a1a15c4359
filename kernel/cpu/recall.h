/* SPDX-License-Identifier: MIT */
/* machine_recall() and machine_nudge() on their way: by an NMI, or by the tick
 * of the own core. */
#ifndef KERNEL_CPU_RECALL_H
#define KERNEL_CPU_RECALL_H

#include <stdbool.h>

struct percpu;
struct trap_frame;

/*
 * In an NMI, and at the end of the tick: has a recall or a nudge come? By a
 * recall the frame is changed to lead back to machine_recallable(), if that body
 * still runs.
 */
bool recall_take(struct percpu *cpu, struct trap_frame *frame);

#endif
