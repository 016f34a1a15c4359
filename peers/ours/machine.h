/* SPDX-License-Identifier: MIT */
/*
 * As much of a machine (kernel/machine.h) as our locks, our scheduler and our
 * executors need here: the two sides are its cores. The linker names what it
 * has not.
 */
#ifndef PEERS_OURS_MACHINE_H
#define PEERS_OURS_MACHINE_H

#include "kernel/machine.h"

/* Runs body on core 0 while core 1 stands ready for machine_start(). Where
 * there are two cores. */
void ours_machine(void (*body)(void));

#endif
