/* SPDX-License-Identifier: MIT */
/*
 * A firmware's physical memory, with ACPI tables at any address. What the
 * map function hands out is a copy of just the bytes asked for, so that the
 * sanitizer sees each byte read beyond them.
 */
#ifndef TESTS_UNIT_FIRMWARE_H
#define TESTS_UNIT_FIRMWARE_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/firmware/acpi.h"

#define TABLE_HEADER 36

/* A table under construction. */
struct table {
	uint8_t bytes[2048];
	size_t length;
};

/* Starts a table with a header; the rest is put behind it. */
void table_begin(struct table *table, const char *signature, uint8_t revision);
void table_put(struct table *table, const void *bytes, size_t length);
void table_put8(struct table *table, uint8_t value);
void table_put32(struct table *table, uint32_t value);
void table_put64(struct table *table, uint64_t value);

/* Sets length and checksum. Again after each change. */
void table_seal(struct table *table);

/* Places a table there; what was there before is gone. */
void firmware_place(uint64_t address, const struct table *table);
void firmware_clear(void);

/* Places a root table with these entries, 4 or 8 bytes wide. */
void firmware_root(uint64_t address, size_t width, const uint64_t *entries,
		   unsigned count);

/* The bytes of an RSDP; revision 0 has no XSDT. */
const uint8_t *firmware_rsdp(uint8_t revision, uint32_t rsdt, uint64_t xsdt);

/* An XSDT that names one table, both placed, and the acpi for it. */
void firmware_start(struct acpi *acpi, const struct table *table);

const void *firmware_map(uint64_t address, size_t length);

#endif
