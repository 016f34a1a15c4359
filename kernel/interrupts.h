/* SPDX-License-Identifier: MIT */
/*
 * The machine's interrupts and idle states: what only an experiment about them
 * may use. Where a function that ends in _missing gives a reason, the others
 * of its part must not be called: so on Linux.
 */
#ifndef KERNEL_INTERRUPTS_H
#define KERNEL_INTERRUPTS_H

#include <stdint.h>

/* Why no core can be halted or interrupted here; NULL where it can. */
const char *machine_ipi_missing(void);

/*
 * Interrupts a core, or all cores but the caller, those outside of the
 * present machine_run() included. The target takes it in machine_wait(), or
 * between machine_listen_begin() and machine_listen_end(); till then it stays
 * pending, and a second one is lost in it. Any core.
 */
void machine_ipi(unsigned core);
void machine_ipi_others(void);

/* Interrupts of these that the core has taken; the handler's first act. What
 * the caller then reads of machine_ipi_stamp() is not older. Any core. */
uint64_t machine_ipis(unsigned core);

/* The target's time stamp in the handler of the last one. */
uint64_t machine_ipi_stamp(unsigned core);

/* Lets interrupts in while the calling core runs; not across a wait. */
void machine_listen_begin(void);
void machine_listen_end(void);

/*
 * The hints that the processor has for MWAIT, one for each idle state
 * (CPUID 5); returns how many, at most `most`. No trial: see below.
 */
unsigned machine_mwait_hints(uint32_t *hints, unsigned most);

/* Why MONITOR/MWAIT cannot be used here; NULL where a trial has shown that
 * they can. The first call makes the trial: core 0, outside any run. */
const char *machine_mwait_missing(void);

/*
 * Sleeps in the hint's idle state until *word, which is `expected`, is stored
 * to, or until machine_wake() of this core. May return early.
 */
void machine_monitor_wait(const uint64_t *word, uint64_t expected,
			  uint32_t hint);

#endif
