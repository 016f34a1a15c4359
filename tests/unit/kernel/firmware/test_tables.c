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

/* Above 1000h lies what the boot loader tells of: the RSDP at 5000, a copy of
 * the names at 6000, the system table at 7000. */
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

#define EBDA "40E: w=9FC0; 413: w=27F; "
#define RSDP(at) at ": " RSDP2("0", "8000")
#define SYSTEM "; 8000: XSDT/1 q=9000 q=A000; 9000: APIC/3 d=FEE00000 d=1 "     \
	"0 8 0 0 d=1 0 8 1 1 d=1 1 0C 0 0 d=FEC00000 d=0; A000: FACP/1 @76 d=608 @116 "
#define SOUND " cores 2 at fee00000 pin fec00000 timer 608"
#define SYSTEM_SAYS "xsdt 8000" SOUND
#define MP(at, id) at ": '_MP_' d=B000 1 4 +6 s=10:0:16; B000: PCMP/2 0 " id   \
	" 14 1 +16 0 2 14 1 +16"
#define NAMES(at) at ": '_SM3_' 0 18 3 6 0 1 0 d=10 q=C000 s=5:0:0 @31"
#define TEXTS(maker) "1 6 0 0 1 0 '" maker "' 0 0 7F 4 0 0 0 0"
#define ALONE " cores 1 at fee00000 pin 0 timer 0"
#define NO_MADT_FOR(why) ", no_madt: no processor table (" why "): the MP "    \
	"tables and CPUID are asked, too"
#define ELSE NO_MADT_FOR("ACPI has none")
#define WRONG(table) ", acpi_checksum: the checksum of ACPI's table " table   \
	" is wrong: it is used all the same"
#define ODD ALONE ELSE
#define EMPTY "xsdt 0" ALONE
#define NO_MADT NO_MADT_FOR("no valid RSDP")
#define BY_MP "xsdt 0 cores 2 at fec12000 pin 0 timer 0" NO_MADT
#define UEFI "7000: 'IBI SYST' +96 q=1 q=7100; 7100: "                          \
	"4415FDF294972C4A992EE5BBCF20E394 q=7200; "

static const struct firmware_case machines[] = {
	{ "nothing", EBDA, EMPTY NO_MADT },
	{ "in the BIOS's data area", EBDA RSDP("9FC00") SYSTEM, SYSTEM_SAYS },
	{ "at its end", EBDA RSDP("9FFD0") SYSTEM, SYSTEM_SAYS },
	{ "not below it", EBDA RSDP("9FBF0") "; 1000: 0", EMPTY NO_MADT },
	{ "at the beginning of ROM", EBDA RSDP("E0000") SYSTEM, SYSTEM_SAYS },
	{ "at the end of ROM", EBDA RSDP("FFFD0") SYSTEM, SYSTEM_SAYS },
	{ "the data area comes first", EBDA "9FC00: " RSDP2("0", "8000")
	  "; E0000: " RSDP2("0", "1000") SYSTEM, SYSTEM_SAYS },
	{ "under UEFI there is no data area", "0: 0; " RSDP("E0000") SYSTEM,
	  SYSTEM_SAYS },
	{ "the loader's is the one", EBDA RSDP("5000") "; 9FC00: "
	  RSDP2("0", "1000") SYSTEM, SYSTEM_SAYS },
	{ "MP tables in the data area", EBDA MP("9FC00", "0"), BY_MP },
	{ "MP tables below the end of memory", EBDA MP("9F800", "0"), BY_MP },
	{ "not below that", EBDA MP("9F7F0", "0"), EMPTY NO_MADT },
	{ "MP tables at the beginning of ROM", EBDA MP("F0000", "0"), BY_MP },
	{ "not below that, either", EBDA MP("EFFF0", "0"), EMPTY NO_MADT },
	{ "MP tables at the end of ROM", "0: 0; " MP("FFFF0", "0"), BY_MP },
	{ "the node of a core", RSDP("E0000") "; 8000: XSDT/1 q=9000; 9000: SRAT/3 d=1 q=0 "
	  "0 10 2 0 d=1 d=0 d=0", "xsdt 8000" ALONE " node 2" ELSE },
	{ "names in ROM", EBDA RSDP("E0000") SYSTEM "; C000: " TEXTS("We") "; "
	  NAMES("F0000"), SYSTEM_SAYS " by We" },
	{ "names at the end of ROM", EBDA RSDP("E0000") SYSTEM "; C000: "
	  TEXTS("We") "; " NAMES("FFFE0"), SYSTEM_SAYS " by We" },
	{ "names by UEFI come first", UEFI NAMES("7200") "; C000: " TEXTS("We")
	  "; F0000: '_SM3_'; " RSDP("E0000") SYSTEM, SYSTEM_SAYS " by We" },
	{ "the loader's copy comes first", UEFI NAMES("7200") "; 6000: "
	  TEXTS("They") "; " RSDP("E0000") SYSTEM, SYSTEM_SAYS " by They" },
	{ "wrong sums", "FACP/1 @76 d=608 @116 ^9; HPET/1 ^9; SRAT/3 +12 ^9; "
	  "F8000: " RSDP2("0", "7FE1000"), "xsdt 7fe1000 cores 1 at fee00000 "
	  "pin 0 timer 608" NO_MADT_FOR("a table lies where nothing can be mapped")
	  WRONG("FACP") WRONG("HPET") WRONG("SRAT") },
	{ "odd shapes", RSDP("E0000") "; 8000: XSDT/1 q=9000 q=0; 9000: FACP/1 "
	  "@100", "xsdt 8000" ODD ", fadt_short: ACPI's table FACP ends at byte "
	  "100, before the flags, without which none of it is used, "
	  "acpi_list_odd: ACPI's list of tables (XSDT): an entry is 0" },
	{ "an odd RSDT", "E0000: " RSDP1("8000") "; 8000: RSDT/1 d=0",
	  "xsdt 0" ODD ", acpi_list_odd: ACPI's list of tables (RSDT): an entry "
	  "is 0" },
};

FIRMWARE_TEST(firmware_tables, machines, look)
