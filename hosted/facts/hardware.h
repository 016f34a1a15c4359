/* SPDX-License-Identifier: MIT */
/* What Linux tells of the hardware below it, in /sys. */
#ifndef HOSTED_FACTS_HARDWARE_H
#define HOSTED_FACTS_HARDWARE_H

#include "kernel/machine.h"

/*
 * Fills maker, product, board, firmware, caches and memory_bytes of *facts;
 * what cannot be read stays as it is. Serial numbers are not read. Before
 * other threads.
 */
void hardware_ask(struct machine_facts *facts);

/* ---- the label --------------------------------------------------------- */

/*
 * The trust label of a Linux program on a machine that has this label itself:
 * "linux" on metal, "linux-vm" under a hypervisor, and the same label inside an
 * emulator or where it is unknown: there a clean Linux changes nothing. Pure.
 */
const char *hosted_label(const char *machine);

#endif
