/* SPDX-License-Identifier: MIT */
/*
 * Serial ports on the PCI bus: class 07h, in ports or memory. Pure: the
 * configuration space is reached through functions.
 */
#ifndef KERNEL_SERIAL_PCI_H
#define KERNEL_SERIAL_PCI_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/serial/uart.h"

/* `where` is a register's place: bus, device, function, offset (regs.h). */
struct pci {
	uint32_t (*read)(uint32_t where);
	void (*write)(uint32_t where, uint32_t value);
};

/* The place of a function's register 0. */
uint32_t pci_place(unsigned bus, unsigned device, unsigned function);

/* Lets a function answer at its addresses, too (PCI_COMMAND_IO, _MEMORY);
 * returns which it answered at before. */
uint32_t pci_decode(const struct pci *pci, uint32_t function, uint32_t spaces);

/*
 * Hands each address of each serial controller to take(), as a port, until
 * that says true: then it is true. Who took none decodes what it did before.
 */
bool pci_serial_find(const struct pci *pci,
		     bool (*take)(const struct uart *uart));

#endif
