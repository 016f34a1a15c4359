/* SPDX-License-Identifier: MIT */
/* From the RSDP to a table; the small ones: HPET and SPCR. */
#include "kernel/firmware/acpi.h"

#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

static struct acpi acpi;

/* ---- RSDP -------------------------------------------------------------- */

static void look_for_rsdp(void)
{
	size_t length = 0;
	const void *rsdp = firmware_at(0x1000, &length);

	say(acpi_rsdp_valid(rsdp, length) ? "valid" : "no");
}

static const struct firmware_case rsdps[] = {
	{ "of revision 0", RSDP1("7FE0000"), "valid" },
	{ "of revision 0, cut", RSDP1("7FE0000") "=19", "no" },
	{ "of revision 2", RSDP2("7FE0000", "7FE1000"), "valid" },
	{ "of revision 2, cut", RSDP2("7FE0000", "7FE1000") "=35", "no" },
	{ "of revision 1", RSDP1("7FE0000") "@15 1", "valid" },
	{ "of another name", "'RSD PTR.' +12 s=9:0:20", "no" },
	{ "wrong in the first part", RSDP2("1", "2") "^18", "no" },
	{ "wrong in the second part", RSDP2("1", "2") "^33", "no" },
	{ "wrong in the first sum alone", RSDP2("1", "2") "^8 ^32", "no" },
};

FIRMWARE_TEST(acpi_rsdp, rsdps, look_for_rsdp)

static void scan(void)
{
	say("%lx", (uintptr_t)acpi_rsdp_scan((void *)0x9F000, 1024 - 12));
}

static const struct firmware_case scans[] = {
	{ "nothing", "90000: 0", "0" },
	{ "the first", "9F000: " RSDP1("1"), "9f000" },
	{ "at no multiple of 16", "9F008: " RSDP2("1", "2"), "0" },
	{ "the first whole one", "9F008: " RSDP2("1", "2") "; 9F100: "
	  RSDP1("1") "^9; 9F200: " RSDP2("1", "2"), "9f200" },
	{ "the last, which is short", "9F3E0: " RSDP1("1"), "9f3e0" },
	{ "one that is cut", "9F3E0: " RSDP2("1", "2"), "0" },
};

FIRMWARE_TEST(acpi_rsdp_scan, scans, scan)

/* ---- tables ------------------------------------------------------------ */

/* By the one byte that tells each from its namesakes. */
static void say_table(const char *signature)
{
	size_t length = 0;
	const uint8_t *table = acpi_find(&acpi, signature, &length);

	say("%s ", signature);
	if (!table)
		say("- ");
	else
		say("%u%s ", length > 36 ? table[36] : 0,
		    acpi.checksum_wrong ? " (wrong)" : "");
}

static void look(void)
{
	const char *problem;

	firmware_acpi(&acpi);
	say_table("APIC");
	if (acpi.problem)
		say("%s ", acpi.problem);
	say_table("HPET");
	problem = acpi_list_problem(&acpi);
	say("list: %s", problem ? problem : "right");
}

#define SUM "a table's checksum is wrong "
#define UNMAPPED "a table lies where nothing can be mapped "
#define LENGTH "a table claims an impossible length "
#define BOTH "1000: APIC/1 1; 2000: APIC/1 2; "
#define RSDT "7FE0000: RSDT/1 d=1000 "
#define XSDT "7FE1000: XSDT/1 q=2000 "

static const struct firmware_case roots[] = {
	{ "the XSDT comes first", BOTH RSDT ";" XSDT,
	  "APIC 2 HPET - list: right" },
	{ "an RSDP of revision 1 has none", BOTH RSDT ";" XSDT "; F8000: "
	  RSDP1("7FE0000"), "APIC 1 HPET - list: right" },
	{ "an XSDT alone", BOTH XSDT, "APIC 2 HPET - list: right" },
	{ "an RSDT alone", BOTH RSDT "d=0", "APIC 1 HPET - list: an entry is 0" },
	{ "an XSDT that is damaged", BOTH RSDT ";" XSDT "^9",
	  "APIC 1 " SUM "HPET - list: a table's checksum is wrong" },
	{ "an XSDT that lies nowhere", BOTH RSDT "; F8000: "
	  RSDP2("7FE0000", "12345678"), "APIC 1 " UNMAPPED
	  "HPET - list: a table lies where nothing can be mapped" },
	{ "the old list may be stale", BOTH RSDT "; 7FE1000: XSDT/1",
	  "APIC - HPET - list: right" },
	{ "no root", BOTH "F8000: " RSDP2("0", "0"),
	  "APIC - HPET - list: right" },
	{ "a wrong RSDP", BOTH "F8000: " RSDP2("0", "7FE1000") "^9",
	  "APIC - no valid RSDP HPET - list: right" },
	{ "above 4 GiB", "23FFF01000: APIC/1 7; 23FFF00000: XSDT/1 q=23FFF01000",
	  "APIC 7 HPET - list: an entry lies above 4 GiB" },
	{ "two of one name", "APIC/1 1; APIC/1 2; HPET/1 3",
	  "APIC 1 HPET 3 list: right" },
	{ "the first sound one", "1000: APIC/1 1 ^9; 2000: APIC/1 2; "
	  "3000: APIC/1 3; 7FE1000: XSDT/1 q=0 q=9999 q=1000 q=2000 q=3000",
	  "APIC 2 " SUM "HPET - list: an entry is 0" },
	{ "a damaged one where there is no other",
	  "APIC/1 1 ^9; APIC/1 2 ^9; HPET/1 3",
	  "APIC 1 (wrong) " SUM "HPET 3 list: right" },
	{ "damaged roots where there is no other", "2000: APIC/1 2; " XSDT "^9",
	  "APIC 2 " SUM "HPET - list: a table's checksum is wrong" },
	{ "both are damaged", "2000: APIC/1 2 ^9; " XSDT "^9",
	  "APIC 2 (wrong) " SUM "HPET - list: a table's checksum is wrong" },
	{ "half an entry", "1000: APIC/1 1; 7FE1000: XSDT/1 q=1000 d=1000",
	  "APIC 1 HPET - list: its length is no whole number of entries" },
	{ "nothing where an entry says", "1000: APIC/1 1; 7FE1000: XSDT/1 q=1000 "
	  "q=5000", "APIC 1 HPET - list: an entry names an address that cannot "
	  "be reached" },
	{ "a length of 0", "APIC/1 ! @4 d=0", "APIC - " LENGTH
	  "HPET - list: right" },
	{ "a length of less than the header", "APIC/1 ! @4 d=23", "APIC - "
	  LENGTH "HPET - list: right" },
	{ "the most", "APIC/1 ! @4 d=1000000",
	  "APIC - a table is longer than what can be mapped HPET - list: right" },
	{ "a length of more", "APIC/1 ! @4 d=1000001", "APIC - " LENGTH
	  "HPET - list: right" },
	{ "the least", "APIC/1", "APIC 0 HPET - list: right" },
};

FIRMWARE_TEST(acpi_tables, roots, look)

TEST(acpi_without_an_rsdp)
{
	CHECK(!acpi_init(&acpi, NULL, firmware_map));
	CHECK_TEXT(acpi.problem, "no valid RSDP");
}

/* ---- HPET and SPCR ----------------------------------------------------- */

static void look_at_hpet(void)
{
	firmware_acpi(&acpi);
	say("%lx", hpet_address(&acpi));
}

static const struct firmware_case hpets[] = {
	{ "in memory", "HPET/1 d=0 d=0 q=FED00000", "fed00000" },
	{ "ports are no HPET", "HPET/1 d=0 d=1 q=FED00000", "0" },
	{ "too short", "HPET/1 d=0 d=0 q=FED00000 =51", "0" },
	{ "none", "XXXX/1 d=0 d=0 q=FED00000", "0" },
};

FIRMWARE_TEST(acpi_hpet, hpets, look_at_hpet)

static void look_at_spcr(void)
{
	struct spcr_port port = { .baud = 1 };

	firmware_acpi(&acpi);
	if (!spcr_read(&acpi, &port)) {
		say("none");
		return;
	}
	say("%s %lx width %u baud %u", port.memory ? "memory" : "port",
	    port.address, port.width, port.baud);
	if (port.on_pci)
		say(" pci %u:%u.%u", port.bus, port.device, port.function);
}

/* At 115,200 baud, not on PCI. */
#define SPCR(revision, type, space, bits, access, address)                   \
	"SPCR/" revision " " type " @40 " space " " bits " 0 " access " q="     \
	address " @58 7 @64 FFFFFFFF =80 @80 "
#define COM2 SPCR("2", "0", "1", "8", "1", "2F8")
#define IN_MEMORY(bits, access) SPCR("2", "0", "0", bits, access, "80000000000002F8")
#define COM2_SAYS "port 2f8 width 1 baud "
#define MEMORY_SAYS "memory 80000000000002f8 width "

static const struct firmware_case spcrs[] = {
	{ "COM2", COM2, COM2_SAYS "115200" },
	{ "as wide as it says: 8 bits", IN_MEMORY("8", "0"), MEMORY_SAYS
	  "1 baud 115200" },
	{ "as wide as it says: 32 bits", IN_MEMORY("20", "0"), MEMORY_SAYS
	  "4 baud 115200" },
	{ "by bytes", IN_MEMORY("20", "1"), MEMORY_SAYS "1 baud 115200" },
	{ "by words", IN_MEMORY("10", "2"), "none" },
	{ "by four bytes", IN_MEMORY("8", "3"), MEMORY_SAYS "4 baud 115200" },
	{ "by eight bytes", IN_MEMORY("40", "4"), "none" },
	{ "by what there is not", IN_MEMORY("8", "9"), MEMORY_SAYS
	  "1 baud 115200" },
	{ "the firmware's rate", COM2 "@58 0", COM2_SAYS "0" },
	{ "9600", COM2 "@58 3", COM2_SAYS "9600" },
	{ "19200", COM2 "@58 4", COM2_SAYS "19200" },
	{ "code 5 is none", COM2 "@58 5", COM2_SAYS "0" },
	{ "57600", COM2 "@58 6", COM2_SAYS "57600" },
	{ "code 8 is none", COM2 "@58 8", COM2_SAYS "0" },
	{ "revision 2 has no clock", COM2 "@76 d=2DC6C00", COM2_SAYS "115200" },
	{ "the usual clock", COM2 "@8 3 @76 d=1C2000", COM2_SAYS "115200" },
	{ "another clock's divisor stays", COM2 "@8 3 @76 d=2DC6C00", COM2_SAYS
	  "0" },
	{ "a card", COM2 "@64 0200361B051F07", COM2_SAYS
	  "115200 pci 5:31.7" },
	{ "a 16450", COM2 "@36 1", COM2_SAYS "115200" },
	{ "a 16550 by its address", COM2 "@36 12", COM2_SAYS "115200" },
	{ "type 2", COM2 "@36 2", "none" },
	{ "type 11h", COM2 "@36 11", "none" },
	{ "type 13h", COM2 "@36 13", "none" },
	{ "no address", SPCR("2", "0", "1", "8", "1", "0"), "none" },
	{ "in PCI's configuration", COM2 "@40 2", "none" },
	{ "too short", COM2 "=79", "none" },
	{ "none", COM2 "@0 'ABCD'", "none" },
};

FIRMWARE_TEST(acpi_spcr, spcrs, look_at_spcr)
