/* SPDX-License-Identifier: MIT */
/* machine_recall() on its way: by an NMI, or by the tick of the own core. */
#ifndef KERNEL_CPU_RECALL_H
#define KERNEL_CPU_RECALL_H

#include <stdbool.h>

struct percpu;
struct trap_frame;

/*
 * In an NMI, and at the end of the tick: has a recall come? Then the frame is
 * changed to lead back to machine_recallable(), if that body still runs.
 */
bool recall_take(struct percpu *cpu, struct trap_frame *frame);

#endif
