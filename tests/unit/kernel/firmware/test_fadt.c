/* SPDX-License-Identifier: MIT */
/* kernel/firmware/fadt.c: ports, how to reset and how to switch off. */
#include "kernel/firmware/acpi.h"

#include <string.h>

#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

static struct acpi acpi;

static void look(void)
{
	struct fadt_facts f;
	const char *missing = NULL;
	const void *fadt;
	size_t length;

	memset(&f, 0xEE, sizeof(f));
	firmware_acpi(&acpi);
	fadt_read(&acpi, &f);
	say("%s%s%s", f.has_8042 ? "8042 " : "", f.has_vga ? "vga " : "",
	    f.has_cmos_rtc ? "rtc " : "");
	say("timer %x%s pm1 %x %x", f.pm_timer_port,
	    f.pm_timer_32bit ? "/32" : "", f.pm1a_control, f.pm1b_control);
	if (f.reset_known)
		say(" reset %u:%lx=%x", f.reset_space, f.reset_address,
		    f.reset_value);
	if (f.s5_known)
		say(" s5 %u %u", f.s5_a, f.s5_b);
	fadt = acpi_find(&acpi, "FACP", &length);
	if (fadt)
		missing = fadt_missing(fadt, length);
	if (missing)
		say(" without %s", missing);
}

/* As QEMU's pc machine has it (revision 1) or q35 (revision 3). */
#define PC "FACP/1 @40 d=7FD0000 @64 d=604 @76 d=608 @112 A5 @116 "
#define Q35 "FACP/3 @40 d=7FD0000 @64 d=604 @76 d=608 @109 2 @112 d=84A5 "     \
	"0108 @120 q=CF9 F @244 "
#define ALL "8042 vga rtc "
#define PORTS "timer 608 pm1 604 0"
#define Q35_SAYS ALL PORTS " reset 1:cf9=f"

static const struct firmware_case fadts[] = {
	{ "none", "HPET/1", ALL "timer 0 pm1 0 0" },
	{ "revision 1: reserved bits are not looked at", PC "@68 d=704 @109 FF",
	  ALL "timer 608 pm1 604 704" },
	{ "revision 1 has no reset register", PC "@112 d=500",
	  ALL "timer 608/32 pm1 604 0" },
	{ "too short", PC "=115", ALL "timer 0 pm1 0 0 without the flags, "
	  "without which none of it is used" },
	{ "revision 3", Q35, Q35_SAYS },
	{ "nothing of a PC", Q35 "@109 24", PORTS " reset 1:cf9=f" },
	{ "no keyboard controller", Q35 "@109 0", "vga rtc " PORTS
	  " reset 1:cf9=f" },
	{ "no VGA", Q35 "@109 6", "8042 rtc " PORTS " reset 1:cf9=f" },
	{ "revision 2 has such flags", Q35 "@8 2 @109 0", "vga rtc " PORTS
	  " reset 1:cf9=f" },
	{ "fields of 64 bits come first", Q35 "@68 d=704 @172 1 @176 q=1804 "
	  "@184 1 @188 q=1904 @208 1 @212 q=1808",
	  ALL "timer 1808 pm1 1804 1904 reset 1:cf9=f" },
	{ "as newer firmwares have it", Q35 "@64 d=0 @76 d=0 @172 1 @176 q=1804 "
	  "@208 1 @212 q=1808", ALL "timer 1808 pm1 1804 0 reset 1:cf9=f" },
	{ "fields of 64 bits that name no port",
	  Q35 "@172 0 @176 q=1804 @208 1 @212 q=0", Q35_SAYS },
	{ "a field of 64 bits that is cut", Q35 "@208 1 @212 q=1808 =219",
	  Q35_SAYS },
	{ "a field of 64 bits that just fits", Q35 "@208 1 @212 q=1808 =220",
	  ALL "timer 1808 pm1 604 0 reset 1:cf9=f" },
	{ "no reset by the flags", Q35 "@112 d=80A5", ALL PORTS },
	{ "cut before the reset value", Q35 "=128",
	  ALL PORTS " without the reset register" },
	{ "cut behind the reset value", Q35 "=129",
	  Q35_SAYS " without the DSDT's address of 64 bits" },
	{ "revision 2 ends there", Q35 "@8 2 =129", Q35_SAYS },
	{ "revision 2, cut", Q35 "@8 2 =128",
	  ALL PORTS " without the reset register" },
	{ "cut in the DSDT's address", Q35 "=147",
	  Q35_SAYS " without the DSDT's address of 64 bits" },
	{ "cut behind it", Q35 "=148", Q35_SAYS },
};

FIRMWARE_TEST(fadt, fadts, look)

/* ---- \_S5 -------------------------------------------------------------- */

#define AML PC "; 7FD0000: DSDT/1 "
#define S5 "'_S5_' 12 "
#define PC_SAYS ALL PORTS
#define S5_SAYS(values) PC_SAYS " s5 " values
#define BOTH "7FD0000: DSDT/1 8 " S5 "06020A010A01; 180000000: DSDT/1 8 " S5     \
	"06020A050A06; "

static const struct firmware_case dsdts[] = {
	{ "bytes behind a prefix", AML "1020 8 " S5 "0A040A050A060A000A00",
	  S5_SAYS("5 6") },
	{ "zero and one", AML "8 " S5 "060400010000", S5_SAYS("0 1") },
	{ "one and a byte", AML "8 " S5 "0704010A070000", S5_SAYS("1 7") },
	{ "a byte and one", AML "8 " S5 "07020A0701", S5_SAYS("7 1") },
	{ "the root's", AML "8 '\\' " S5 "06020A050A06", S5_SAYS("5 6") },
	{ "a length of two bytes", AML "8 " S5 "4700 020A050A06", S5_SAYS("5 6") },
	{ "a length of three bytes", AML "8 " S5 "880000 020A060A05", S5_SAYS("6 5") },
	{ "a length of four bytes", AML "8 " S5 "C9000000 020A070A05", S5_SAYS("7 5") },
	{ "letters alone, methods and other objects come before",
	  AML S5 "06020A010A01 14 8 '_S5_' 00A401 14 '\\' " S5 "06020A010A01 "
	  "8 'X' " S5 "06020A010A01 8 '_S5_' 0A020A020A02 8 " S5 "04010A030A03 8 "
	  S5 "08020B04000A04 8 " S5 "06020A050A06", S5_SAYS("5 6") },
	{ "another state", AML "8 '_S4_' 12 06020A050A05", PC_SAYS },
	{ "no byte of it", AML, PC_SAYS },
	{ "cut behind the first value", AML "8 " S5 "06020A05", PC_SAYS },
	{ "cut in the second value", AML "8 " S5 "06020A050A", PC_SAYS },
	{ "cut behind the length", AML "8 " S5 "06", PC_SAYS },
	{ "cut behind the name", AML "8 '_S5_'", PC_SAYS },
	{ "damaged", AML "8 " S5 "06020A050A06 ^9", PC_SAYS },
	{ "of an impossible length", AML "8 " S5 "06020A050A06 ! @4 d=FFFFFFFF",
	  PC_SAYS },
	{ "above 4 GiB", BOTH Q35 "@140 q=180000000 =148", Q35_SAYS " s5 5 6" },
	{ "no address of 64 bits", BOTH Q35, Q35_SAYS " s5 1 1" },
	{ "an address of 64 bits that is cut", BOTH Q35 "@140 q=180000000 =147",
	  Q35_SAYS " s5 1 1 without the DSDT's address of 64 bits" },
};

FIRMWARE_TEST(fadt_s5, dsdts, look)
