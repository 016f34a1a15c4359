/* SPDX-License-Identifier: MIT */
/* kernel/firmware/smbios.c and efi.c, on tables that are right and damaged. */
#include "kernel/firmware/smbios.h"

#include "kernel/firmware/efi.h"
#include "tests/unit/cases.h"

CASES_OF("tests/unit/kernel/firmware/smbios.cases");

/* At 1000 what the loader copied, at 2000 the entry point; else the system
 * table of UEFI names it. */
static void ask(void)
{
	struct smbios_names names = { .maker = "old" };
	size_t length = 0, room;
	const void *copy = firmware_at(0x1000, &length);
	const void *entry = firmware_at(0x2000, &room);

	if (!entry)
		entry = efi_smbios(0x7F100000, SMBIOS_ENTRY_ROOM, firmware_map);
	smbios_ask(copy, length, entry, firmware_map, &names);
	say("%s/%s/%s/%s", names.maker ? names.maker : "",
	    names.product ? names.product : "",
	    names.board ? names.board : "",
	    names.firmware ? names.firmware : "");
	say_warnings();
}

TEST_OF_CASES(smbios_structures, ask)
TEST_OF_CASES(smbios_entry_points, ask)
TEST_OF_CASES(efi_smbios, ask)

TEST(efi_smbios_without_a_firmware)
{
	firmware_write("0: 'IBI SYST' +96 q=1 q=1000; 1000: "
		       "4415FDF294972C4A992EE5BBCF20E394 q=1000");
	CHECK(!efi_smbios(0, 4, firmware_map));
}
