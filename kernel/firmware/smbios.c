/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/smbios.h"

#include "kernel/common/maker_text.h"
#include "kernel/common/warnings.h"
#include "kernel/firmware/bytes.h"
#include "kernel/format.h"
#include "kernel/string.h"

/* Entry point of 32 bits (5.2.1): two checksums, the inner one from _DMI_ on. */
#define ENTRY32_LENGTH 5
#define ENTRY32_SIZE 30u
#define ENTRY32_INNER 16u
#define ENTRY32_TABLE_LENGTH 22
#define ENTRY32_TABLE 24
#define ENTRY32_COUNT 28

/* Entry point of 64 bits (5.2.2) */
#define ENTRY64_LENGTH 6
#define ENTRY64_SIZE 24u
#define ENTRY64_TABLE_MOST 12
#define ENTRY64_TABLE 16

#define TABLE_MOST 0x1000000u /* 16 MiB: larger is damage */

/* Structures (6.1.2): type, length of the formatted part, handle. */
#define STRUCTURE_TYPE 0
#define STRUCTURE_LENGTH 1
#define STRUCTURE_HEADER 4u

enum structure_type {
	FIRMWARE = 0, MACHINE = 1, BOARD = 2, END_OF_TABLE = 127,
};

/* Where a structure has the numbers of its texts (7.1 to 7.3). */
#define FIRMWARE_MAKER 4u
#define FIRMWARE_VERSION 5u
#define FIRMWARE_DATE 8u
#define MACHINE_MAKER 4u
#define MACHINE_PRODUCT 5u
#define BOARD_PRODUCT 5u

/* ---- entry points ------------------------------------------------------ */

static bool read_entry64(const uint8_t *entry, size_t room,
			 struct smbios_table *table)
{
	size_t length = room < ENTRY64_SIZE ? 0 : entry[ENTRY64_LENGTH];

	if (length < ENTRY64_SIZE || length > room ||
	    memcmp(entry, "_SM3_", 5) || !acpi_sums_to_zero(entry, length))
		return false;
	*table = (struct smbios_table){
		.address = read64(entry + ENTRY64_TABLE),
		.length = read32(entry + ENTRY64_TABLE_MOST),
	};
	return true;
}

/* Version 2.1 had a length of 30 by mistake; 31 is right. */
static bool read_entry32(const uint8_t *entry, size_t room,
			 struct smbios_table *table)
{
	size_t length = room < ENTRY32_SIZE ? 0 : entry[ENTRY32_LENGTH];

	if (length < ENTRY32_SIZE || length > room ||
	    memcmp(entry, "_SM_", 4) || !acpi_sums_to_zero(entry, length) ||
	    memcmp(entry + ENTRY32_INNER, "_DMI_", 5))
		return false;
	*table = (struct smbios_table){
		.address = read32(entry + ENTRY32_TABLE),
		.length = read16(entry + ENTRY32_TABLE_LENGTH),
		.count = read16(entry + ENTRY32_COUNT),
	};
	return true;
}

bool smbios_entry(const void *entry, size_t room, struct smbios_table *table)
{
	return read_entry64(entry, room, table) ||
	       read_entry32(entry, room, table);
}

const void *smbios_scan(const void *start, size_t length)
{
	const uint8_t *bytes = start;
	const void *old = NULL;
	struct smbios_table table;

	for (size_t at = 0; at < length; at += 16) {
		if (read_entry64(bytes + at, length - at, &table))
			return bytes + at;
		if (!old && read_entry32(bytes + at, length - at, &table))
			old = bytes + at;
	}
	return old;
}

/* ---- structures -------------------------------------------------------- */

/* One structure: its formatted part, and the texts behind it. */
struct structure {
	const uint8_t *formatted;
	size_t length;
	const char *texts, *texts_end; /* each text NUL-terminated */
};

/*
 * The texts end with two NULs in a row, also where there is no text. Returns
 * the structure's end; 0 where none comes before the table's.
 */
static size_t find_texts(const uint8_t *table, size_t length, size_t at,
			 struct structure *s)
{
	size_t end = at + s->length;

	while (end + 1 < length && (table[end] || table[end + 1]))
		end++;
	if (end + 1 >= length)
		return 0;
	s->texts = (const char *)table + at + s->length;
	s->texts_end = (const char *)table + end + 1;
	return end + 2;
}

/* Text number `number`, from 1 on; NULL where there is none. */
static const char *text_of(const struct structure *s, uint8_t number)
{
	const char *text = s->texts;

	while (number > 1 && text < s->texts_end) {
		text += strlen(text) + 1;
		number--;
	}
	return number && text < s->texts_end ? text : NULL;
}

static const char *keep_text(char kept[MAKER_TEXT_SIZE],
			     const struct structure *s, size_t where)
{
	const char *text = where < s->length ?
			   text_of(s, s->formatted[where]) : NULL;

	return text ? maker_text(kept, text) : NULL;
}

static const char *keep_firmware(const struct structure *s)
{
	static char text[3 * MAKER_TEXT_SIZE];
	char maker[MAKER_TEXT_SIZE], version[MAKER_TEXT_SIZE];
	char date[MAKER_TEXT_SIZE];

	return maker_firmware(text, sizeof(text),
			      keep_text(maker, s, FIRMWARE_MAKER),
			      keep_text(version, s, FIRMWARE_VERSION),
			      keep_text(date, s, FIRMWARE_DATE));
}

/* Of several of one type the first counts: the machine's, the main board's. */
static void take_names(const struct structure *s, struct smbios_names *names)
{
	static char maker[MAKER_TEXT_SIZE], product[MAKER_TEXT_SIZE];
	static char board[MAKER_TEXT_SIZE];
	uint8_t type = s->formatted[STRUCTURE_TYPE];

	if (type == FIRMWARE && !names->firmware)
		names->firmware = keep_firmware(s);
	if (type == MACHINE && !names->maker)
		names->maker = keep_text(maker, s, MACHINE_MAKER);
	if (type == MACHINE && !names->product)
		names->product = keep_text(product, s, MACHINE_PRODUCT);
	if (type == BOARD && !names->board)
		names->board = keep_text(board, s, BOARD_PRODUCT);
}

const char *smbios_read(const uint8_t *table, size_t length, unsigned count,
			struct smbios_names *names)
{
	size_t at = 0;

	*names = (struct smbios_names){ 0 };
	for (unsigned n = 0; at < length && (!count || n < count); n++) {
		struct structure s = { .formatted = table + at };

		if (length - at < STRUCTURE_HEADER)
			return "ends inside a structure";
		s.length = table[at + STRUCTURE_LENGTH];
		if (s.length < STRUCTURE_HEADER)
			return "has a structure shorter than its header";
		if (s.length > length - at)
			return "has a structure that runs over its end";
		if (table[at + STRUCTURE_TYPE] == END_OF_TABLE)
			return NULL;
		at = find_texts(table, length, at, &s);
		if (!at)
			return "has texts that do not end";
		take_names(&s, names);
	}
	return NULL;
}

/* ---- all of it --------------------------------------------------------- */

static const char *read_table(const struct smbios_table *table,
			      acpi_map_fn *map, struct smbios_names *names)
{
	const uint8_t *structures;

	if (!table->length || table->length > TABLE_MOST)
		return "claims an impossible length";
	structures = map(table->address, table->length);
	if (!structures)
		return "lies where nothing can be mapped";
	return smbios_read(structures, table->length, table->count, names);
}

/* Some loaders copy the structures, some the entry point. */
static const char *read_copy(const void *copy, size_t length,
			     acpi_map_fn *map, struct smbios_names *names)
{
	struct smbios_table table;

	if (smbios_entry(copy, length, &table))
		return read_table(&table, map, names);
	return smbios_read(copy, length, 0, names);
}

void smbios_ask(const void *copy, size_t copy_length, const void *entry,
		acpi_map_fn *map, struct smbios_names *names)
{
	const char *problem = NULL;
	struct smbios_table table;

	*names = (struct smbios_names){ 0 };
	if (copy)
		problem = read_copy(copy, copy_length, map, names);
	else if (entry && !smbios_entry(entry, SMBIOS_ENTRY_ROOM, &table))
		problem = "has a damaged entry point";
	else if (entry)
		problem = read_table(&table, map, names);
	if (problem)
		warnings_add("smbios_damaged", "the firmware's table of names "
			     "(SMBIOS) %s: names behind that are unknown",
			     problem);
}
