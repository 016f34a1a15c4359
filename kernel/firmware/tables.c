/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/tables.h"

#include "kernel/common/warnings.h"
#include "kernel/firmware/efi.h"
#include "kernel/firmware/mptable.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

#define KIB 1024u

static struct firmware_tables tables;

/* Each is 0 or nonsense under UEFI, where only the boot loader knows. */
static const void *ebda(void)
{
	return (const void *)((uintptr_t)read_word_at(BDA_EBDA_SEGMENT) << 4);
}

static const void *base_memory_end(void)
{
	return (const void *)((uintptr_t)read_word_at(BDA_BASE_MEMORY_KB) *
			      KIB);
}

/* Where a BIOS leaves the RSDP. */
static const void *find_rsdp(void)
{
	const void *rsdp = ebda() ? acpi_rsdp_scan(ebda(), KIB) : NULL;

	if (!rsdp)
		rsdp = acpi_rsdp_scan((const void *)(uintptr_t)BIOS_ROM_START,
				      BIOS_ROM_END - BIOS_ROM_START);
	return rsdp;
}

/* MultiProcessor Specification 1.4, ch. 4. */
static const void *find_mp_floating(void)
{
	const void *floating = ebda() ? mp_scan(ebda(), KIB) : NULL;

	if (!floating && base_memory_end())
		floating = mp_scan((const char *)base_memory_end() - KIB, KIB);
	if (!floating)
		floating = mp_scan((const void *)(uintptr_t)BIOS_MP_START,
				   BIOS_ROM_END - BIOS_MP_START);
	return floating;
}

/* DSP0134, 5.2. */
static const void *find_smbios(uint64_t efi_system_table, acpi_map_fn *map)
{
	const void *entry = efi_smbios(efi_system_table, SMBIOS_ENTRY_ROOM, map);

	if (!entry)
		entry = smbios_scan((const void *)(uintptr_t)BIOS_SMBIOS_START,
				    BIOS_ROM_END - BIOS_SMBIOS_START);
	return entry;
}

/* The MADT's is told where the MADT is read. */
static void check_sums(struct acpi *acpi)
{
	static const char *const signature[] = { "FACP", "HPET", "SRAT" };
	size_t length;

	for (unsigned i = 0; i < sizeof(signature) / sizeof(signature[0]); i++)
		if (acpi_find(acpi, signature[i], &length) &&
		    acpi->checksum_wrong)
			warnings_add("acpi_checksum", "the checksum of ACPI's "
				     "table %s is wrong: it is used all the "
				     "same", signature[i]);
}

static void check_shapes(struct acpi *acpi)
{
	size_t length;
	const void *fadt = acpi_find(acpi, "FACP", &length);
	const char *missing = fadt ? fadt_missing(fadt, length) : NULL;
	const char *problem = acpi_list_problem(acpi);

	if (missing)
		warnings_add("fadt_short", "ACPI's table FACP ends at byte "
			     "%lu, before %s", length, missing);
	if (problem)
		warnings_add("acpi_list_odd", "ACPI's list of tables (%s): %s",
			     acpi->xsdt ? "XSDT" : "RSDT", problem);
}

static void find_timer_pin(struct acpi *acpi)
{
	size_t length;
	const void *madt = acpi_find(acpi, "APIC", &length);

	if (madt)
		(void)madt_timer_pin(madt, length, &tables.timer_pin);
}

struct firmware_tables *firmware_tables_read(const struct boot_info *boot,
					     acpi_map_fn *map)
{
	acpi_init(&tables.acpi, boot->rsdp ? boot->rsdp : find_rsdp(), map);
	fadt_read(&tables.acpi, &tables.fadt);
	processors_read(&tables.processors, &tables.acpi, find_mp_floating(),
			cpu_apic_id());
	find_timer_pin(&tables.acpi);
	check_sums(&tables.acpi);
	check_shapes(&tables.acpi);
	smbios_ask(boot->smbios, boot->smbios_size,
		   find_smbios(boot->efi_system_table, map), map,
		   &tables.names);
	return &tables;
}

int firmware_node_of(uint32_t apic_id)
{
	size_t length;
	const void *srat = acpi_find(&tables.acpi, "SRAT", &length);

	return srat ? srat_node(srat, length, apic_id) : -1;
}
