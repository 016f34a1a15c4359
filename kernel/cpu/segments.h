/* SPDX-License-Identifier: MIT */
/* Descriptor tables of a core, and the base of gs. */
#ifndef KERNEL_CPU_SEGMENTS_H
#define KERNEL_CPU_SEGMENTS_H

#include "kernel/cpu/percpu.h"

/*
 * Fills and loads the calling core's own GDT and TSS and points %gs at its
 * percpu. this_cpu() works from here on.
 */
void segments_load(struct percpu *cpu);

/* Points %gs to the calling core's percpu again, which is returned: a body may have
 * changed it. In an exception, instead of this_cpu(). */
struct percpu *segments_restore_gs(void);

#endif
