/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/acpi.h"

#include "kernel/firmware/bytes.h"
#include "kernel/string.h"

/* RSDP (ACPI 6.5, table 5.3) */
#define RSDP_V1_SIZE 20u
#define RSDP_V2_SIZE 36u
#define RSDP_REVISION 15
#define RSDP_RSDT 16
#define RSDP_XSDT 24

/* Description header (table 5.4) */
#define HEADER_SIZE 36u
#define HEADER_LENGTH 4
#define TABLE_MOST 0x1000000u /* 16 MiB: larger is damage */

bool acpi_sums_to_zero(const void *bytes, size_t length)
{
	const uint8_t *at = bytes;
	uint8_t sum = 0;

	for (size_t i = 0; i < length; i++)
		sum += at[i];
	return sum == 0;
}

/* ---- RSDP -------------------------------------------------------------- */

bool acpi_rsdp_valid(const void *rsdp, size_t room)
{
	const uint8_t *bytes = rsdp;

	if (room < RSDP_V1_SIZE || memcmp(bytes, "RSD PTR ", 8) ||
	    !acpi_sums_to_zero(bytes, RSDP_V1_SIZE))
		return false;
	return bytes[RSDP_REVISION] < 2 ||
	       (room >= RSDP_V2_SIZE && acpi_sums_to_zero(bytes, RSDP_V2_SIZE));
}

const void *acpi_rsdp_scan(const void *start, size_t length)
{
	const uint8_t *bytes = start;

	for (size_t at = 0; at + RSDP_V1_SIZE <= length; at += 16)
		if (acpi_rsdp_valid(bytes + at, length - at))
			return bytes + at;
	return NULL;
}

bool acpi_init(struct acpi *acpi, const void *rsdp, acpi_map_fn *map)
{
	const uint8_t *bytes = rsdp;

	*acpi = (struct acpi){ .map = map };
	if (!rsdp || !acpi_rsdp_valid(rsdp, RSDP_V2_SIZE)) {
		acpi->problem = "no valid RSDP";
		return false;
	}
	acpi->rsdt = read32(bytes + RSDP_RSDT);
	if (bytes[RSDP_REVISION] >= 2)
		acpi->xsdt = read64(bytes + RSDP_XSDT);
	return true;
}

/* ---- tables ------------------------------------------------------------ */

const void *acpi_open(struct acpi *acpi, uint64_t address, size_t *length)
{
	const uint8_t *table = address ? acpi->map(address, HEADER_SIZE) : NULL;

	if (!table) {
		acpi->problem = "a table lies where nothing can be mapped";
		return NULL;
	}
	*length = read32(table + HEADER_LENGTH);
	if (*length < HEADER_SIZE || *length > TABLE_MOST) {
		acpi->problem = "a table claims an impossible length";
		return NULL;
	}
	table = acpi->map(address, *length);
	if (!table) {
		acpi->problem = "a table is longer than what can be mapped";
		return NULL;
	}
	acpi->checksum_wrong = !acpi_sums_to_zero(table, *length);
	if (acpi->checksum_wrong)
		acpi->problem = "a table's checksum is wrong";
	return table;
}

/* Which checksums may be wrong: none, the table's own, its root's too. */
enum trust_in_tables { TRUST_WHOLE, TRUST_TABLE, TRUST_ANY };

/* Looks through a root table, whose entries are `width` bytes wide. */
static const void *find_in(struct acpi *acpi, const uint8_t *table,
			   size_t root_length, size_t width,
			   const char signature[4], size_t *length,
			   enum trust_in_tables trust)
{
	for (size_t at = HEADER_SIZE; at + width <= root_length; at += width) {
		uint64_t address = width == 8 ? read64(table + at)
					      : read32(table + at);
		const uint8_t *header = address ?
					acpi->map(address, HEADER_SIZE) : NULL;

		if (!header || memcmp(header, signature, 4))
			continue;
		header = acpi_open(acpi, address, length);
		if (header && (!acpi->checksum_wrong || trust != TRUST_WHOLE))
			return header;
	}
	return NULL;
}

static const uint8_t *open_root(struct acpi *acpi, uint64_t address,
				size_t *length, enum trust_in_tables trust)
{
	const uint8_t *root = address ? acpi_open(acpi, address, length) : NULL;

	return root && acpi->checksum_wrong && trust != TRUST_ANY ? NULL : root;
}

static const void *find_table(struct acpi *acpi, const char signature[4],
			      size_t *length, enum trust_in_tables trust)
{
	size_t root_length, width = 8;
	const uint8_t *root = open_root(acpi, acpi->xsdt, &root_length, trust);

	if (!root) {
		root = open_root(acpi, acpi->rsdt, &root_length, trust);
		width = 4;
	}
	return root ? find_in(acpi, root, root_length, width, signature, length,
			      trust) : NULL;
}

const void *acpi_find(struct acpi *acpi, const char signature[4],
		      size_t *length)
{
	const void *table = NULL;

	for (enum trust_in_tables t = TRUST_WHOLE; !table && t <= TRUST_ANY; t++)
		table = find_table(acpi, signature, length, t);
	return table;
}

static const char *entry_problem(struct acpi *acpi, uint64_t address)
{
	if (!address)
		return "an entry is 0";
	if (!acpi->map(address, HEADER_SIZE))
		return "an entry names an address that cannot be reached";
	return address >> 32 ? "an entry lies above 4 GiB" : NULL;
}

const char *acpi_list_problem(struct acpi *acpi)
{
	size_t length, width = acpi->xsdt ? 8 : 4;
	uint64_t address = acpi->xsdt ? acpi->xsdt : acpi->rsdt;
	const uint8_t *root = address ? acpi_open(acpi, address, &length)
				      : NULL;
	const char *problem = NULL;

	if (!address)
		return NULL;
	if (!root || acpi->checksum_wrong)
		return acpi->problem;
	for (size_t at = HEADER_SIZE; !problem && at + width <= length;
	     at += width)
		problem = entry_problem(acpi, width == 8 ? read64(root + at)
							 : read32(root + at));
	if (!problem && (length - HEADER_SIZE) % width)
		problem = "its length is no whole number of entries";
	return problem;
}

/* ---- small tables ------------------------------------------------------ */

#define HPET_ADDRESS 40u /* IA-PC HPET 1.0a, 3.2.4 */

uint64_t hpet_address(struct acpi *acpi)
{
	size_t length;
	const uint8_t *table = acpi_find(acpi, "HPET", &length);
	const uint8_t *gas = table + HPET_ADDRESS;

	if (!table || length < HPET_ADDRESS + GAS_SIZE ||
	    gas[GAS_SPACE] != GAS_MEMORY)
		return 0;
	return read64(gas + GAS_ADDRESS);
}
