/* SPDX-License-Identifier: MIT */
/* kernel/serial/pci.c on a bus of a few functions. */
#include "kernel/serial/pci.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define FUNCTIONS 4
#define REGISTERS 16
#define AT(bus, device, function) ((bus) << PCI_BUS_SHIFT |                  \
	(device) << PCI_DEVICE_SHIFT | (function) << PCI_FUNCTION_SHIFT)
#define SERIAL 0x070002 /* its class and type */
#define MANY 0x800000   /* in a header: it has further functions */

struct function {
	uint32_t place, class, header, bar[7]; /* the last is no address */
};

/* Which addresses are tried; what the last function decodes then. */
static const struct {
	const char *what;
	struct function functions[FUNCTIONS];
	uint64_t wanted; /* is taken */
	const char *tried;
	uint32_t command;
} buses[] = {
	{ "a port on any bus", { { AT(5, 31, 0), SERIAL, 0, { 0xC041 } } },
	  0xC040, "port c040, taken", 0x0101 },
	{ "in memory, above 4 GiB",
	  { { AT(0, 3, 0), 0x070200, 0, { 0xFE00000C, 0x2 } } },
	  0x2FE000000, "memory 2fe000000, taken", 0x0102 },
	{ "each address once: a second half of 64 bits is none",
	  { { AT(0, 3, 0), SERIAL, 0,
	      { 0xFE000004, 1, 0xFD000000, 0, 0, 0xE001 } } },
	  1, "memory 1fe000000, memory fd000000, port e000, ", 0x0100 },
	{ "who took none decodes what it did",
	  { { AT(0, 3, 0), SERIAL, 0, { 0xC041 } } }, 1, "port c040, ", 0x0100 },
	{ "the last of six has no second half",
	  { { AT(0, 3, 0), SERIAL, 0, { 0, 0, 0, 0, 0, 0xFE000004, 7 } } },
	  1, "memory fe000000, ", 0x0100 },
	{ "further functions are asked",
	  { { AT(0, 3, 0), 0x020000, MANY, { 0xC001 } },
	    { AT(0, 3, 7), SERIAL, MANY, { 0xC041 } } },
	  0xC040, "port c040, taken", 0x0101 },
	{ "where there are some",
	  { { AT(0, 3, 0), 0x020000, 0, { 0xC001 } },
	    { AT(0, 3, 7), SERIAL, MANY, { 0xC041 } } }, 0xC040, "", 0x0100 },
	{ "no address, a bridge, a parallel port, a modem",
	  { { AT(0, 1, 0), SERIAL, 0, { 1 } },
	    { AT(0, 2, 0), SERIAL, 0x10000, { 0xC041 } },
	    { AT(0, 3, 0), 0x070100, 0, { 0xC041 } },
	    { AT(0, 4, 0), 0x070300, 0, { 0xC041 } } }, 0xC040, "", 0x0100 },
};

static struct { uint32_t place, reg[REGISTERS]; } function[FUNCTIONS];
static unsigned functions;

static uint32_t *register_at(uint32_t where)
{
	for (unsigned i = 0; i < functions; i++)
		if (function[i].place == (where & ~0xFFu))
			return &function[i].reg[(where & 0xFF) / 4];
	return NULL;
}

static uint32_t bus_read(uint32_t where)
{
	return register_at(where) ? *register_at(where) : 0xFFFFFFFF;
}

static void bus_write(uint32_t where, uint32_t value)
{
	if (CHECK(register_at(where)))
		*register_at(where) = value;
}

static const struct pci pci = { bus_read, bus_write };

static void plug_in(const struct function *given)
{
	memset(function, 0, sizeof(function));
	for (functions = 0; given[functions].place; functions++) {
		uint32_t *reg = function[functions].reg;

		function[functions].place = given[functions].place;
		reg[0] = 0x00021B36;
		reg[1] = 0xFFFF0100; /* status; interrupts on, none decoded */
		reg[2] = given[functions].class << 8 | 1;
		reg[3] = given[functions].header;
		memcpy(reg + 4, given[functions].bar,
		       sizeof(given[functions].bar));
		if (functions + 1 == FUNCTIONS) {
			functions++;
			break;
		}
	}
}

static uint64_t wanted;
static char tried[128];

static bool take(const struct uart *uart)
{
	size_t at = strlen(tried);

	CHECK_EQUAL(uart->width, 1);
	snprintf(tried + at, sizeof(tried) - at, "%s %" PRIx64 ", ",
		 uart->memory ? "memory" : "port", uart->address);
	return uart->address == wanted;
}

TEST(pci_serial_ports_are_found)
{
	EACH_CASE(i, buses) {
		plug_in(buses[i].functions);
		wanted = buses[i].wanted;
		tried[0] = 0;
		if (pci_serial_find(&pci, take))
			strcat(tried, "taken");
		CHECK_TEXT(tried, buses[i].tried);
		CHECK_EQUAL(function[functions - 1].reg[1] & 0xFFFF,
			    buses[i].command);
	}
}
