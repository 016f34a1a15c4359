/* SPDX-License-Identifier: MIT */
/*
 * A firmware's physical memory, written as text.
 *
 *	ADDRESS: ITEM ITEM ...; ADDRESS: ITEM ...
 *
 * Without an address places lie at 1000, 2000 and so on. Numbers behind = and
 * addresses are hexadecimal, offsets and counts decimal.
 *
 *	0A0B 7       bytes: pairs of digits, or one digit
 *	'abc'        letters
 *	w=1 d=1 q=1  a number of 2, 4, 8 bytes, the lowest byte first
 *	+8           so many zeros
 *	@40          goes on at this offset; what was never written is zero
 *	=115         ends at this length
 *	s=8:0:20     byte 8 makes the 20 bytes from 0 on (0: all) sum to zero
 *	APIC/3       a table of ACPI: its header, length and checksum
 *	PCMP/2       an MP table of two entries: likewise
 *	tags         a list of Multiboot 2 tags: its length
 *	[6 ... ]     such a tag: its type, length and alignment
 *	cut          may be read at any length, too
 *	!            what follows is written over lengths and checksums
 *	^9           flips byte 9's lowest bit, over lengths and checksums
 *
 * Where ACPI's tables have no root, an XSDT names all but the DSDT; where no
 * place is an RSDP, one is made. Each byte that is read beyond a place is seen
 * by the sanitizer.
 */
#ifndef TESTS_UNIT_FIRMWARE_H
#define TESTS_UNIT_FIRMWARE_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/firmware/acpi.h"

/* A place in a BIOS's memory or ROM, or from here on, is also where a plain
 * pointer finds it. */
#define LOADER_AT 0x20000000ull

void firmware_write(const char *memory);

const void *firmware_map(uint64_t address, size_t length);

/* A copy of all that lies there; NULL: there is nothing. */
const void *firmware_at(uint64_t address, size_t *length);

/* By the RSDP that is there, or was made. */
void firmware_acpi(struct acpi *acpi);

/* Calls look() with each table cut at every length, its length and checksum
 * right, and with a wrong checksum. */
void firmware_damage(void (*look)(void));

#endif
