/* SPDX-License-Identifier: MIT */
/* kernel/serial/pci.c on a bus of a few functions. */
#include "kernel/serial/pci.h"

#include <string.h>

#include "tests/unit/test.h"

#define FUNCTIONS 4
#define REGISTERS 16

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

/* Its registers, of class and type; with an address in BAR 0. */
static uint32_t *add_function(uint32_t place, uint32_t class, uint32_t header,
			      uint32_t address)
{
	uint32_t *reg = function[functions].reg;

	memset(reg, 0, sizeof(function[0].reg));
	function[functions++].place = place;
	reg[0] = 0x00021B36;
	reg[1] = 0xFFFF0100; /* status; interrupts on, nothing decoded */
	reg[2] = class << 8 | 1;
	reg[3] = header;
	reg[4] = address;
	return reg;
}

static struct uart seen[8];
static unsigned looks;
static uint64_t wanted;

static bool take(const struct uart *uart)
{
	seen[looks++ % 8] = *uart;
	return uart->address == wanted;
}

static bool find(uint64_t address)
{
	wanted = address;
	looks = 0;
	return pci_serial_find(&pci, take);
}

TEST(pci_a_port_on_any_bus_is_found_and_decodes)
{
	uint32_t *reg = add_function(pci_place(5, 31, 0), 0x070002, 0, 0xC041);

	CHECK(find(0xC040));
	CHECK_EQUAL(looks, 1);
	CHECK(!seen[0].memory);
	CHECK_EQUAL(seen[0].width, 1);
	CHECK_EQUAL(reg[1], 0x0101);
}

TEST(pci_a_port_in_memory_is_found_above_4_gib_too)
{
	uint32_t *reg = add_function(pci_place(0, 3, 0), 0x070200, 0,
				     0xFE00000C);

	reg[5] = 0x2;
	CHECK(find(0x2FE000000));
	CHECK(seen[0].memory);
	CHECK_EQUAL(reg[1], 0x0102);
}

/* Of 64 bits, the second half is no address of its own. */
TEST(pci_each_address_is_tried_once)
{
	uint32_t *reg = add_function(pci_place(0, 3, 0), 0x070002, 0,
				     0xFE000004);

	reg[5] = 0x1;
	reg[6] = 0xFD000000;
	reg[9] = 0xE001; /* the last */
	CHECK(!find(1));
	CHECK_EQUAL(looks, 3);
	CHECK_EQUAL(seen[0].address, 0x1FE000000);
	CHECK_EQUAL(seen[1].address, 0xFD000000);
	CHECK_EQUAL(seen[2].address, 0xE000);
}

TEST(pci_who_took_none_decodes_what_it_did)
{
	uint32_t *reg = add_function(pci_place(0, 3, 0), 0x070002, 0, 0xC041);

	CHECK(!find(1));
	CHECK_EQUAL(reg[1], 0x0100);
}

/* The last of six has no second half. */
TEST(pci_a_last_address_of_64_bits_ends_the_list)
{
	uint32_t *reg = add_function(pci_place(0, 3, 0), 0x070002, 0, 0);

	reg[9] = 0xFE000004;
	reg[10] = 0x7;
	CHECK(!find(1));
	CHECK_EQUAL(looks, 1);
	CHECK_EQUAL(seen[0].address, 0xFE000000);
}

TEST(pci_further_functions_are_asked_where_there_are_some)
{
	add_function(pci_place(0, 3, 0), 0x020000, 0x800000, 0xC001);
	add_function(pci_place(0, 3, 7), 0x070002, 0x800000, 0xC041);
	CHECK(find(0xC040));
	function[0].reg[3] = 0;
	CHECK(!find(0xC040));
}

/* An unassigned address, a bridge, a parallel port, a modem. */
TEST(pci_what_is_no_serial_port_is_left_alone)
{
	add_function(pci_place(0, 1, 0), 0x070002, 0, 1);
	add_function(pci_place(0, 2, 0), 0x070002, 0x10000, 0xC041);
	add_function(pci_place(0, 3, 0), 0x070100, 0, 0xC041);
	add_function(pci_place(0, 4, 0), 0x070300, 0, 0xC041);
	CHECK(!find(0xC040));
	CHECK_EQUAL(looks, 0);
}
