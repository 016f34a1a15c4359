/* SPDX-License-Identifier: MIT */
#include "kernel/serial/pci.h"

#include "kernel/x86/regs.h"

typedef bool take_port(const struct uart *uart);

uint32_t pci_place(unsigned bus, unsigned device, unsigned function)
{
	return bus << PCI_BUS_SHIFT | device << PCI_DEVICE_SHIFT |
	       function << PCI_FUNCTION_SHIFT;
}

uint32_t pci_decode(const struct pci *pci, uint32_t function, uint32_t spaces)
{
	uint32_t before = pci->read(function + PCI_COMMAND) & PCI_COMMAND_BITS;

	pci->write(function + PCI_COMMAND, before | spaces);
	return before;
}

/* The port behind an address register; how many registers that took. */
static unsigned read_address(const struct pci *pci, uint32_t function,
			     unsigned bar, struct uart *uart)
{
	uint32_t where = function + PCI_BAR + bar * sizeof(uint32_t);
	uint32_t low = pci->read(where);

	*uart = (struct uart){ .width = 1, .memory = !(low & PCI_BAR_IO) };
	uart->address = low & (uart->memory ? PCI_BAR_MEMORY_BITS
					    : PCI_BAR_IO_BITS);
	if (!uart->memory || !(low & PCI_BAR_64BIT) || bar + 1 == PCI_BARS)
		return 1;
	uart->address |= (uint64_t)pci->read(where + sizeof(uint32_t)) << 32;
	return 2;
}

/* An address of 0 is one that the firmware has not given. */
static bool take_address(const struct pci *pci, uint32_t function,
			 const struct uart *uart, take_port *take)
{
	uint32_t before;

	if (!uart->address)
		return false;
	before = pci_decode(pci, function, uart->memory ? PCI_COMMAND_MEMORY
							: PCI_COMMAND_IO);
	if (take(uart))
		return true;
	pci->write(function + PCI_COMMAND, before);
	return false;
}

static bool take_function(const struct pci *pci, uint32_t function,
			  take_port *take)
{
	uint32_t class = pci->read(function + PCI_CLASS) >> PCI_CLASS_SHIFT;
	struct uart uart;

	if ((class != PCI_CLASS_SERIAL && class != PCI_CLASS_MULTIPORT) ||
	    pci->read(function + PCI_HEADER) & PCI_HEADER_TYPE)
		return false;
	for (unsigned bar = 0; bar < PCI_BARS;) {
		bar += read_address(pci, function, bar, &uart);
		if (take_address(pci, function, &uart, take))
			return true;
	}
	return false;
}

static bool take_device(const struct pci *pci, unsigned bus, unsigned device,
			take_port *take)
{
	uint32_t first = pci_place(bus, device, 0);
	unsigned functions = 1;

	if (pci->read(first + PCI_ID) == PCI_ID_NONE)
		return false;
	if (pci->read(first + PCI_HEADER) & PCI_HEADER_MULTI)
		functions = PCI_FUNCTIONS;
	for (unsigned f = 0; f < functions; f++)
		if (take_function(pci, pci_place(bus, device, f), take))
			return true;
	return false;
}

bool pci_serial_find(const struct pci *pci, take_port *take)
{
	for (unsigned bus = 0; bus < PCI_BUSES; bus++)
		for (unsigned device = 0; device < PCI_DEVICES; device++)
			if (take_device(pci, bus, device, take))
				return true;
	return false;
}
