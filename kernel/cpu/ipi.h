/* SPDX-License-Identifier: MIT */
/*
 * The interrupt that experiments send from core to core (machine_ipi()): all
 * that its handler does is to note the time and to count.
 */
#ifndef KERNEL_CPU_IPI_H
#define KERNEL_CPU_IPI_H

#include "kernel/cpu/percpu.h"

/* Counts one on the calling core. From the trap dispatcher, before the EOI. */
void ipi_taken(struct percpu *cpu);

#endif
