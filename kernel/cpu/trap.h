/* SPDX-License-Identifier: MIT */
/*
 * Traps: one table for all cores, one frame layout, and a way to try an
 * instruction that may fault.
 */
#ifndef KERNEL_CPU_TRAP_H
#define KERNEL_CPU_TRAP_H

#include <stdbool.h>

#include "kernel/cpu/trap_entry.h"

/*
 * Builds the table; once, before trap_load(). fault() is told, on whatever core,
 * of each exception that no trial expects, and does not return.
 */
void trap_init(void (*fault)(const struct trap_frame *frame));

/* Loads the table on the calling core. Its GDT and TSS must stand. */
void trap_load(void);

/*
 * Runs attempt(arg) and returns true; false if it faulted. attempt() must
 * hold nothing (no lock, no half-done state) where it may fault.
 */
bool trap_trial(void (*attempt)(void *arg), void *arg);

/* What an exception is called. */
const char *trap_name(uint64_t vector);

/* From boot/traps.asm. */
void trap_dispatch(struct trap_frame *frame);

#endif
