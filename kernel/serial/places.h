/* SPDX-License-Identifier: MIT */
/* Where a serial port may be: the usual ports, and what the option says. */
#ifndef KERNEL_SERIAL_PLACES_H
#define KERNEL_SERIAL_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/serial/uart.h"

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
