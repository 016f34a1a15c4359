/* SPDX-License-Identifier: MIT */
/* Processors: MADT, SRAT and MP tables, the list that all sources make
 * together, and the pin of the timer. */
#include "kernel/firmware/processors.h"

#include <stdio.h>
#include <string.h>

#include "kernel/x86/regs.h"
#include "tests/unit/cases.h"
#include "tests/unit/fake_cpu.h"

CASES_OF("tests/unit/kernel/firmware/processors.cases");

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

TEST_OF_CASES(madt, look)
TEST_OF_CASES(srat, look)
TEST_OF_CASES(mp_tables, look)
TEST_OF_CASES(processors, look)

static void look_in_a_package(void)
{
	static const struct fake_leaf of_four[] = {
		{ CPUID_TOPOLOGY, 0, { .ebx = 1, .ecx = 1 << 8 } },
		{ CPUID_TOPOLOGY, 1, { .eax = 2, .ebx = 4, .ecx = 2 << 8 } },
	};

	fake_cpu(false, of_four, sizeof(of_four));
	read_list(5);
}

TEST_OF_CASES(processors_of_a_package, look_in_a_package)

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

TEST_OF_CASES(madt_timer_pin, look_for_pin)

/* As many as there is room for, and one. */
TEST(processors_too_many)
{
	static char text[40 * (MACHINE_MAX_CORES + 2)] = "APIC/3 q=FEE00000 ";
	char *end = text + strlen(text);
	const char *code = NULL, *told = NULL;

	for (unsigned i = 0; i <= MACHINE_MAX_CORES; i++)
		end += sprintf(end, "9 10 0 0 d=%X d=1 d=0 ", i);
	firmware_write(text);
	read_list(0);
	CHECK_EQUAL(list.count, MACHINE_MAX_CORES);
	CHECK(machine_warning(0, &code, &told));
	CHECK_TEXT(code, "too_many_cores");
	CHECK_TEXT(told, "1025 cores are listed, 1024 can be used");
}
