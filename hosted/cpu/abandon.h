/* SPDX-License-Identifier: MIT */
/* kernel/recall.h by signals, which interrupt a thread as an NMI does a core. */
#ifndef HOSTED_CPU_ABANDON_H
#define HOSTED_CPU_ABANDON_H

#include <signal.h>
#include <stdint.h>

/* Calls a thread home. What it finds is where the thread leaves; so core 0's
 * tick, which may ask for it, holds it up until it returns. */
#define ABANDON_SIGNAL (SIGRTMIN + 2)

/*
 * In a thread other than core 0's: serves jobs, and does so again whenever what
 * it runs is abandoned.
 */
_Noreturn void abandon_serve(void);

/* A fault of the calling core at that address, with that stack pointer: where it
 * ends a body and not the run, this does not return. */
void hosted_abandon_fault(const char *why, uint64_t address, uint64_t stack);

#endif
