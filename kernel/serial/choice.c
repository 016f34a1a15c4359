/* SPDX-License-Identifier: MIT */
#include "kernel/serial/choice.h"

#include <stddef.h>

#include "kernel/common/number.h"
#include "kernel/common/warnings.h"
#include "kernel/memory/memory.h"
#include "kernel/options.h"
#include "kernel/print.h"
#include "kernel/serial/pci.h"
#include "kernel/serial/serial.h"
#include "kernel/string.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

OPTION_TEXT(opt_serial, "serial", "auto",
	    "serial port: " SERIAL_FORMS " (io:0x2f8,9600)");

static bool automatic; /* nobody has named a port */
static const struct boot_info *ranges; /* the memory map; NULL: not read */

/* To write to memory as to a port would destroy it. */
static bool is_memory(uint64_t address)
{
	for (unsigned i = 0; ranges && i < ranges->ranges; i++)
		if (ranges->range[i].type == MULTIBOOT_AVAILABLE &&
		    address - ranges->range[i].base < ranges->range[i].length)
			return true;
	return false;
}

/* Firmware's tables and cards may name any address, not the option alone. */
static const char *unreachable(const struct uart *uart)
{
	if (!uart->memory)
		return uart->address > UINT16_MAX - UART_REGISTERS + 1 ?
		       "there is no port of such a number" : NULL;
	if (is_memory(uart->address))
		return "memory is there, no port";
	return uart->address >> cpu_address_bits() ||
	       !memory_map_device(uart->address,
				  UART_REGISTERS * uart->width) ?
	       "the processor cannot reach that address" : NULL;
}

static const char *open_place(const struct serial_place *place)
{
	const char *problem = unreachable(&place->uart);

	if (problem)
		return problem;
	return serial_open(&place->uart, place->baud) ?
	       NULL : "no port answers there (loop-back test)";
}

/* ---- the usual ones ----------------------------------------------------- */

void serial_choose_early(void)
{
	struct serial_place place;

	for (unsigned i = 0; serial_usual(i, &place); i++)
		if (!open_place(&place))
			return;
}

/* ---- the PCI bus -------------------------------------------------------- */

static uint32_t pci_read(uint32_t where)
{
	outl(PCI_ADDRESS, PCI_ADDRESS_ENABLE | where);
	return inl(PCI_DATA);
}

static void pci_write(uint32_t where, uint32_t value)
{
	outl(PCI_ADDRESS, PCI_ADDRESS_ENABLE | where);
	outl(PCI_DATA, value);
}

static const struct pci pci = { .read = pci_read, .write = pci_write };

static bool take_uart(const struct uart *uart)
{
	return !open_place(&(struct serial_place){ *uart, UART_BAUD });
}

/* ---- the option --------------------------------------------------------- */

static const char *open_named(void)
{
	struct serial_place place;
	const char *problem = serial_place_read(opt_serial.text, &place);

	return problem ? problem : open_place(&place);
}

void serial_choose(const struct boot_info *boot)
{
	const char *problem = NULL;

	ranges = boot;
	if (!strcmp(opt_serial.text, "off")) {
		serial_off();
		return;
	}
	automatic = !strcmp(opt_serial.text, "auto");
	if (!automatic)
		problem = open_named();
	/* It must not cost a machine without a screen its only voice. */
	if (problem) {
		warnings_add("bad_serial", "serial=%s: %s; auto is taken "
			     "instead", opt_serial.text, problem);
		automatic = true;
	}
	if (automatic && !serial_is_open())
		pci_serial_find(&pci, take_uart);
}

/* ---- the firmware's console --------------------------------------------- */

static void take_console(const struct spcr_port *console)
{
	struct serial_place place = {
		.uart = { .memory = console->memory, .width = console->width,
			  .address = console->address, .believed = true },
		.baud = console->baud ? console->baud : UART_AS_IT_IS,
	};
	const char *form = console->memory ? "mmio" : "io", *problem;

	if (console->on_pci)
		pci_decode(&pci, pci_place(console->bus, console->device,
					   console->function),
			   console->memory ? PCI_COMMAND_MEMORY
					   : PCI_COMMAND_IO);
	if (!serial_uses(&place.uart)) {
		print("If it answers, the log goes to the firmware's console "
		      "from here on: %s:0x%lx (ACPI's SPCR).\n", form,
		      console->address);
		serial_drain();
	}
	problem = open_place(&place);
	if (problem)
		warnings_add("spcr_silent", "the firmware's console (ACPI's SPCR), "
			     "%s:0x%lx: %s", form, console->address, problem);
}

void serial_choose_console(struct acpi *acpi)
{
	struct spcr_port console;

	if (!automatic)
		return;
	if (spcr_read(acpi, &console))
		take_console(&console);
	if (!serial_is_open())
		warnings_add("no_serial", "serial line off: no port answers, "
			     "neither COM1 to COM4 nor one on the PCI bus");
}

/* ---- places ------------------------------------------------------------ */

static struct serial_place port_at(uint16_t port)
{
	return (struct serial_place){
		.uart = { .width = 1, .address = port }, .baud = UART_BAUD,
	};
}

bool serial_usual(unsigned index, struct serial_place *place)
{
	static const uint16_t usual[] = {
		UART_COM1, UART_COM2, UART_COM3, UART_COM4,
	};

	if (index >= sizeof(usual) / sizeof(usual[0]))
		return false;
	*place = port_at(usual[index]);
	return true;
}

/* ---- the option --------------------------------------------------------- */

static const struct form {
	const char *word;
	struct uart uart;   /* but for its address */
	uint64_t most;      /* address */
} forms[] = {
	{ "io:", { .believed = true, .width = 1 }, UINT16_MAX - UART_REGISTERS + 1 },
	{ "mmio:", { .memory = true, .believed = true, .width = 1 }, UINT64_MAX },
	{ "mmio32:", { .memory = true, .believed = true, .width = 4 }, UINT64_MAX },
};

static const struct form *form_of(const char *text)
{
	for (unsigned i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (!strncmp(text, forms[i].word, strlen(forms[i].word)))
			return &forms[i];
	return NULL;
}

const char *serial_place_read(const char *text, struct serial_place *place)
{
	const struct form *form = form_of(text);
	uint64_t address, baud = UART_BAUD;

	if (!form)
		return "it takes " SERIAL_FORMS;
	text = number_read(text + strlen(form->word), &address);
	if (text && *text == ',')
		text = number_read(text + 1, &baud);
	if (!text || *text || address > form->most || baud > UART_CLOCK)
		return "it takes " SERIAL_FORMS;
	if (!baud || UART_CLOCK % baud)
		return "the baud rate does not divide 115200";
	place->uart = form->uart;
	place->uart.address = address;
	place->baud = (uint32_t)baud;
	return NULL;
}
