/* SPDX-License-Identifier: MIT */
/* kernel/firmware/smbios.c and efi.c, on tables that are right and damaged. */
#include "kernel/firmware/smbios.h"

#include "kernel/firmware/efi.h"
#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

/* ---- structures -------------------------------------------------------- */

static void say_names(const struct smbios_names *names)
{
	say("%s|%s|%s|%s", names->maker ? names->maker : "",
	    names->product ? names->product : "",
	    names->board ? names->board : "",
	    names->firmware ? names->firmware : "");
}

static unsigned most; /* structures that the entry point counts; 0: none */

static void look(void)
{
	struct smbios_names names;
	size_t length = 0;
	const void *table = firmware_at(0x1000, &length);
	const char *problem = smbios_read(table, length, most, &names);

	say_names(&names);
	if (problem)
		say(" %s", problem);
}

static void look_at_three(void)
{
	most = 3;
	look();
}

/* Texts each have their 0, and one more ends them. */
#define FIRMWARE "0 9 00 00 1 2 00 00 3 "
#define MACHINE "1 6 00 00 1 2 "
#define BOARD "2 6 00 00 1 2 "
#define END "7F 4 00 00 00 00 "
#define ALL FIRMWARE "'LENOVO' 0 'N2WET40W' 0 '03/01/2021' 0 0 "             \
	"4 6 00 00 00 00 0 0 " MACHINE "'LENOVO ' 0 '20UAS04900' 0 0 "       \
	BOARD "'LENOVO' 0 '20UAS04900-M' 0 0 "
#define MACHINE_SAYS "LENOVO|20UAS04900|"
#define FIRMWARE_SAYS "|LENOVO N2WET40W 03/01/2021"
#define SAYS MACHINE_SAYS "20UAS04900-M" FIRMWARE_SAYS

static const struct firmware_case structures[] = {
	{ "names", "cut " ALL END, SAYS },
	{ "the first of several counts", ALL BOARD "'Riser' 0 'Card' 0 0 "
	  MACHINE "'Other' 0 'Machine' 0 0 " FIRMWARE "'A' 0 'B' 0 'C' 0 0 " END,
	  SAYS },
	{ "what follows the mark is not read", ALL END "1 2 'rubbish'", SAYS },
	{ "no mark at the very end", ALL, SAYS },
	{ "nothing at all is not damaged", "", "|||" },
	{ "texts that are not there", "1 6 0 0 1 9 'Maker' 0 0 "
	  "2 5 0 0 1 'Maker' 0 0 0 9 0 0 0 1 0 0 0 '1.0' 0 0 " END,
	  "Maker|||1.0" },
	{ "placeholders", MACHINE "'System manufacturer' 0 "
	  "'System Product Name' 0 0 " END, "|||" },
	{ "a structure of no length", ALL "5 0 0 0 0 0",
	  SAYS " has a structure shorter than its header" },
	{ "a structure shorter than its header", ALL "5 3 0 0 0 0",
	  SAYS " has a structure shorter than its header" },
	{ "a structure over the end", "1 5 0 0",
	  "||| has a structure that runs over its end" },
	{ "a structure at the very end", "1 4 0 0",
	  "||| has texts that do not end" },
	{ "a header that is cut", ALL "1 6 0", SAYS " ends inside a structure" },
	{ "texts without an end", "1 6 0 0 1 2 'endless'",
	  "||| has texts that do not end" },
	{ "texts that end once", "1 6 0 0 1 2 'endless' 0",
	  "||| has texts that do not end" },
	{ "texts that end", "1 6 0 0 1 2 'endless' 0 0", "endless|||" },
};

FIRMWARE_TEST(smbios_structures, structures, look)

static const struct firmware_case counted[] = {
	{ "by a count", "cut " ALL "55 44", MACHINE_SAYS FIRMWARE_SAYS },
};

FIRMWARE_TEST(smbios_an_old_table_ends_by_its_count, counted, look_at_three)

/* ---- entry points ------------------------------------------------------ */

static void look_at_entry(void)
{
	struct smbios_table table;
	size_t length = 0;
	const void *entry = firmware_at(0x1000, &length);

	if (smbios_entry(entry, length, &table))
		say("%lx+%lx %u", table.address, table.length, table.count);
}

#define ENTRY64(length, bytes, at)                                           \
	"'_SM3_' 0 " length " 3 6 0 1 0 d=" bytes " q=" at " s=5:0:0 "
#define ENTRY32(length, bytes, at)                                           \
	"'_SM_' 0 " length " 2 8 +8 '_DMI_' 0 w=" bytes " d=" at             \
	" w=9 0 s=21:16:15 s=4:0:31 "

static const struct firmware_case entries[] = {
	{ "of 64 bits", ENTRY64("18", "200", "7F000000"), "7f000000+200 0" },
	{ "of 64 bits, cut", ENTRY64("18", "200", "7F000000") "=23", "" },
	{ "of 64 bits, of a wrong sum", ENTRY64("18", "200", "7F000000") "^12",
	  "" },
	{ "of 64 bits, shorter than its fields",
	  ENTRY64("17", "200", "7F000000"), "" },
	{ "of 64 bits, longer than its room",
	  ENTRY64("19", "200", "7F000000"), "" },
	{ "of 64 bits, longer than its fields",
	  ENTRY64("19", "200", "7F000000") "7", "7f000000+200 0" },
	{ "of another name", ENTRY64("18", "200", "7F000000") "@3 '2'", "" },
	{ "of 32 bits", ENTRY32("1F", "1234", "7E000000"), "7e000000+1234 9" },
	{ "of 32 bits, cut", ENTRY32("1F", "1234", "7E000000") "=30", "" },
	{ "of 32 bits, as version 2.1 has it",
	  ENTRY32("1E", "1234", "7E000000") "=30", "7e000000+1234 9" },
	{ "of 32 bits, shorter than its fields",
	  ENTRY32("1D", "1234", "7E000000"), "" },
	{ "of 32 bits, of another name", ENTRY32("1F", "1", "1") "@2 'N'", "" },
	{ "of 32 bits, of another inner name",
	  ENTRY32("1F", "1", "1") "@16 'X'", "" },
	{ "of 32 bits, of a wrong sum", ENTRY32("1F", "1", "1") "^22", "" },
};

FIRMWARE_TEST(smbios_entry_points, entries, look_at_entry)

static void scan(void)
{
	say("%lx", (uintptr_t)smbios_scan((void *)0xFFF00, 0x100));
}

static const struct firmware_case scans[] = {
	{ "nothing", "90000: 0", "0" },
	{ "one of 32 bits", "FFF20: " ENTRY32("1F", "1", "1"), "fff20" },
	{ "the first of 32 bits", "FFF20: " ENTRY32("1F", "1", "1") "; FFF60: "
	  ENTRY32("1F", "1", "1"), "fff20" },
	{ "at no multiple of 16", "FFF18: " ENTRY64("18", "1", "1"), "0" },
	{ "the newer one", "FFF20: " ENTRY32("1F", "1", "1") "; FFF60: "
	  ENTRY64("18", "1", "1"), "fff60" },
	{ "the last", "FFFE0: " ENTRY64("18", "1", "1"), "fffe0" },
	{ "behind a damaged one", "FFF00: " ENTRY64("18", "1", "1") "^9; FFF20: "
	  ENTRY64("18", "1", "1"), "fff20" },
};

FIRMWARE_TEST(smbios_scan, scans, scan)

/* ---- all of it --------------------------------------------------------- */

/* At 1000 what the loader copied, at 2000 the entry point. */
static void ask(void)
{
	struct smbios_names names = { .maker = "old" };
	size_t length = 0, room;
	const void *copy = firmware_at(0x1000, &length);

	smbios_ask(copy, length, firmware_at(0x2000, &room), firmware_map,
		   &names);
	say_names(&names);
	say_warnings();
}

/* The longest that may be read of one is longer. */
#define ENTRY(bytes) "2000: " ENTRY64("18", bytes, "7FE00000") "@31 "
#define TABLE "; 7FE00000: " ALL END
#define SHORT "1 0 0 0 0 0"
#define DAMAGED ", smbios_damaged: the firmware's table of names (SMBIOS) "
#define UNKNOWN ": names behind that are unknown"

static const struct firmware_case asked[] = {
	{ "by the entry point", ENTRY("68") TABLE, SAYS },
	{ "by a copy of the structures", "1000: " ALL END, SAYS },
	{ "by a copy of the entry point",
	  "1000: " ENTRY64("18", "68", "7FE00000") TABLE, SAYS },
	{ "what is not there is no damage", "90000: 0", "|||" },
	{ "damage", ENTRY("6") "; 7FE00000: " SHORT, "|||" DAMAGED
	  "has a structure shorter than its header" UNKNOWN },
	{ "damage of a copy", "1000: " SHORT, "|||" DAMAGED
	  "has a structure shorter than its header" UNKNOWN },
	{ "a damaged entry point", ENTRY("68") "^20" TABLE,
	  "|||" DAMAGED "has a damaged entry point" UNKNOWN },
	{ "no length", ENTRY("0") TABLE,
	  "|||" DAMAGED "claims an impossible length" UNKNOWN },
	{ "a length that cannot be", ENTRY("1000001") TABLE,
	  "|||" DAMAGED "claims an impossible length" UNKNOWN },
	{ "the longest that can be", ENTRY("1000000") TABLE,
	  "|||" DAMAGED "lies where nothing can be mapped" UNKNOWN },
};

FIRMWARE_TEST(smbios_ask, asked, ask)

/* ---- UEFI -------------------------------------------------------------- */

static void ask_efi(void)
{
	const char *found = efi_smbios(0x7F100000, 3, firmware_map);

	say("%.3s", found ? found : "-");
}

#define OLD "312D9DEB882DD3119A160090273FC14D "
#define NEW "4415FDF294972C4A992EE5BBCF20E394 "
#define SYSTEM(count) "7F100000: 'IBI SYST' +96 q=" count " q=7F101000 "
#define THREE "; 7F101000: 'no such table...' q=1 " OLD "q=7F102000 " NEW    \
	"q=7F103000; 7F102000: 'old'; 7F103000: 'new'"

static const struct firmware_case systems[] = {
	{ "the newest entry point", SYSTEM("3") THREE, "new" },
	{ "the third is not counted", SYSTEM("2") THREE, "old" },
	{ "none", SYSTEM("1") THREE, "-" },
	{ "no table at all", SYSTEM("0") THREE, "-" },
	{ "another signature", SYSTEM("3") "@7 'X'" THREE, "-" },
	{ "more than can be", SYSTEM("401") "; 7F101000: " NEW "q=7F203000 "
	  "@24600; 7F203000: 'new'", "-" },
	{ "the most that can be", SYSTEM("400") "; 7F101000: " NEW "q=7F203000 "
	  "@24576; 7F203000: 'new'", "new" },
	{ "more than lie there", SYSTEM("4") THREE, "-" },
	{ "a system table that is cut", SYSTEM("3") "=119" THREE, "-" },
	{ "no system table", "90000: 0", "-" },
};

FIRMWARE_TEST(efi_smbios, systems, ask_efi)

TEST(efi_smbios_without_a_firmware)
{
	firmware_write("0: 'IBI SYST' +96 q=1 q=7F101000");
	CHECK(!efi_smbios(0, 4, firmware_map));
}
