/* SPDX-License-Identifier: MIT */
/*
 * Which serial port carries the log: the one that the option names; else the
 * firmware's console (SPCR); else the first that answers of COM1 to COM4, and
 * of the PCI bus. Boot core.
 */
#ifndef KERNEL_SERIAL_CHOICE_H
#define KERNEL_SERIAL_CHOICE_H

#include "kernel/firmware/acpi.h"
#include "kernel/firmware/multiboot.h"

/* Takes the first usual port that answers, so that a fault's report has
 * somewhere to go. */
void serial_choose_early(void);

/* By the option, which has been read; a mistaken one is warned of, and is as
 * good as none. Without a usual port the PCI bus. After memory_init(); keeps
 * the pointer. */
void serial_choose(const struct boot_info *boot);

/* Where the option names none: the firmware's console. Warns where there is
 * no port at all. */
void serial_choose_console(struct acpi *acpi);

#endif
