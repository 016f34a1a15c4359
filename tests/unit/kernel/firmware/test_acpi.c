/* SPDX-License-Identifier: MIT */
/* From the RSDP to a table; the small ones: HPET and SPCR. */
#include "kernel/firmware/acpi.h"

#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

static struct acpi acpi;

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
#define RSDP_AT "; F8000: " RSDP2("0", "7FE1000")
#define NO_RSDP "APIC - no valid RSDP HPET - list: right"

static const struct firmware_case roots[] = {
	{ "the XSDT comes first", BOTH RSDT ";" XSDT,
	  "APIC 2 HPET - list: right" },
	{ "an RSDP of revision 1 has none", BOTH RSDT ";" XSDT "; F8000: "
	  RSDP1("7FE0000") "@15 1 @24 q=7FE1000", "APIC 1 HPET - list: right" },
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
	{ "a wrong RSDP", BOTH XSDT RSDP_AT "^9", NO_RSDP },
	{ "an RSDP that is wrong in its second part", BOTH XSDT RSDP_AT "^33",
	  NO_RSDP },
	{ "an RSDP that is wrong in its first sum", BOTH XSDT RSDP_AT "^8 ^32",
	  NO_RSDP },
	{ "a structure of another name", BOTH XSDT RSDP_AT "@7 '.'", NO_RSDP },
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

static void look_at_device(void)
{
	struct spcr_port port = { .baud = 1 };

	firmware_acpi(&acpi);
	if (hpet_address(&acpi))
		say("HPET %lx", hpet_address(&acpi));
	if (!spcr_read(&acpi, &port))
		return;
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
#define IN_MEMORY(bits, access)                                              \
	SPCR("2", "0", "0", bits, access, "80000000000002F8")
#define COM2_SAYS "port 2f8 width 1 baud "
#define MEMORY_SAYS "memory 80000000000002f8 width "

static const struct firmware_case devices[] = {
	{ "HPET", "HPET/1 d=0 d=0 q=FED00000", "HPET fed00000" },
	{ "HPET in ports", "HPET/1 d=0 d=1 q=FED00000", "" },
	{ "HPET, too short", "HPET/1 d=0 d=0 q=FED00000 =51", "" },
	{ "COM2", COM2, COM2_SAYS "115200" },
	{ "as wide as it says: 8 bits", IN_MEMORY("8", "0"), MEMORY_SAYS
	  "1 baud 115200" },
	{ "as wide as it says: 32 bits", IN_MEMORY("20", "0"), MEMORY_SAYS
	  "4 baud 115200" },
	{ "by bytes", IN_MEMORY("20", "1"), MEMORY_SAYS "1 baud 115200" },
	{ "by words", IN_MEMORY("10", "2"), "" },
	{ "by four bytes", IN_MEMORY("8", "3"), MEMORY_SAYS "4 baud 115200" },
	{ "by eight bytes", IN_MEMORY("40", "4"), "" },
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
	{ "type 2", COM2 "@36 2", "" },
	{ "type 11h", COM2 "@36 11", "" },
	{ "type 13h", COM2 "@36 13", "" },
	{ "no address", SPCR("2", "0", "1", "8", "1", "0"), "" },
	{ "in PCI's configuration", COM2 "@40 2", "" },
	{ "too short", COM2 "=79", "" },
	{ "none", COM2 "@0 'ABCD'", "" },
};

FIRMWARE_TEST(acpi_hpet_and_spcr, devices, look_at_device)
