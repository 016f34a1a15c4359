/* SPDX-License-Identifier: MIT */
/* kernel/firmware/tables.c: where a BIOS's tables are looked for, in order, and
 * what is told of them. */
#include "kernel/firmware/tables.h"

#include <string.h>

#include "kernel/x86/insn.h"
#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

/* The BIOS's data at 400h lies below what a process may have. */
static uint16_t word_at(uintptr_t address)
{
	const uint16_t *word = firmware_map(address, 2);

	return word ? *word : 0;
}

#define read_word_at word_at
#define firmware_tables_read tables_apart
#define firmware_node_of node_apart
#include "kernel/firmware/tables.c"

/* What the boot loader tells of: the RSDP at 5000, a copy of the names at 6000,
 * the system table at 7000. */
static void look(void)
{
	struct boot_info boot = { .efi_system_table = 0x7000 };
	const struct firmware_tables *t;
	size_t length;

	boot.rsdp = firmware_at(0x5000, &length);
	boot.smbios = firmware_at(0x6000, &length);
	boot.smbios_size = boot.smbios ? (uint32_t)length : 0;
	t = tables_apart(&boot, firmware_map);
	say("xsdt %lx cores %u at %lx pin %lx timer %x", t->acpi.xsdt,
	    t->processors.count, t->processors.lapic, t->timer_pin.address,
	    t->fadt.pm_timer_port);
	if (t->names.maker)
		say(" by %s", t->names.maker);
	if (node_apart(0) != -1)
		say(" node %d", node_apart(0));
	say_warnings();
}

#define NO_MADT(why) ", no_madt: no processor table (" why "): the MP tables " \
	"and CPUID are asked, too"
#define BIOS "40E: w=9FC0; 413: w=27F; "
#define ALONE " cores 1 at fee00000 pin 0 timer 0"
#define NOTHING "xsdt 0" ALONE NO_MADT("no valid RSDP")

/* ---- ACPI -------------------------------------------------------------- */

#define RSDP(at) at ": " RSDP2("0", "8000")
#define OTHER(at) at ": " RSDP2("0", "4000") "; "
#define ACPI "; 8000: XSDT/1 q=9000 q=A000; 9000: APIC/3 d=FEE00000 d=1 "    \
	"0 8 0 0 d=1 0 8 1 1 d=1 1 0C 0 0 d=FEC00000 d=0; "                  \
	"A000: FACP/1 @76 d=608 @116"
#define ACPI_SAYS "xsdt 8000 cores 2 at fee00000 pin fec00000 timer 608"
#define WRONG(table) ", acpi_checksum: the checksum of ACPI's table " table   \
	" is wrong: it is used all the same"

static const struct firmware_case acpis[] = {
	{ "nothing", BIOS, NOTHING },
	{ "in the data area", BIOS RSDP("9FC00") ACPI, ACPI_SAYS },
	{ "at its end", BIOS RSDP("9FFD0") ACPI, ACPI_SAYS },
	{ "cut at its end", BIOS RSDP("9FFE0") "=32; 4000: 0", NOTHING },
	{ "an old one at its end", BIOS "9FFE0: " RSDP1("0") "; 4000: 0",
	  "xsdt 0" ALONE NO_MADT("ACPI has none") },
	{ "at no multiple of 16", BIOS RSDP("9FC08") "; 4000: 0", NOTHING },
	{ "behind a damaged one", BIOS OTHER("9FC00") "9FC40: " RSDP1("0") "^9; "
	  RSDP("9FC80") ACPI, "xsdt 4000" ALONE NO_MADT("a table lies where "
	  "nothing can be mapped") ", acpi_list_odd: ACPI's list of tables "
	  "(XSDT): a table lies where nothing can be mapped" },
	{ "below the data area", BIOS RSDP("9FBF0") "; 4000: 0", NOTHING },
	{ "at the beginning of ROM", BIOS RSDP("E0000") ACPI, ACPI_SAYS },
	{ "at the end of ROM", BIOS RSDP("FFFD0") ACPI, ACPI_SAYS },
	{ "the data area comes first", BIOS RSDP("9FC00") "; " OTHER("E0000")
	  ACPI, ACPI_SAYS },
	{ "without a data area", RSDP("E0000") ACPI, ACPI_SAYS },
	{ "the loader's is the one", BIOS RSDP("5000") "; " OTHER("9FC00") ACPI,
	  ACPI_SAYS },
	{ "the node of a core", "SRAT/3 d=1 q=0 0 10 2 0 d=1 d=0 d=0; F8000: "
	  RSDP2("0", "7FE1000"), "xsdt 7fe1000" ALONE " node 2"
	  NO_MADT("ACPI has none") },
	{ "wrong sums", "FACP/1 @76 d=608 @116 ^9; HPET/1 ^9; SRAT/3 +12 ^9; "
	  "F8000: " RSDP2("0", "7FE1000"), "xsdt 7fe1000 cores 1 at fee00000 "
	  "pin 0 timer 608" NO_MADT("a table lies where nothing can be mapped")
	  WRONG("FACP") WRONG("HPET") WRONG("SRAT") },
	{ "odd shapes", RSDP("E0000") "; 8000: XSDT/1 q=9000 q=0; 9000: FACP/1 "
	  "@100", "xsdt 8000" ALONE NO_MADT("ACPI has none") ", fadt_short: "
	  "ACPI's table FACP ends at byte 100, before the flags, without which "
	  "none of it is used, acpi_list_odd: ACPI's list of tables (XSDT): an "
	  "entry is 0" },
	{ "an odd RSDT", "E0000: " RSDP1("8000") "; 8000: RSDT/1 d=0",
	  "xsdt 0" ALONE NO_MADT("ACPI has none") ", acpi_list_odd: ACPI's list "
	  "of tables (RSDT): an entry is 0" },
};

FIRMWARE_TEST(firmware_tables_acpi, acpis, look)

/* ---- MP tables ---------------------------------------------------------- */

#define MP(at) at ": '_MP_' d=B000 1 4 +6 s=10:0:16 "
#define TWO "; B000: PCMP/2 0 0 14 1 +16 0 2 14 1 +16"
#define TWO_SAYS "xsdt 0 cores 2 at fec12000 pin 0 timer 0"                    \
	NO_MADT("no valid RSDP")

static const struct firmware_case mps[] = {
	{ "in the data area", BIOS MP("9FC00") TWO, TWO_SAYS },
	{ "at its end", BIOS MP("9FFF0") TWO, TWO_SAYS },
	{ "below the end of memory", BIOS MP("9F800") TWO, TWO_SAYS },
	{ "below that", BIOS MP("9F7F0") TWO, NOTHING },
	{ "at the beginning of ROM", BIOS MP("F0000") TWO, TWO_SAYS },
	{ "below that, too", BIOS MP("EFFF0") TWO, NOTHING },
	{ "at the end of ROM", MP("FFFF0") TWO, TWO_SAYS },
	{ "at no multiple of 16", BIOS MP("9FC08") TWO, NOTHING },
	{ "another name", BIOS MP("9FC00") "@3 '.'" TWO, NOTHING },
	{ "another length", BIOS MP("9FC00") "@8 2" TWO, NOTHING },
	{ "a wrong sum in its last byte", BIOS MP("9FC00") "^15" TWO, NOTHING },
	{ "behind a damaged one", BIOS MP("9FC00") "^9; " MP("9FE00") TWO,
	  TWO_SAYS },
};

FIRMWARE_TEST(firmware_tables_mp, mps, look)

/* ---- names ------------------------------------------------------------- */

#define NEW(at, names) at ": '_SM3_' 0 18 3 6 0 1 0 d=10 q=" names            \
	" s=5:0:24 @31 "
#define OLD(at, names) at ": '_SM_' 0 1F 2 8 +8 '_DMI_' 0 w=10 d=" names      \
	" w=1 0 s=21:16:15 s=4:0:31 "
#define NAMES "; C000: 1 6 0 0 1 0 'We' 0 0 7F 4 0 0 0 0; D000: 1 6 0 0 1 0 "  \
	"'They' 0 0"
#define UEFI "7000: 'IBI SYST' +96 q=1 q=7100; 7100: "                        \
	"4415FDF294972C4A992EE5BBCF20E394 q=7200; "
#define NO_ACPI "xsdt 0" ALONE
#define BY(maker) NO_ACPI " by " maker NO_MADT("no valid RSDP")

static const struct firmware_case names[] = {
	{ "in ROM", BIOS NEW("F0000", "C000") NAMES, BY("We") },
	{ "at the end of ROM", BIOS NEW("FFFE0", "C000") "=24" NAMES, BY("We") },
	{ "below ROM", BIOS NEW("EFFF0", "C000") NAMES, NOTHING },
	{ "at no multiple of 16", BIOS NEW("F0008", "C000") NAMES, NOTHING },
	{ "behind a damaged one", NEW("F0000", "D000") "^9; "
	  NEW("F0020", "C000") NAMES, BY("We") },
	{ "of 32 bits", OLD("F0000", "C000") NAMES, BY("We") },
	{ "the first of 32 bits", OLD("F0000", "C000") "; "
	  OLD("F0020", "D000") NAMES, BY("We") },
	{ "64 bits come first", OLD("F0000", "D000") "; "
	  NEW("F0020", "C000") NAMES, BY("We") },
	{ "by UEFI first", UEFI NEW("7200", "C000") "; " NEW("F0000", "D000")
	  NAMES, BY("We") },
	{ "by the loader's copy first", UEFI NEW("7200", "D000")
	  "; 6000: 1 6 0 0 1 0 'We' 0 0 7F 4 0 0 0 0" NAMES, BY("We") },
};

FIRMWARE_TEST(firmware_tables_names, names, look)
