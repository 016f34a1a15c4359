/* SPDX-License-Identifier: MIT */
/* kernel/firmware/tables.c: where a BIOS's tables are looked for, in order, and
 * what is told of them. */
#include "kernel/firmware/tables.h"

#include "kernel/x86/insn.h"
#include "tests/unit/cases.h"

CASES_OF("tests/unit/kernel/firmware/tables.cases");

/* The BIOS's data at 400h lies below what a process may have. */
static uint16_t word_at(uintptr_t address)
{
	const uint16_t *word = firmware_map(address, 2);

	return word ? *word : 0;
}

/* What the boot loader tells of: the RSDP at 5000, a copy of the names at 6000,
 * the system table at 7000. */
static void look(void)
{
	struct boot_info boot = { .efi_system_table = 0x7000 };
	const struct firmware_tables *t;
	size_t length;

	fake_insn.word_at = word_at;
	boot.rsdp = firmware_at(0x5000, &length);
	boot.smbios = firmware_at(0x6000, &length);
	boot.smbios_size = boot.smbios ? (uint32_t)length : 0;
	t = firmware_tables_read(&boot, firmware_map);
	say("xsdt %lx cores %u at %lx pin %lx timer %x", t->acpi.xsdt,
	    t->processors.count, t->processors.lapic, t->timer_pin.address,
	    t->fadt.pm_timer_port);
	if (t->names.maker)
		say(" by %s", t->names.maker);
	if (firmware_node_of(0) != -1)
		say(" node %d", firmware_node_of(0));
	say_warnings();
}

TEST_OF_CASES(firmware_tables_acpi, look)
TEST_OF_CASES(firmware_tables_mp, look)
TEST_OF_CASES(firmware_tables_names, look)
