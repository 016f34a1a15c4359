/* SPDX-License-Identifier: MIT */
/* machine_abandonable()'s ways home: by an NMI, by the tick or the alarm of core
 * 0, or from a fault. */
#ifndef KERNEL_CPU_ABANDON_H
#define KERNEL_CPU_ABANDON_H

#include <stdbool.h>
#include <stdint.h>

struct percpu;
struct trap_frame;

/* A core other than 0 begins again at the stack of the caller, if what it runs
 * is abandoned. That core. */
void abandon_home_here(struct percpu *cpu);

/* In an NMI: was this core called home? If so the frame leads there, unless the
 * core has nothing to leave. */
bool abandon_take(struct percpu *cpu, struct trap_frame *frame);

/* At the end of core 0's tick, or alarm, which may have asked for it. */
void abandon_take_own(struct percpu *cpu, struct trap_frame *frame);

/* Is the fault, of that name, one that ends a body and not the run? Then the frame leads home,
 * and core 0 is called. */
bool abandon_take_fault(struct percpu *cpu, struct trap_frame *frame,
			const char *name);

#endif
