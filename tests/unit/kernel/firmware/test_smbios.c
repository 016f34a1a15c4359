/* SPDX-License-Identifier: MIT */
/* kernel/firmware/smbios.c and efi.c, on tables that are right and damaged. */
#include "kernel/firmware/smbios.h"

#include "kernel/firmware/efi.h"
#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

#define SYSTEM_AT 0x7F100000

/* At 1000 what the loader copied, at 2000 the entry point; else the system
 * table of UEFI names it. */
static void ask(void)
{
	struct smbios_names names = { .maker = "old" };
	size_t length = 0, room;
	const void *copy = firmware_at(0x1000, &length);
	const void *entry = firmware_at(0x2000, &room);

	if (!entry)
		entry = efi_smbios(SYSTEM_AT, SMBIOS_ENTRY_ROOM, firmware_map);
	smbios_ask(copy, length, entry, firmware_map, &names);
	say("%s|%s|%s|%s", names.maker ? names.maker : "",
	    names.product ? names.product : "",
	    names.board ? names.board : "",
	    names.firmware ? names.firmware : "");
	say_warnings();
}

#define DAMAGED(how) ", smbios_damaged: the firmware's table of names (SMBIOS) " \
	how ": names behind that are unknown"

/* ---- structures -------------------------------------------------------- */

/* Texts each have their 0, and one more ends them. */
#define FIRMWARE "0 9 00 00 1 2 00 00 3 "
#define MACHINE "1 6 00 00 1 2 "
#define BOARD "2 6 00 00 1 2 "
#define END "7F 4 00 00 00 00 "
#define ALL FIRMWARE "'LENOVO' 0 'N2WET40W' 0 '03/01/2021' 0 0 "             \
	"4 6 00 00 00 00 0 0 " MACHINE "'LENOVO ' 0 '20UAS04900' 0 0 "       \
	BOARD "'LENOVO' 0 '20UAS04900-M' 0 0 "
#define FIRMWARE_SAYS "|LENOVO N2WET40W 03/01/2021"
#define SAYS "LENOVO|20UAS04900|20UAS04900-M" FIRMWARE_SAYS
#define SHORTER DAMAGED("has a structure shorter than its header")
#define ENDLESS DAMAGED("has texts that do not end")

static const struct firmware_case structures[] = {
	{ "names", "cut " ALL END, SAYS },
	{ "the first of several counts", ALL BOARD "'Riser' 0 'Card' 0 0 "
	  MACHINE "'Other' 0 'Machine' 0 0 " FIRMWARE "'A' 0 'B' 0 'C' 0 0 "
	  END, SAYS },
	{ "what follows the mark is not read", ALL END "1 2 'rubbish'", SAYS },
	{ "no mark at the very end", ALL, SAYS },
	{ "texts that are not there", "1 6 0 0 1 9 'Maker' 0 0 "
	  "2 5 0 0 1 'Maker' 0 0 0 9 0 0 0 1 0 0 0 '1.0' 0 0 " END,
	  "Maker|||1.0" },
	{ "a number behind the last text", "1 6 0 0 1 2 'Maker' 0 0 " END,
	  "Maker|||" },
	{ "placeholders", MACHINE "'System manufacturer' 0 "
	  "'System Product Name' 0 0 " END, "|||" },
	{ "a structure of no length", ALL "5 0 0 0 0 0", SAYS SHORTER },
	{ "a structure shorter than its header", ALL "5 3 0 0 0 0",
	  SAYS SHORTER },
	{ "a structure over the end", "1 5 0 0",
	  "|||" DAMAGED("has a structure that runs over its end") },
	{ "a structure at the very end", "1 4 0 0", "|||" ENDLESS },
	{ "a header that is cut", ALL "1 6 0",
	  SAYS DAMAGED("ends inside a structure") },
	{ "texts without an end", MACHINE "'endless'", "|||" ENDLESS },
	{ "texts that end once", MACHINE "'endless' 0", "|||" ENDLESS },
	{ "texts that end", MACHINE "'endless' 0 0", "endless|||" },
};

FIRMWARE_TEST(smbios_structures, structures, ask)

/* ---- entry points ------------------------------------------------------ */

#define ENTRY64(length, bytes)                                               \
	"'_SM3_' 0 " length " 3 6 0 1 0 d=" bytes " q=7FE00000 s=5:0:0 "
#define ENTRY32(length, count)                                               \
	"'_SM_' 0 " length " 2 8 +8 '_DMI_' 0 w=68 d=7FE00000 w=" count      \
	" 0 s=21:16:15 s=4:0:31 "
#define NEW "2000: " ENTRY64("18", "68") "@31 "
#define OLD "2000: " ENTRY32("1F", "4")
#define TABLE "; 7FE00000: " ALL END
#define NO_ENTRY "|||" DAMAGED("has a damaged entry point")
#define LENGTH "|||" DAMAGED("claims an impossible length")

static const struct firmware_case entries[] = {
	{ "of 64 bits", NEW TABLE, SAYS },
	{ "of a wrong sum", NEW "^12" TABLE, NO_ENTRY },
	{ "another name", NEW "@3 '2'" TABLE, NO_ENTRY },
	{ "shorter than its fields",
	  "2000: " ENTRY64("17", "68") "@31" TABLE, NO_ENTRY },
	{ "as long as its room", "2000: " ENTRY64("1F", "68") "@31" TABLE,
	  SAYS },
	{ "longer than its room", "2000: " ENTRY64("20", "68") "@31" TABLE,
	  NO_ENTRY },
	{ "of 32 bits, which counts", OLD TABLE, SAYS },
	{ "two of them counted", "2000: " ENTRY32("1F", "2") TABLE,
	  "|||LENOVO N2WET40W 03/01/2021" },
	{ "of 32 bits, as version 2.1 has it",
	  "2000: " ENTRY32("1E", "0") TABLE, SAYS },
	{ "of 32 bits, shorter than its fields",
	  "2000: " ENTRY32("1D", "0") TABLE, NO_ENTRY },
	{ "of 32 bits, longer than its room",
	  "2000: " ENTRY32("20", "0") TABLE, NO_ENTRY },
	{ "of 32 bits, of another name", OLD "@2 'N'" TABLE, NO_ENTRY },
	{ "of 32 bits, of another inner name", OLD "@16 'X'" TABLE, NO_ENTRY },
	{ "of 32 bits, of a wrong sum", OLD "^22" TABLE, NO_ENTRY },
	{ "none at all is no damage", "90000: 0", "|||" },
	{ "a copy of one", "1000: " ENTRY64("18", "68") TABLE, SAYS },
	{ "a copy of one of 32 bits", "1000: " ENTRY32("1E", "0") "=30" TABLE,
	  SAYS },
	{ "a copy of one that is cut", "1000: " ENTRY64("18", "68") "=23" TABLE,
	  "|||" DAMAGED("has a structure that runs over its end") },
	{ "a damaged table", NEW "; 7FE00000: 1 0 @104", "|||" SHORTER },
	{ "no length", "2000: " ENTRY64("18", "0") "@31" TABLE, LENGTH },
	{ "a length that cannot be",
	  "2000: " ENTRY64("18", "1000001") "@31" TABLE, LENGTH },
	{ "the longest that can be",
	  "2000: " ENTRY64("18", "1000000") "@31" TABLE,
	  "|||" DAMAGED("lies where nothing can be mapped") },
};

FIRMWARE_TEST(smbios_entry_points, entries, ask)

/* ---- UEFI -------------------------------------------------------------- */

#define SYSTEM(count) "7F100000: 'IBI SYST' +96 q=" count " q=7F101000 "
#define OLD_GUID "312D9DEB882DD3119A160090273FC14D q=7F102000 "
#define NEW_GUID "4415FDF294972C4A992EE5BBCF20E394 q=7F200000 "
/* The old one leads to the firmware's structure alone. */
#define THREE "; 7F101000: 'no such table...' q=1 " OLD_GUID NEW_GUID          \
	"; 7F102000: " ENTRY32("1F", "1") "; 7F200000: " ENTRY64("18", "68")  \
	"@31" TABLE
#define ONE(end) "; 7F101000: " NEW_GUID end "; 7F200000: "                   \
	ENTRY64("18", "68") "@31" TABLE

static const struct firmware_case systems[] = {
	{ "the newest entry point", SYSTEM("3") THREE, SAYS },
	{ "the third is not counted", SYSTEM("2") THREE, "||" FIRMWARE_SAYS },
	{ "none", SYSTEM("1") THREE, "|||" },
	{ "no table at all", SYSTEM("0") THREE, "|||" },
	{ "another signature", SYSTEM("3") "@7 'X'" THREE, "|||" },
	{ "the most that can be", SYSTEM("400") ONE("@24576"), SAYS },
	{ "more than can be", SYSTEM("401") ONE("@24600"), "|||" },
	{ "more than lie there", SYSTEM("4") THREE, "|||" },
	{ "a system table that is cut", SYSTEM("3") "=119" THREE, "|||" },
};

FIRMWARE_TEST(efi_smbios, systems, ask)

TEST(efi_smbios_without_a_firmware)
{
	firmware_write("0: 'IBI SYST' +96 q=1 q=7F101000" ONE(""));
	CHECK(!efi_smbios(0, 4, firmware_map));
}
