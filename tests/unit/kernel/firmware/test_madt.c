/* SPDX-License-Identifier: MIT */
/* Processors in the MADT, their nodes in the SRAT, and the timer's pin. */
#include "kernel/firmware/acpi.h"

#include <string.h>

#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

#define MOST 4u

static struct acpi acpi;

/* ---- the cores ------------------------------------------------------------ */

static void look(void)
{
	struct madt_core core[MOST + 1];
	const char *problem;
	uint64_t lapic = 1;
	unsigned count;
	size_t length;
	const void *madt;

	firmware_acpi(&acpi);
	madt = acpi_find(&acpi, "APIC", &length);
	memset(core, 0xEE, sizeof(core));
	if (!madt)
		return;
	count = madt_cores(madt, length, core, MOST, &lapic);
	CHECK_EQUAL(core[MOST].apic_id, 0xEEEEEEEE);
	CHECK_EQUAL(madt_cores(madt, length, NULL, 0, &lapic) >= count, true);
	say("%lx:", lapic);
	for (unsigned i = 0; i < count && i < MOST; i++)
		say(" %x%s", core[i].apic_id, core[i].enabled ? "" : "-");
	if (count > MOST)
		say(" of %u", count);
	problem = madt_problem(madt, length);
	if (problem)
		say(" %s", problem);
}

#define MADT "APIC/3 d=FEE00000 d=1 "
#define APIC(id, flags) "0 8 55 " id " d=" flags " "
#define X2APIC(id, flags) "9 10 0 0 d=" id " d=" flags " d=55 "
#define IO_APIC(address, first) "1 0C 0 0 d=" address " d=" first " "
#define OVERRIDE(source, input) "2 0A 0 " source " d=" input " 0 0 "

/* As QEMU 7.2 (pc, -smp 2) writes it, with a third core. */
#define QEMU MADT APIC("0", "1") APIC("1", "1") APIC("2", "0")               \
	IO_APIC("FEC00000", "0") OVERRIDE("0", "2") OVERRIDE("5", "5")       \
	OVERRIDE("9", "9") "4 6 FF 0 0 1 "

static const struct firmware_case madts[] = {
	{ "of QEMU", QEMU, "fee00000: 0 1 2-" },
	{ "of no core", MADT, "fee00000:" },
	{ "of x2APICs", MADT X2APIC("0", "1") X2APIC("100", "1")
	  X2APIC("12345678", "0"), "fee00000: 0 100 12345678-" },
	{ "each is entered once, and enabled wins", MADT APIC("4", "1")
	  APIC("2", "0") X2APIC("2", "1") X2APIC("4", "0") APIC("4", "1")
	  X2APIC("12C", "1"), "fee00000: 4 2 12c" },
	{ "online capable is not enabled", MADT APIC("0", "2")
	  APIC("1", "FFFFFFFE") X2APIC("2", "2") X2APIC("3", "3"),
	  "fee00000: 0- 1- 2- 3" },
	{ "IDs with gaps", MADT APIC("FE", "1") APIC("10", "1")
	  X2APIC("FFFFFFFE", "1") X2APIC("FF", "1"),
	  "fee00000: fe 10 fffffffe ff" },
	{ "broadcasts are nobody", MADT APIC("FF", "1") X2APIC("FFFFFFFF", "1")
	  APIC("1", "1"), "fee00000: 1" },
	{ "more than asked for", MADT APIC("0", "1") APIC("1", "1")
	  APIC("2", "1") APIC("3", "1") APIC("4", "1") APIC("3", "1")
	  APIC("5", "1"), "fee00000: 0 1 2 3 of 6" },
	{ "another local APIC's address", MADT APIC("0", "1")
	  "5 0C 0 0 q=1FEE00000", "1fee00000: 0" },
	{ "an entry of two bytes", MADT "80 2 " APIC("1", "1"), "fee00000: 1" },
	{ "entries too short for their type", MADT "0 4 0 7 9 8 0 0 d=7 "
	  "5 8 0 0 d=7 " APIC("1", "1"), "fee00000: 1" },
	{ "just too short for their type", MADT "0 7 0 7 1 0 0 9 0F 0 0 d=7 d=1 "
	  "+3 5 0B 0 0 d=7 +3 " APIC("1", "1"), "fee00000: 1" },
	{ "length 0", MADT APIC("1", "1") "1 0 0 0 " APIC("2", "1"),
	  "fee00000: 1 has an entry of length 0 or 1" },
	{ "length 1", MADT APIC("1", "1") "1 1 0 0 " APIC("2", "1"),
	  "fee00000: 1 has an entry of length 0 or 1" },
	{ "over the end", MADT APIC("1", "1") "0 9 0 2 d=1",
	  "fee00000: 1 has an entry that runs over its end" },
	{ "a byte too many", MADT APIC("1", "1") "0",
	  "fee00000: 1 ends inside an entry" },
	{ "a byte too many behind no entry", MADT "0",
	  "fee00000: ends inside an entry" },
	{ "shorter than its header", MADT "=43",
	  "0: is shorter than its header" },
};

FIRMWARE_TEST(madt, madts, look)

/* ---- where the timer's interrupt comes in ------------------------------- */

static void look_for_pin(void)
{
	struct ioapic_pin pin = { 1, 1 };
	size_t length;
	const void *madt;

	firmware_acpi(&acpi);
	madt = acpi_find(&acpi, "APIC", &length);
	if (madt && madt_timer_pin(madt, length, &pin))
		say("%lx:%u", pin.address, pin.number);
}

static const struct firmware_case pins[] = {
	{ "of QEMU", QEMU, "fec00000:2" },
	{ "the second unless it is told", MADT IO_APIC("FEC00000", "0")
	  OVERRIDE("9", "9"), "fec00000:2" },
	{ "as it is told", MADT IO_APIC("FEC00000", "0") OVERRIDE("9", "9")
	  OVERRIDE("0", "5"), "fec00000:5" },
	{ "of the I/O APIC that has it", MADT IO_APIC("FEC10000", "18")
	  IO_APIC("FEC00000", "0") IO_APIC("FEC20000", "30"), "fec00000:2" },
	{ "of the nearest, at its first", MADT IO_APIC("FEC00000", "0")
	  IO_APIC("FEC10000", "18") IO_APIC("FEC20000", "0")
	  OVERRIDE("0", "18"), "fec10000:0" },
	{ "of the nearest that comes first", MADT IO_APIC("FEC10000", "18")
	  IO_APIC("FEC00000", "0") OVERRIDE("0", "1A"), "fec10000:2" },
	{ "no I/O APIC", MADT OVERRIDE("0", "5"), "" },
	{ "one that begins behind it", MADT OVERRIDE("0", "5")
	  IO_APIC("FEC00000", "6"), "" },
	{ "a short I/O APIC", MADT "1 0B 0 0 d=FEC00000 +3", "" },
	{ "a short override", MADT IO_APIC("FEC00000", "0") "2 9 0 0 d=5 0",
	  "fec00000:2" },
	{ "shorter than its header", MADT "=40", "" },
};

FIRMWARE_TEST(madt_timer_pin, pins, look_for_pin)

/* ---- SRAT -------------------------------------------------------------- */

static void look_at_nodes(void)
{
	static const uint32_t ids[] = { 0, 1, 2, 3, 0x100, 0x101 };
	const char *problem;
	const void *srat;
	size_t length;

	firmware_acpi(&acpi);
	srat = acpi_find(&acpi, "SRAT", &length);
	for (unsigned i = 0; srat && i < sizeof(ids) / sizeof(ids[0]); i++) {
		int node = srat_node(srat, length, ids[i]);

		if (node != -1)
			say("%x:%x ", ids[i], node);
	}
	problem = srat ? srat_problem(srat, length) : NULL;
	if (problem)
		say("%s", problem);
}

#define SRAT "SRAT/3 d=1 q=0 "
#define NODE(id, low, high, flags) "0 10 " low " " id " d=" flags " d=" high " d=0 "
#define X2NODE(id, domain, flags) "2 18 0 0 d=" domain " d=" id " d=" flags " q=0 "

static const struct firmware_case srats[] = {
	{ "of cores and memory", SRAT "1 28 9 +37 " NODE("0", "0", "55", "1")
	  NODE("1", "1", "55", "1") NODE("2", "3", "80020155", "1")
	  X2NODE("100", "2", "1"), "0:0 1:1 2:80020103 100:2 " },
	{ "disabled ones", SRAT NODE("3", "3", "0", "0") X2NODE("101", "3", "0")
	  NODE("1", "1", "0", "2"), "" },
	{ "revision 1 has domains of a byte", "SRAT/1 d=1 q=0 "
	  NODE("0", "1", "ABCDEF00", "1"), "0:1 " },
	{ "revision 2 has longer ones", "SRAT/2 d=1 q=0 "
	  NODE("0", "1", "1F00", "1"), "0:1f01 " },
	{ "a byte short of their type", SRAT "0 0F 7 1 1 +10 2 17 0 0 d=8 d=2 1 "
	  "+10 " NODE("3", "9", "0", "1"), "3:9 " },
	{ "length 0", SRAT NODE("1", "7", "0", "1") "0 0 0 0 "
	  NODE("2", "8", "0", "1"), "1:7 has an entry of length 0 or 1" },
	{ "over the end", SRAT NODE("1", "7", "0", "1") "2 18 0 0",
	  "1:7 has an entry that runs over its end" },
	{ "cut inside an entry", SRAT NODE("1", "7", "0", "1") "2",
	  "1:7 ends inside an entry" },
	{ "shorter than its header", SRAT "=47", "is shorter than its header" },
};

FIRMWARE_TEST(srat, srats, look_at_nodes)
