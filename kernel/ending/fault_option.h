/* SPDX-License-Identifier: MIT */
/* Faults on request (option fault=): the proof that the dump works. */
#ifndef KERNEL_ENDING_FAULT_OPTION_H
#define KERNEL_ENDING_FAULT_OPTION_H

/*
 * If the option asks for a fault, has that core cause it now. Core 0, outside
 * machine_run(). Does nothing otherwise.
 */
void fault_if_asked(void);

/* The same for a fault in the boot (boot:KIND); the boot core, after the
 * options were read. */
void fault_at_boot(void);

#endif
