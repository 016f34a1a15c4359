/* SPDX-License-Identifier: MIT */
/* From the RSDP to a table; HPET, SPCR and FADT. */
#include "kernel/firmware/acpi.h"

#include <string.h>

#include "tests/unit/cases.h"

CASES_OF("tests/unit/kernel/firmware/acpi.cases");

static struct acpi acpi;

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

TEST_OF_CASES(acpi_tables, look)

TEST(acpi_without_an_rsdp)
{
	CHECK(!acpi_init(&acpi, NULL, firmware_map));
	CHECK_TEXT(acpi.problem, "no valid RSDP");
}

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

TEST_OF_CASES(acpi_hpet_and_spcr, look_at_device)

static void look_at_fadt(void)
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

TEST_OF_CASES(fadt, look_at_fadt)
TEST_OF_CASES(fadt_s5, look_at_fadt)
