/* SPDX-License-Identifier: MIT */
/*
 * machine_alarm_start(): the HPET's first timer, whose pin of the I/O APIC sends
 * core 0 an NMI. It takes the PIT's place at that pin ("legacy replacement", IA-PC
 * HPET 1.0a, 2.4.7), which no other device shares; nobody uses the PIT's
 * interrupt here. The PIT itself could not serve: it counts 55 ms.
 */
#ifndef KERNEL_TIME_ALARM_H
#define KERNEL_TIME_ALARM_H

#include <stdbool.h>

#include "kernel/x86/ioapic.h"

/*
 * Takes the timer, and tries whether an NMI comes. kept: a firmware will be
 * visited; then a timer that is in use is left to it. Once the clock, APIC and
 * traps of the boot core work. On it.
 */
void alarm_init(const struct ioapic_pin *pin, bool kept);

/* Did one come? */
bool alarm_there(void);

/* Stops it, and gives the timer and the pin back as they were found; takes them
 * again, stopped. For a visit to the firmware. Core 0. */
void alarm_lend(void);
void alarm_take_back(void);

#endif
