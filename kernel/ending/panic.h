/* SPDX-License-Identifier: MIT */
/*
 * The end by fault: a dump on the screen and the serial line and a panic
 * record in the log, over a path that takes no lock.
 */
#ifndef KERNEL_ENDING_PANIC_H
#define KERNEL_ENDING_PANIC_H

#include "kernel/cpu/trap.h"

/*
 * An exception nobody expected, on any core. The first core to get here stops
 * the others by NMI and reports; an NMI that was sent for that only halts.
 */
_Noreturn void panic_trap(const struct trap_frame *frame);

/* What a dump calls this image; the texts stay. Before anything may fault. */
void panic_build(const char *version, const char *git);

#endif
