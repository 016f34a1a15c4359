/* SPDX-License-Identifier: MIT */
/* Processors: MADT, SRAT and MP tables, the list that all sources make
 * together, and the pin of the timer. */
#include "kernel/firmware/processors.h"

#include <stdio.h>
#include <string.h>

#include "kernel/firmware/mptable.h"
#include "kernel/x86/regs.h"
#include "tests/unit/fake_cpu.h"
#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

static struct processors list;
static struct acpi acpi;

static void say_core(const struct madt_core *core)
{
	size_t length;
	const void *srat = acpi_find(&acpi, "SRAT", &length);
	int node = srat ? srat_node(srat, length, core->apic_id) : -1;

	say(" %x%s", core->apic_id, core->enabled ? "" : "-");
	if (node != -1)
		say("@%x", node);
}

/* What was in the list before counts for nothing. */
static void read_list(uint32_t boot_id)
{
	size_t length;

	firmware_acpi(&acpi);
	for (unsigned i = 0; i < MACHINE_MAX_CORES; i++)
		list.core[i] = (struct madt_core){ .apic_id = i,
						   .enabled = true };
	list.count = 7;
	list.lapic = 0xBAD000;
	processors_read(&list, &acpi, firmware_at(0xF0000, &length), boot_id);
	say("%lx:", list.lapic);
	for (unsigned i = 0; i < list.count && i < 9; i++)
		say_core(&list.core[i]);
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

#define ELSE "the MP tables and CPUID are asked, too"

/* ---- MADT ---------------------------------------------------------------- */

#define MADT "APIC/3 d=FEE00000 d=1 "
#define APIC(id, flags) "0 8 55 " id " d=" flags " "
#define X2APIC(id, flags) "9 10 0 0 d=" id " d=" flags " d=55 "
#define IO_APIC(address, first) "1 0C 0 0 d=" address " d=" first " "
#define OVERRIDE(source, input) "2 0A 0 " source " d=" input " 0 0 "

/* As QEMU 7.2 (pc, -smp 2) writes it, with a third core. */
#define QEMU MADT APIC("0", "1") APIC("1", "1") APIC("2", "0")               \
	IO_APIC("FEC00000", "0") OVERRIDE("0", "2") OVERRIDE("5", "5")       \
	OVERRIDE("9", "9") "4 6 FF 0 0 1 "
#define DAMAGED(how, cores) ", madt_damaged: the processor table (MADT) " how \
	"; cores read so far: " cores "; " ELSE
#define NO_LENGTH "has an entry of length 0 or 1"
#define OVER "has an entry that runs over its end"
#define INSIDE "ends inside an entry"

static const struct firmware_case madts[] = {
	{ "of QEMU", QEMU, "fee00000: 0 1 2-" },
	{ "a disabled core may come first", MADT APIC("0", "0") APIC("1", "1"),
	  "fee00000: 0- 1" },
	{ "x2APICs", MADT X2APIC("0", "1") X2APIC("100", "1")
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
	{ "another local APIC's address", MADT APIC("0", "1")
	  "5 0C 0 0 q=1FEE00000", "1fee00000: 0" },
	{ "an entry of two bytes", MADT "80 2 " APIC("1", "1"), "fee00000: 1" },
	{ "entries too short for their type", MADT "0 4 0 7 9 8 0 0 d=7 "
	  "5 8 0 0 d=7 " APIC("1", "1"), "fee00000: 1" },
	{ "just too short for their type", MADT "0 7 0 7 1 0 0 9 0F 0 0 d=7 "
	  "d=1 +3 5 0B 0 0 d=7 +3 " APIC("1", "1"), "fee00000: 1" },
	{ "length 0", MADT APIC("1", "1") "1 0 0 0 " APIC("2", "1"),
	  "fee00000: 1 0" DAMAGED(NO_LENGTH, "1") },
	{ "length 1", MADT APIC("1", "1") "1 1 0 0 " APIC("2", "1"),
	  "fee00000: 1 0" DAMAGED(NO_LENGTH, "1") },
	{ "over the end", MADT APIC("1", "1") "0 9 0 2 d=1",
	  "fee00000: 1 0" DAMAGED(OVER, "1") },
	{ "a byte too many", MADT APIC("1", "1") "0",
	  "fee00000: 1 0" DAMAGED(INSIDE, "1") },
	{ "a byte behind no entry", MADT "0",
	  "fee00000: 0" DAMAGED(INSIDE, "0") },
	{ "shorter than its header", MADT "=43",
	  "fee00000: 0" DAMAGED("is shorter than its header", "0") },
	{ "a wrong checksum costs no core", MADT APIC("0", "1") APIC("1", "1")
	  "^9", "fee00000: 0 1, madt_checksum: the checksum of the processor "
	  "table (MADT) is wrong: it is used all the same" },
};

FIRMWARE_TEST(madt, madts, look)

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

/* ---- SRAT and DMAR -------------------------------------------------------- */

#define FIVE MADT APIC("0", "1") APIC("1", "1") APIC("2", "1")                \
	X2APIC("100", "1") X2APIC("101", "1") ";"
#define SRAT FIVE "SRAT/3 d=1 q=0 "
#define NODE(id, low, high, flags)                                           \
	"0 10 " low " " id " d=" flags " d=" high " d=0 "
#define X2NODE(id, domain, flags)                                            \
	"2 18 0 0 d=" domain " d=" id " d=" flags " q=0 "
#define NOWHERE "fee00000: 0 1 2 100 101"
#define SRAT_DAMAGED(how) ", srat_damaged: the table of memory nodes (SRAT) "  \
	how ": nodes behind that are unknown"

static const struct firmware_case srats[] = {
	{ "cores and memory", SRAT "1 28 9 +37 " NODE("0", "0", "55", "1")
	  NODE("1", "1", "55", "1") NODE("2", "3", "80020155", "1")
	  X2NODE("100", "2", "1"), "fee00000: 0@0 1@1 2@80020103 100@2 101" },
	{ "disabled ones", SRAT NODE("2", "3", "0", "0") X2NODE("101", "3", "0")
	  NODE("1", "1", "0", "2"), NOWHERE },
	{ "revision 1 has domains of a byte", FIVE "SRAT/1 d=1 q=0 "
	  NODE("0", "1", "ABCDEF00", "1"), "fee00000: 0@1 1 2 100 101" },
	{ "revision 2 has longer ones", FIVE "SRAT/2 d=1 q=0 "
	  NODE("0", "1", "1F00", "1"), "fee00000: 0@1f01 1 2 100 101" },
	{ "a byte short of their type", SRAT "0 0F 7 1 1 +10 2 17 0 0 d=8 d=2 "
	  "1 +10 " NODE("0", "9", "0", "1"), "fee00000: 0@9 1 2 100 101" },
	{ "length 0", SRAT NODE("1", "7", "0", "1") "0 0 0 0 "
	  NODE("2", "8", "0", "1"), "fee00000: 0 1@7 2 100 101"
	  SRAT_DAMAGED(NO_LENGTH) },
	{ "over the end", SRAT NODE("1", "7", "0", "1") "2 18 0 0",
	  "fee00000: 0 1@7 2 100 101" SRAT_DAMAGED(OVER) },
	{ "shorter than its header", SRAT "=47",
	  NOWHERE SRAT_DAMAGED("is shorter than its header") },
	{ "no x2APIC is wanted", FIVE "DMAR/1 2E 2", NOWHERE " no x2APIC" },
	{ "nothing against x2APICs", FIVE "DMAR/1 2E 1 +10", NOWHERE },
	{ "a DMAR without flags", FIVE "DMAR/1 2E", NOWHERE },
};

FIRMWARE_TEST(srat, srats, look)

/* ---- MP tables ------------------------------------------------------------ */

/* At F0000: the pointer, to a table or to a default configuration. */
#define FLOATING(configuration)                                              \
	"F0000: '_MP_' d=F5BB0 1 4 0 " configuration " +4 s=10:0:16; "
#define MP(count) FLOATING("0") "F5BB0: PCMP/" count " "
#define CORE(id, flags) "0 " id " 14 " flags " +16 "
#define BUS "1 0 'ISA   ' "
#define NO_MADT ", no_madt: no processor table (no valid RSDP): " ELSE
#define MP_DAMAGED(how) NO_MADT ", mp_table_damaged: the MP table " how
#define NOT_THERE "fee00000: 0" MP_DAMAGED("is not where its pointer says")
#define LENGTH "fee00000: 0" MP_DAMAGED("claims an impossible length")

static const struct firmware_case mps[] = {
	{ "processors and others", MP("5") CORE("0", "3") BUS CORE("6", "1")
	  CORE("7", "0") CORE("6", "1"), "fec12000: 0 6 7-" NO_MADT },
	{ "default configuration 1", FLOATING("1"), "fee00000: 0 1" NO_MADT },
	{ "default configuration 7", FLOATING("7"), "fee00000: 0 1" NO_MADT },
	{ "nothing is there", FLOATING("0"), NOT_THERE },
	{ "its pointer is 0", FLOATING("0") "0: PCMP/0", "fee00000: 0"
	  MP_DAMAGED("is not where its pointer says") },
	{ "something else is there", MP("1") CORE("0", "1") "@3 'Q'", NOT_THERE },
	{ "a header that is cut", MP("0") "=43", NOT_THERE },
	{ "less than its header", MP("0") "! @4 w=2B", LENGTH },
	{ "more than there is", MP("0") "! @4 w=2D", LENGTH },
	{ "no entry", MP("0"), "fec12000: 0" NO_MADT },
	{ "fewer entries than told", MP("3") CORE("0", "1") CORE("1", "1"),
	  "fec12000: 0 1" MP_DAMAGED("holds fewer entries than it tells") },
	{ "an entry over its end", MP("3") CORE("0", "1") CORE("1", "1") "0",
	  "fec12000: 0 1" MP_DAMAGED("holds an entry that runs over its end") },
	{ "a short one over its end", MP("2") CORE("0", "1") "4 +6",
	  "fec12000: 0" MP_DAMAGED("holds an entry that runs over its end") },
	{ "a short one at its end", MP("2") CORE("1", "1") "4 +7",
	  "fec12000: 1 0" NO_MADT },
	{ "an unknown type", MP("2") CORE("0", "1") "5",
	  "fec12000: 0" MP_DAMAGED("holds an entry of an unknown type") },
	{ "a wrong checksum is used", MP("2") CORE("0", "1") CORE("1", "1")
	  "^7", "fec12000: 0 1" MP_DAMAGED("has a wrong checksum") },
};

FIRMWARE_TEST(mp_tables, mps, look)

/* ---- all sources together ---------------------------------------------- */

#define TWO MP("2") CORE("0", "1") CORE("6", "1") "; "
#define BROKEN MADT APIC("0", "1") "0 0 1 1 " APIC("3", "1")

static const struct firmware_case lists[] = {
	{ "a whole MADT is all", TWO MADT APIC("0", "1") APIC("1", "1"),
	  "fee00000: 0 1" },
	{ "a MADT that lists nobody", TWO MADT, "fee00000: 0 6"
	  DAMAGED("lists no core that is enabled", "0") },
	{ "a damaged MADT is completed by MP tables", TWO BROKEN,
	  "fee00000: 0 6" DAMAGED(NO_LENGTH, "1") },
	{ "nothing", "90000: 0", "fee00000: 0" NO_MADT },
	{ "no MADT", "HPET/1", "fee00000: 0, no_madt: no processor table (ACPI "
	  "has none): " ELSE },
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
	  "fee00000: 0 5 1 2 3 4 6 7" DAMAGED(NO_LENGTH, "1") },
	{ "no more of a package than CPUID counts", "90000: 0",
	  "fee00000: 5 4 6 7" NO_MADT },
	{ "an MP table", MP("3") CORE("0", "1") CORE("4", "1") CORE("6", "0"),
	  "fec12000: 0 4 6- 5 1 2 3 7" NO_MADT },
	{ "a package that is disabled", MP("1") CORE("0", "0"),
	  "fec12000: 0- 5 4 6 7" NO_MADT },
};

FIRMWARE_TEST(processors_of_a_package, packages, look_in_a_package)

/* As many as there is room for, and one. */
TEST(processors_too_many)
{
	static char text[40 * (MACHINE_MAX_CORES + 2)] = MADT;
	char *end = text + strlen(text);
	const char *code = NULL, *told = NULL;

	for (unsigned i = 0; i <= MACHINE_MAX_CORES; i++)
		end += sprintf(end, X2APIC("%X", "1"), i);
	firmware_write(text);
	read_list(0);
	CHECK_EQUAL(list.count, MACHINE_MAX_CORES);
	CHECK(machine_warning(0, &code, &told));
	CHECK_TEXT(code, "too_many_cores");
	CHECK_TEXT(told, "1025 cores are listed, 1024 can be used");
}
