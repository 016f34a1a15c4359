/* SPDX-License-Identifier: MIT */
#include "tests/unit/firmware.h"

#include <stdlib.h>
#include <string.h>

#define PLACES 16

static struct place {
	uint64_t address;
	struct table table;
} place[PLACES];
static unsigned places;

static uint8_t sum(const uint8_t *bytes, size_t length)
{
	uint8_t total = 0;

	while (length--)
		total += bytes[length];
	return total;
}

/* ---- tables ------------------------------------------------------------ */

void table_put(struct table *table, const void *bytes, size_t length)
{
	if (length > sizeof(table->bytes) - table->length)
		abort();
	memcpy(table->bytes + table->length, bytes, length);
	table->length += length;
}

void table_put8(struct table *table, uint8_t value)
{
	table_put(table, &value, sizeof(value));
}

void table_put32(struct table *table, uint32_t value)
{
	table_put(table, &value, sizeof(value));
}

void table_put64(struct table *table, uint64_t value)
{
	table_put(table, &value, sizeof(value));
}

void table_begin(struct table *table, const char *signature, uint8_t revision)
{
	*table = (struct table){ .length = TABLE_HEADER };
	memcpy(table->bytes, signature, 4);
	table->bytes[8] = revision;
	memcpy(table->bytes + 10, "BOCHS BXPC    ", 14);
}

void table_seal(struct table *table)
{
	uint32_t length = (uint32_t)table->length;

	memcpy(table->bytes + 4, &length, sizeof(length));
	table->bytes[9] -= sum(table->bytes, table->length);
}

/* ---- memory ------------------------------------------------------------ */

void firmware_clear(void)
{
	places = 0;
}

void firmware_place(uint64_t address, const struct table *table)
{
	unsigned i = 0;

	while (i < places && place[i].address != address)
		i++;
	if (i == PLACES)
		abort();
	if (i == places)
		places++;
	place[i] = (struct place){ address, *table };
}

const void *firmware_map(uint64_t address, size_t length)
{
	for (unsigned i = 0; i < places; i++) {
		const struct place *p = &place[i];
		uint64_t offset = address - p->address;

		if (address < p->address || offset > p->table.length ||
		    length > p->table.length - offset)
			continue;
		return memcpy(malloc(length), p->table.bytes + offset, length);
	}
	return NULL;
}

/* ---- roots ------------------------------------------------------------- */

void firmware_root(uint64_t address, size_t width, const uint64_t *entries,
		   unsigned count)
{
	struct table root;

	table_begin(&root, width == 8 ? "XSDT" : "RSDT", 1);
	for (unsigned i = 0; i < count; i++)
		table_put(&root, &entries[i], width);
	table_seal(&root);
	firmware_place(address, &root);
}

const uint8_t *firmware_rsdp(uint8_t revision, uint32_t rsdt, uint64_t xsdt)
{
	uint8_t *rsdp = calloc(1, 36);

	memcpy(rsdp, "RSD PTR ", 8);
	rsdp[15] = revision;
	memcpy(rsdp + 16, &rsdt, sizeof(rsdt));
	rsdp[8] -= sum(rsdp, 20);
	if (revision < 2)
		return rsdp;
	rsdp[20] = 36;
	memcpy(rsdp + 24, &xsdt, sizeof(xsdt));
	rsdp[32] -= sum(rsdp, 36);
	return rsdp;
}

void firmware_start(struct acpi *acpi, const struct table *table)
{
	static const uint64_t root = 0x7FE2000, at = 0x7FE3000;

	firmware_place(at, table);
	firmware_root(root, 8, &at, 1);
	acpi_init(acpi, firmware_rsdp(2, 0, root), firmware_map);
}
