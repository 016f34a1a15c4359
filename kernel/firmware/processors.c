/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/processors.h"

#include "kernel/common/warnings.h"
#include "kernel/firmware/mptable.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"

/* DMAR (Intel, Virtualization Technology for Directed I/O, 8.1). */
#define DMAR_FLAGS 37u
#define   X2APIC_OPT_OUT (1u << 1)

#define NEXT_SOURCES "the MP tables and CPUID are asked, too"

static unsigned enabled_cores(const struct processors *list)
{
	unsigned count = 0;

	for (unsigned i = 0; i < list->count && i < MACHINE_MAX_CORES; i++)
		count += list->core[i].enabled;
	return count;
}

/* False where the MADT does not tell the whole. */
static bool read_madt(struct processors *list, struct acpi *acpi)
{
	const char *problem;
	const void *madt;
	size_t length;

	madt = acpi_find(acpi, "APIC", &length);
	if (!madt) {
		warnings_add("no_madt", "no processor table (%s): "
			     NEXT_SOURCES, acpi->problem ? acpi->problem
							 : "ACPI has none");
		return false;
	}
	if (acpi->checksum_wrong)
		warnings_add("madt_checksum", "the checksum of the processor "
			     "table (MADT) is wrong: it is used all the same");
	list->count = madt_cores(madt, length, list->core, MACHINE_MAX_CORES,
				 &list->lapic);
	problem = madt_problem(madt, length);
	if (!problem && enabled_cores(list))
		return true;
	warnings_add("madt_damaged", "the processor table (MADT) %s; cores "
		     "read so far: %u; " NEXT_SOURCES,
		     problem ? problem : "lists no core that is enabled",
		     enabled_cores(list));
	return false;
}

static void read_mp_tables(struct processors *list, const void *floating,
			   acpi_map_fn *map)
{
	const char *problem;
	uint64_t lapic;

	if (!floating)
		return;
	problem = mp_cores(floating, map, list->core, &list->count,
			   MACHINE_MAX_CORES, &lapic);
	if (!list->lapic)
		list->lapic = lapic;
	if (problem)
		warnings_add("mp_table_damaged", "the MP table %s", problem);
}

static bool is_listed(const struct processors *list, uint32_t apic_id)
{
	for (unsigned i = 0; i < list->count && i < MACHINE_MAX_CORES; i++)
		if (list->core[i].apic_id == apic_id)
			return true;
	return false;
}

/*
 * MP tables name a package's first core only, as SeaBIOS writes them: the
 * others come from CPUID. One that is listed as disabled stays so.
 */
static void add_siblings(struct processors *list)
{
	static uint32_t id[MACHINE_MAX_CORES];
	unsigned known = list->count;

	for (unsigned i = 0; i < known && i < MACHINE_MAX_CORES; i++) {
		unsigned siblings = list->core[i].enabled ?
			cpu_package_ids(list->core[i].apic_id, id,
					MACHINE_MAX_CORES) : 0;

		for (unsigned s = 0; s < siblings; s++)
			if (!is_listed(list, id[s]))
				list->count = madt_enter(list->core,
					list->count, MACHINE_MAX_CORES, id[s],
					true);
	}
}

/* One SRAT serves all cores: its damage is told once. */
static void check_srat(struct acpi *acpi)
{
	size_t length;
	const void *srat = acpi_find(acpi, "SRAT", &length);
	const char *problem = srat ? srat_problem(srat, length) : NULL;

	if (problem)
		warnings_add("srat_damaged", "the table of memory nodes (SRAT) "
			     "%s: nodes behind that are unknown", problem);
}

static bool opts_out(struct acpi *acpi)
{
	size_t length;
	const uint8_t *dmar = acpi_find(acpi, "DMAR", &length);

	return dmar && length > DMAR_FLAGS && dmar[DMAR_FLAGS] & X2APIC_OPT_OUT;
}

void processors_read(struct processors *list, struct acpi *acpi,
		     const void *floating, uint32_t boot_id)
{
	list->count = 0;
	list->lapic = 0;
	list->no_x2apic = opts_out(acpi);
	if (!read_madt(list, acpi)) {
		read_mp_tables(list, floating, acpi->map);
		list->count = madt_enter(list->core, list->count,
					 MACHINE_MAX_CORES, boot_id, true);
		add_siblings(list);
	}
	if (!list->lapic)
		list->lapic = LAPIC_DEFAULT_BASE;
	if (list->count > MACHINE_MAX_CORES) {
		warnings_add("too_many_cores", "%u cores are listed, %u can be "
			     "used", list->count, MACHINE_MAX_CORES);
		list->count = MACHINE_MAX_CORES;
	}
	check_srat(acpi);
}
