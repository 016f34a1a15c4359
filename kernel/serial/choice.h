/* SPDX-License-Identifier: MIT */
/*
 * Which serial port carries the log: the one that the option names; else the
 * firmware's console (SPCR); else the first that answers of COM1 to COM4, and
 * of the PCI bus. Boot core.
 */
#ifndef KERNEL_SERIAL_CHOICE_H
#define KERNEL_SERIAL_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/firmware/acpi.h"
#include "kernel/firmware/multiboot.h"
#include "kernel/serial/uart.h"

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

/* ---- places ------------------------------------------------------------ */

#define SERIAL_FORMS "auto, off, io:PORT[,BAUD], mmio:ADDRESS[,BAUD] or " \
		     "mmio32:ADDRESS[,BAUD]"

struct serial_place {
	struct uart uart;
	uint32_t baud;      /* divides UART_CLOCK, or UART_AS_IT_IS */
};

/*
 * COM1 to COM4 where they usually are. The BIOS data area is not asked: under
 * UEFI its words may be anything, and each would be written to as a port. False
 * past the last one.
 */
bool serial_usual(unsigned index, struct serial_place *place);

/*
 * Reads "io:PORT", "mmio:ADDRESS" (registers of one byte) or "mmio32:ADDRESS"
 * (of four), and perhaps ",BAUD". Returns NULL, or what is wrong.
 */
const char *serial_place_read(const char *text, struct serial_place *place);

#endif
