/* SPDX-License-Identifier: MIT */
/* kernel/firmware/smbios.c and efi.c, on tables that are right and damaged. */
#include "kernel/firmware/smbios.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/firmware/efi.h"
#include "kernel/machine.h"
#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

#define AT 0x7FE00000u

/* Bytes of just this size, so that the sanitizer sees what is read beyond. */
static void *exactly(const void *bytes, size_t size)
{
	return memcpy(malloc(size ? size : 1), bytes, size);
}

/* ---- building ---------------------------------------------------------- */

static uint8_t bytes[512];
static size_t size;

static void put(const void *from, size_t length)
{
	memcpy(bytes + size, from, length);
	size += length;
}

/* A structure: its formatted part, then texts, each with its NUL, as one
 * string literal; that literal's own NUL is the second one. */
#define PUT(formatted, texts)                                                \
	(put(formatted, sizeof(formatted) - 1), put(texts, sizeof(texts)))

#define FIRMWARE "\0\x09\0\0\x01\x02\0\0\x03"
#define MACHINE "\x01\x06\0\0\x01\x02"
#define BOARD "\x02\x06\0\0\x01\x02"
#define END "\x7F\x04\0\0"
#define END_SIZE 6u

static size_t seam[4]; /* where the second to the last structure begin */

static void put_machine(void)
{
	size = 0;
	PUT(FIRMWARE, "LENOVO\0N2WET40W\0" "03/01/2021\0");
	seam[0] = size;
	PUT("\x04\x06\0\0\0\0", "\0"); /* a processor without texts */
	seam[1] = size;
	PUT(MACHINE, "LENOVO \0" "20UAS04900\0");
	seam[2] = size;
	PUT(BOARD, "LENOVO\0" "20UAS04900-M\0");
	seam[3] = size;
	PUT(END, "\0");
}

static struct smbios_names names;

static const char *read_it(unsigned count)
{
	return smbios_read(exactly(bytes, size), size, count, &names);
}

/* ---- what is right ----------------------------------------------------- */

TEST(smbios_names_are_read)
{
	put_machine();
	CHECK_TEXT(read_it(0), NULL);
	CHECK_TEXT(names.maker, "LENOVO");
	CHECK_TEXT(names.product, "20UAS04900");
	CHECK_TEXT(names.board, "20UAS04900-M");
	CHECK_TEXT(names.firmware, "LENOVO N2WET40W 03/01/2021");
}

TEST(smbios_the_first_of_several_counts)
{
	put_machine();
	size -= END_SIZE;
	PUT(BOARD, "Riser\0Card\0");
	PUT(MACHINE, "Other\0Machine\0");
	CHECK_TEXT(read_it(0), NULL);
	CHECK_TEXT(names.board, "20UAS04900-M");
	CHECK_TEXT(names.maker, "LENOVO");
}

TEST(smbios_an_old_table_ends_by_its_count)
{
	put_machine();
	bytes[size - END_SIZE] = 0x55; /* rubbish for the mark */
	CHECK_TEXT(read_it(3), NULL);
	CHECK_TEXT(names.maker, "LENOVO");
	CHECK_TEXT(names.board, NULL);
}

TEST(smbios_what_follows_the_mark_is_not_read)
{
	put_machine();
	PUT("\x01\x02", "rubbish");
	CHECK_TEXT(read_it(0), NULL);
}

TEST(smbios_texts_that_are_not_there_are_unknown)
{
	size = 0;
	PUT("\x01\x06\0\0\x01\x09", "Maker\0"); /* product: text 9 */
	PUT("\x02\x05\0\0\x01", "Maker\0");     /* too short for a product */
	PUT("\0\x09\0\0\0\x01\0\0\0", "1.0\0"); /* numbers 0: none */
	PUT(END, "\0");
	CHECK_TEXT(read_it(0), NULL);
	CHECK_TEXT(names.maker, "Maker");
	CHECK_TEXT(names.product, NULL);
	CHECK_TEXT(names.board, NULL);
	CHECK_TEXT(names.firmware, "1.0");
}

TEST(smbios_placeholders_are_unknown)
{
	size = 0;
	PUT(MACHINE, "System manufacturer\0System Product Name\0");
	PUT(END, "\0");
	CHECK_TEXT(read_it(0), NULL);
	CHECK_TEXT(names.maker, NULL);
	CHECK_TEXT(names.product, NULL);
}

/* ---- damage ------------------------------------------------------------ */

TEST(smbios_a_structure_of_no_length_ends_the_walk)
{
	put_machine();
	size -= END_SIZE;
	PUT("\x05\0\0\0", "\0");
	CHECK_TEXT(read_it(0), "has a structure shorter than its header");
	CHECK_TEXT(names.board, "20UAS04900-M"); /* what came before counts */
	size -= END_SIZE;
	PUT("\x05\x03\0\0", "\0");
	CHECK_TEXT(read_it(0), "has a structure shorter than its header");
}

TEST(smbios_a_structure_may_not_run_over_the_end)
{
	size = 0;
	put("\x01\x05\0\0", 4);
	CHECK_TEXT(read_it(0), "has a structure that runs over its end");
}

TEST(smbios_texts_have_to_end)
{
	put_machine();
	size -= END_SIZE;
	put(MACHINE "endless", 6 + 7);
	CHECK_TEXT(read_it(0), "has texts that do not end");
	put("", 1); /* one NUL ends a text, not the texts */
	CHECK_TEXT(read_it(0), "has texts that do not end");
	put("", 1);
	CHECK_TEXT(read_it(0), NULL);
}

TEST(smbios_cut_anywhere_nothing_beyond_is_read)
{
	unsigned seams = 0;

	put_machine();
	for (size -= 3; size; size--) {
		bool at_a_seam = false;

		for (unsigned i = 0; i < 4; i++)
			at_a_seam |= size == seam[i];
		seams += at_a_seam;
		CHECK(at_a_seam == !read_it(0));
	}
	CHECK_EQUAL(seams, 4);
	CHECK_TEXT(read_it(0), NULL); /* nothing at all is not damaged */
}

/* ---- entry points ------------------------------------------------------ */

static uint8_t entry[64];

static void seal(unsigned at, unsigned from, unsigned length)
{
	entry[at] = 0;
	for (unsigned i = from; i < from + length; i++)
		if (i != at)
			entry[at] = (uint8_t)(entry[at] - entry[i]);
}

static void make_entry64(void)
{
	memset(entry, 0, sizeof(entry));
	memcpy(entry, "_SM3_\0\x18\x03\x06\0\x01\0\0\x02\0\0", 16);
	entry[19] = 0x7F; /* address 7F00_0000h */
	seal(5, 0, 24);
}

static void make_entry32(void)
{
	memset(entry, 0, sizeof(entry));
	memcpy(entry, "_SM_\0\x1F\x02\x08\0\x01\0\0\0\0\0\0_DMI_\0\x34\x12", 24);
	entry[27] = 0x7E; /* address 7E00_0000h */
	entry[28] = 9;
	seal(21, 16, 15);
	seal(4, 0, 31);
}

static bool enters(struct smbios_table *table, size_t room)
{
	return smbios_entry(exactly(entry, room), room, table);
}

TEST(smbios_entry_of_64_bits)
{
	struct smbios_table table;

	make_entry64();
	CHECK(enters(&table, 24));
	CHECK_EQUAL(table.address, 0x7F000000);
	CHECK_EQUAL(table.length, 0x200);
	CHECK_EQUAL(table.count, 0);
	CHECK(!enters(&table, 23));
	entry[12]++;
	CHECK(!enters(&table, 24)); /* its sum is wrong */
	entry[12]--;
	entry[6] = 23; /* shorter than its fields */
	seal(5, 0, 24);
	CHECK(!enters(&table, 24));
	entry[6] = 25; /* longer than its room */
	seal(5, 0, 24);
	CHECK(!enters(&table, 24));
}

TEST(smbios_entry_of_32_bits)
{
	struct smbios_table table;

	make_entry32();
	CHECK(enters(&table, 31));
	CHECK_EQUAL(table.address, 0x7E000000);
	CHECK_EQUAL(table.length, 0x1234);
	CHECK_EQUAL(table.count, 9);
	CHECK(!enters(&table, 30));
	entry[5] = 30; /* as version 2.1 has it */
	seal(4, 0, 30);
	CHECK(enters(&table, 30));
	entry[16] = 'X';
	seal(4, 0, 30);
	CHECK(!enters(&table, 31));
}

TEST(smbios_scan_finds_the_newest)
{
	uint8_t *rom = calloc(1, 256);

	CHECK(!smbios_scan(rom, 256));
	make_entry32();
	memcpy(rom + 32, entry, 31);
	CHECK(smbios_scan(rom, 256) == rom + 32);
	make_entry64();
	memcpy(rom + 232, entry, 24); /* not at a multiple of 16 */
	CHECK(smbios_scan(rom, 256) == rom + 32);
	memcpy(rom + 224, entry, 24);
	CHECK(smbios_scan(rom, 256) == rom + 224);
	CHECK(smbios_scan(rom, 240) == rom + 32);
}

/* ---- all of it --------------------------------------------------------- */

/* Places the structures where an entry point of 64 bits says. */
static void place(uint32_t length)
{
	struct table table = { .length = 0 };

	table_put(&table, bytes, size);
	firmware_place(AT, &table);
	make_entry64();
	memcpy(entry + 12, &length, sizeof(length));
	memcpy(entry + 16, &(uint64_t){ AT }, 8);
	seal(5, 0, 24);
}

static bool warned(const char *of)
{
	const char *code, *text;

	return machine_warning(0, &code, &text) &&
	       !strcmp(code, "smbios_damaged") && strstr(text, of);
}

TEST(smbios_is_read_from_its_entry_point)
{
	put_machine();
	place((uint32_t)size);
	smbios_ask(NULL, 0, entry, firmware_map, &names);
	CHECK_TEXT(names.product, "20UAS04900");
	CHECK(!warned(""));
}

TEST(smbios_is_read_from_the_loaders_copy)
{
	put_machine();
	smbios_ask(exactly(bytes, size), size, NULL, firmware_map, &names);
	CHECK_TEXT(names.product, "20UAS04900");
	place((uint32_t)size);
	names.product = NULL; /* some copy the entry point */
	smbios_ask(exactly(entry, 24), 24, NULL, firmware_map, &names);
	CHECK_TEXT(names.product, "20UAS04900");
	CHECK(!warned(""));
}

TEST(smbios_that_is_not_there_is_no_damage)
{
	names.maker = "old";
	smbios_ask(NULL, 0, NULL, firmware_map, &names);
	CHECK_TEXT(names.maker, NULL);
	CHECK(!warned(""));
}

TEST(smbios_damage_is_warned_of)
{
	put_machine();
	place((uint32_t)size);
	bytes[1] = 0;
	place((uint32_t)size);
	smbios_ask(NULL, 0, entry, firmware_map, &names);
	CHECK(warned("has a structure shorter than its header"));
}

TEST(smbios_a_damaged_entry_point_is_warned_of)
{
	make_entry64();
	entry[20]++;
	smbios_ask(NULL, 0, entry, firmware_map, &names);
	CHECK(warned("has a damaged entry point"));
}

TEST(smbios_a_length_that_cannot_be_is_warned_of)
{
	put_machine();
	place(0x1000001);
	smbios_ask(NULL, 0, entry, firmware_map, &names);
	CHECK(warned("claims an impossible length"));
}

TEST(smbios_that_lies_nowhere_is_warned_of)
{
	put_machine();
	place(0x1000000);
	smbios_ask(NULL, 0, entry, firmware_map, &names);
	CHECK(warned("lies where nothing can be mapped"));
}

/* ---- UEFI -------------------------------------------------------------- */

#define SYSTEM 0x7F100000u
#define ENTRIES 0x7F101000u

static void put_entry(struct table *table, const char *guid, uint64_t address)
{
	table_put(table, guid, 16);
	table_put64(table, address);
}

static void place_system(const char *signature, uint64_t count)
{
	struct table table = { .length = 0 };
	static const uint8_t zeros[96];

	table_put(&table, signature, 8);
	table_put(&table, zeros, 96);
	table_put64(&table, count);
	table_put64(&table, ENTRIES);
	firmware_place(SYSTEM, &table);
}

#define OLD "\x31\x2D\x9D\xEB\x88\x2D\xD3\x11\x9A\x16\0\x90\x27\x3F\xC1\x4D"
#define NEW "\x44\x15\xFD\xF2\x94\x97\x2C\x4A\x99\x2E\xE5\xBB\xCF\x20\xE3\x94"

TEST(efi_names_the_newest_entry_point)
{
	struct table table = { .length = 0 }, there = { .length = 0 };
	const uint8_t *found;

	put_entry(&table, "no such table...", 1);
	put_entry(&table, OLD, 0x7F102000);
	put_entry(&table, NEW, 0x7F103000);
	firmware_place(ENTRIES, &table);
	table_put(&there, "old", 4);
	firmware_place(0x7F102000, &there);
	there.bytes[0] = 'n';
	firmware_place(0x7F103000, &there);
	place_system("IBI SYST", 3);
	found = efi_smbios(SYSTEM, 4, firmware_map);
	CHECK(found && found[0] == 'n');
	place_system("IBI SYST", 2); /* the third is not counted */
	found = efi_smbios(SYSTEM, 4, firmware_map);
	CHECK(found && found[0] == 'o');
	place_system("IBI SYST", 1);
	CHECK(!efi_smbios(SYSTEM, 4, firmware_map));
	place_system("IBI SYSX", 3);
	CHECK(!efi_smbios(SYSTEM, 4, firmware_map));
	place_system("IBI SYST", 1025);
	CHECK(!efi_smbios(SYSTEM, 4, firmware_map));
	place_system("IBI SYST", 1024); /* more than lie there */
	CHECK(!efi_smbios(SYSTEM, 4, firmware_map));
	CHECK(!efi_smbios(0, 4, firmware_map));
	CHECK(!efi_smbios(0x1000, 4, firmware_map));
}
