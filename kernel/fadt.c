/* SPDX-License-Identifier: MIT */
/* FADT (ACPI 6.5, 5.2.9) and the one package of the DSDT that it needs. */
#include "kernel/acpi.h"

#include "kernel/string.h"

/* Offsets in the FADT (table 5.9). */
#define FADT_DSDT 40u
#define FADT_PM1A_CONTROL 64u
#define FADT_PM1B_CONTROL 68u
#define FADT_PM_TIMER 76u
#define FADT_BOOT_ARCH 109u
#define   BOOT_ARCH_8042 (1u << 1)
#define   BOOT_ARCH_NO_VGA (1u << 2)
#define   BOOT_ARCH_NO_RTC (1u << 5)
#define FADT_FLAGS 112u
#define   FLAG_TIMER_32BIT (1u << 8)
#define   FLAG_RESET (1u << 10)
#define FADT_RESET_REGISTER 116u
#define FADT_RESET_VALUE 128u
#define FADT_X_DSDT 140u
#define FADT_REVISION 8u
#define FADT_SIZE_V1 116u

#define HEADER_SIZE 36u

/* AML (ACPI 6.5, ch. 20) */
#define AML_NAME 0x08
#define AML_BYTE_PREFIX 0x0A
#define AML_PACKAGE 0x12
#define AML_PACKAGE_LENGTH_BYTES 6 /* bits of the lead byte: extra bytes */

static uint16_t read16(const uint8_t *at)
{
	uint16_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static uint32_t read32(const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static uint64_t read64(const uint8_t *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

/* An integer constant of one byte: zero, one, or a prefix and the byte. */
static const uint8_t *read_byte(const uint8_t *aml, const uint8_t *end,
				uint8_t *value)
{
	if (aml < end && *aml == AML_BYTE_PREFIX)
		aml++;
	if (aml >= end)
		return NULL;
	*value = *aml;
	return aml + 1;
}

/* Reads what follows the letters _S5_: a package of constants. */
static bool read_package(struct fadt_facts *facts, const uint8_t *aml,
			 const uint8_t *end)
{
	if (aml + 3 > end || *aml++ != AML_PACKAGE)
		return false;
	aml += 1 + (*aml >> AML_PACKAGE_LENGTH_BYTES); /* package length */
	aml++;                                         /* element count */
	aml = read_byte(aml, end, &facts->s5_a);
	return aml && read_byte(aml, end, &facts->s5_b);
}

static void find_s5(struct acpi *acpi, struct fadt_facts *facts, uint64_t dsdt)
{
	const uint8_t *aml = dsdt ? acpi->map(dsdt, HEADER_SIZE) : NULL;
	uint32_t length = aml ? read32(aml + 4) : 0;

	if (length < HEADER_SIZE || !(aml = acpi->map(dsdt, length)))
		return;
	for (uint32_t i = HEADER_SIZE; i + 5 < length; i++) {
		if (memcmp(aml + i, "_S5_", 4))
			continue;
		/* Name(_S5_, ...) or Name(\_S5_, ...) */
		bool named = aml[i - 1] == AML_NAME ||
			     (aml[i - 1] == '\\' && aml[i - 2] == AML_NAME);
		if (named && read_package(facts, aml + i + 4, aml + length)) {
			facts->s5_known = true;
			return;
		}
	}
}

void fadt_read(struct acpi *acpi, struct fadt_facts *facts)
{
	size_t length;
	const uint8_t *fadt = acpi_find(acpi, "FACP", &length);
	uint64_t dsdt;

	*facts = (struct fadt_facts){ .has_8042 = true, .has_vga = true,
				      .has_cmos_rtc = true };
	if (!fadt || length < FADT_SIZE_V1)
		return;
	if (fadt[FADT_REVISION] >= 2) {
		uint16_t arch = read16(fadt + FADT_BOOT_ARCH);
		facts->has_8042 = arch & BOOT_ARCH_8042;
		facts->has_vga = !(arch & BOOT_ARCH_NO_VGA);
		facts->has_cmos_rtc = !(arch & BOOT_ARCH_NO_RTC);
	}
	facts->pm_timer_port = read32(fadt + FADT_PM_TIMER);
	facts->pm_timer_32bit = read32(fadt + FADT_FLAGS) & FLAG_TIMER_32BIT;
	facts->pm1a_control = read32(fadt + FADT_PM1A_CONTROL);
	facts->pm1b_control = read32(fadt + FADT_PM1B_CONTROL);
	if (length > FADT_RESET_VALUE &&
	    read32(fadt + FADT_FLAGS) & FLAG_RESET) {
		facts->reset_known = true;
		facts->reset_space = fadt[FADT_RESET_REGISTER];
		facts->reset_address = read64(fadt + FADT_RESET_REGISTER + 4);
		facts->reset_value = fadt[FADT_RESET_VALUE];
	}
	dsdt = read32(fadt + FADT_DSDT);
	if (length >= FADT_X_DSDT + 8 && read64(fadt + FADT_X_DSDT))
		dsdt = read64(fadt + FADT_X_DSDT);
	find_s5(acpi, facts, dsdt);
}
