/* SPDX-License-Identifier: MIT */
/* MP tables, and the list of processors that all sources make together. */
#include "kernel/firmware/processors.h"

#include <stdio.h>
#include <string.h>

#include "kernel/firmware/mptable.h"
#include "kernel/x86/regs.h"
#include "tests/unit/fake_cpu.h"
#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

#define MOST 4u

/* At F0000: the pointer, to a table or to a default configuration. */
#define FLOATING(configuration)                                              \
	"'_MP_' d=F5BB0 1 4 0 " configuration " +4 s=10:0:16 "
#define MP(count) "F0000: " FLOATING("0") "; F5BB0: PCMP/" count " "
#define CORE(id, flags) "0 " id " 14 " flags " +16 "
#define BUS "1 0 'ISA   ' "

static const void *floating(void)
{
	size_t length;

	return firmware_at(0xF0000, &length);
}

static void say_cores(const struct madt_core *core, unsigned count,
		      uint64_t lapic)
{
	say("%lx:", lapic);
	for (unsigned i = 0; i < count; i++)
		say(" %x%s", core[i].apic_id, core[i].enabled ? "" : "-");
}

/* ---- MP tables ------------------------------------------------------------ */

static void scan(void)
{
	say("%lx", (uintptr_t)mp_scan((void *)0x9FC00, 1023));
}

static const struct firmware_case scans[] = {
	{ "nothing", "90000: 0", "0" },
	{ "at no multiple of 16", "9FC08: " FLOATING("0"), "0" },
	{ "the first", "9FC00: " FLOATING("0"), "9fc00" },
	{ "the last", "9FFE0: " FLOATING("0"), "9ffe0" },
	{ "one that is cut", "9FFF0: " FLOATING("0"), "0" },
	{ "another name", "9FC00: " FLOATING("0") "@3 '.'", "0" },
	{ "another length", "9FC00: " FLOATING("0") "@8 2", "0" },
	{ "a wrong sum in its last byte", "9FC00: " FLOATING("0") "^15", "0" },
	{ "behind a damaged one", "9FC00: " FLOATING("0") "^9; 9FE00: "
	  FLOATING("0"), "9fe00" },
};

FIRMWARE_TEST(mp_scan, scans, scan)

static void look_at_mp(void)
{
	struct madt_core core[MOST] = { { 0, false } };
	uint64_t lapic = 0;
	unsigned count = 0;
	const char *problem = mp_cores(floating(), firmware_map, core, &count,
				       MOST, &lapic);

	say_cores(core, count < MOST ? count : MOST, lapic);
	if (problem)
		say(" %s", problem);
}

#define NOWHERE "fee00000: is not where its pointer says"

static const struct firmware_case mps[] = {
	{ "processors and others", MP("5") CORE("0", "3") BUS CORE("6", "1")
	  CORE("7", "0") CORE("6", "1"), "fec12000: 0 6 7-" },
	{ "default configuration 1", "F0000: " FLOATING("1"), "fee00000: 0 1" },
	{ "default configuration 7", "F0000: " FLOATING("7"), "fee00000: 0 1" },
	{ "nothing is there", "F0000: " FLOATING("0"), NOWHERE },
	{ "its pointer is 0", "F0000: " FLOATING("0") "@4 d=0", NOWHERE },
	{ "something else is there", MP("1") CORE("0", "1") "@3 'Q'", NOWHERE },
	{ "a header that is cut", MP("0") "=43", NOWHERE },
	{ "a length of less than its header", MP("0") "! @4 w=2B",
	  "fee00000: claims an impossible length" },
	{ "a length of more than there is", MP("0") "! @4 w=2D",
	  "fee00000: claims an impossible length" },
	{ "no entry", MP("0"), "fec12000:" },
	{ "fewer entries than told", MP("3") CORE("0", "1") CORE("1", "1"),
	  "fec12000: 0 1 holds fewer entries than it tells" },
	{ "an entry over its end", MP("3") CORE("0", "1") CORE("1", "1") "0",
	  "fec12000: 0 1 holds an entry that runs over its end" },
	{ "a short one over its end", MP("2") CORE("0", "1") "4 +6",
	  "fec12000: 0 holds an entry that runs over its end" },
	{ "a short one at its end", MP("2") CORE("0", "1") "4 +7",
	  "fec12000: 0" },
	{ "an unknown type", MP("2") CORE("0", "1") "5",
	  "fec12000: 0 holds an entry of an unknown type" },
	{ "a wrong checksum is used", MP("2") CORE("0", "1") CORE("1", "1")
	  "^7", "fec12000: 0 1 has a wrong checksum" },
};

FIRMWARE_TEST(mp_tables, mps, look_at_mp)

/* ---- all sources together ---------------------------------------------- */

static struct processors list;

/* What was in the list before counts for nothing. */
static void read_list(uint32_t boot_id)
{
	struct acpi acpi;

	firmware_acpi(&acpi);
	for (unsigned i = 0; i < MACHINE_MAX_CORES; i++)
		list.core[i] = (struct madt_core){ .apic_id = i,
						   .enabled = true };
	list.count = 7;
	list.lapic = 0xBAD000;
	processors_read(&list, &acpi, floating(), boot_id);
	say_cores(list.core, list.count < 9 ? list.count : 0, list.lapic);
	if (list.no_x2apic)
		say(" no x2APIC");
	say_warnings();
}

static void look(void)
{
	static const struct fake_leaf none;

	fake_cpu(false, &none, sizeof(none));
	read_list(0);
}

#define MADT "APIC/3 d=FEE00000 d=1 "
#define APIC(id, flags) "0 8 " id " " id " d=" flags " "
#define TWO MP("2") CORE("0", "1") CORE("6", "1") "; "
#define BROKEN MADT APIC("0", "1") "0 0 1 1 " APIC("3", "1")
#define ELSE "the MP tables and CPUID are asked, too"
#define DAMAGED ", madt_damaged: the processor table (MADT) "
#define CUT_SHORT "has an entry of length 0 or 1; cores read so far: 1; " ELSE
#define NO_MADT ", no_madt: no processor table ("
#define DMAR "; DMAR/1 2E "

static const struct firmware_case lists[] = {
	{ "a whole MADT is all", TWO MADT APIC("0", "1") APIC("1", "1"),
	  "fee00000: 0 1" },
	{ "a disabled core may come first", MADT APIC("0", "0") APIC("1", "1"),
	  "fee00000: 0- 1" },
	{ "a wrong checksum costs no core", MADT APIC("0", "1") APIC("1", "1")
	  "^9", "fee00000: 0 1, madt_checksum: the checksum of the processor "
	  "table (MADT) is wrong: it is used all the same" },
	{ "a MADT that lists nobody", TWO MADT, "fee00000: 0 6" DAMAGED
	  "lists no core that is enabled; cores read so far: 0; " ELSE },
	{ "a damaged MADT is completed by MP tables", TWO BROKEN,
	  "fee00000: 0 6" DAMAGED CUT_SHORT },
	{ "a damaged MADT alone", BROKEN, "fee00000: 0" DAMAGED CUT_SHORT },
	{ "nothing", "90000: 0", "fee00000: 0" NO_MADT "no valid RSDP): " ELSE },
	{ "no MADT", "HPET/1", "fee00000: 0" NO_MADT "ACPI has none): " ELSE },
	{ "an MP table alone", TWO, "fec12000: 0 6" NO_MADT
	  "no valid RSDP): " ELSE },
	{ "a damaged MP table", MP("2") CORE("0", "1"), "fec12000: 0" NO_MADT
	  "no valid RSDP): " ELSE ", mp_table_damaged: the MP table holds "
	  "fewer entries than it tells" },
	{ "a damaged SRAT", MADT APIC("0", "1") "; SRAT/3 +12 0 0",
	  "fee00000: 0, srat_damaged: the table of memory nodes (SRAT) has an "
	  "entry of length 0 or 1: nodes behind that are unknown" },
	{ "a firmware that wants no x2APIC", MADT APIC("0", "1") DMAR "2",
	  "fee00000: 0 no x2APIC" },
	{ "a firmware that has nothing against it", MADT APIC("0", "1") DMAR
	  "1 +10", "fee00000: 0" },
	{ "a DMAR without flags", MADT APIC("0", "1") DMAR, "fee00000: 0" },
};

FIRMWARE_TEST(processors, lists, look)

static void look_in_a_package(void)
{
	static const struct fake_leaf of_four[] = {
		{ CPUID_TOPOLOGY, 0, { .ebx = 1, .ecx = 1 << 8 } },
		{ CPUID_TOPOLOGY, 1, { .eax = 2, .ebx = 4, .ecx = 2 << 8 } },
	};

	fake_cpu(false, of_four, sizeof(of_four));
	read_list(5);
}

/* MP tables name each package's first core; disabled ones stay disabled. */
static const struct firmware_case packages[] = {
	{ "a whole MADT is all", MADT APIC("0", "1"), "fee00000: 0" },
	{ "a damaged MADT is completed by CPUID", BROKEN,
	  "fee00000: 0 5 1 2 3 4 6 7" DAMAGED CUT_SHORT },
	{ "no more of a package than CPUID counts", "90000: 0",
	  "fee00000: 5 4 6 7" NO_MADT "no valid RSDP): " ELSE },
	{ "an MP table", MP("3") CORE("0", "1") CORE("4", "1") CORE("6", "0"),
	  "fec12000: 0 4 6- 5 1 2 3 7" NO_MADT "no valid RSDP): " ELSE },
};

FIRMWARE_TEST(processors_of_a_package, packages, look_in_a_package)

/* As many as there is room for, and one. */
TEST(processors_too_many)
{
	static char text[40 * (MACHINE_MAX_CORES + 2)] = MADT;
	char *end = text + strlen(text);
	const char *code = NULL, *told = NULL;
	struct acpi acpi;

	for (unsigned i = 0; i <= MACHINE_MAX_CORES; i++)
		end += sprintf(end, "9 10 0 0 d=%X d=1 d=0 ", i);
	firmware_write(text);
	firmware_acpi(&acpi);
	processors_read(&list, &acpi, NULL, 0);
	CHECK_EQUAL(list.count, MACHINE_MAX_CORES);
	CHECK(machine_warning(0, &code, &told));
	CHECK_TEXT(code, "too_many_cores");
	CHECK_TEXT(told, "1025 cores are listed, 1024 can be used");
}
