/* SPDX-License-Identifier: MIT */
/* FADT (ACPI 6.5, 5.2.9) and the one package of the DSDT that it needs. */
#include "kernel/firmware/acpi.h"
#include "kernel/firmware/bytes.h"
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
#define FADT_X_PM1A_CONTROL 172u
#define FADT_X_PM1B_CONTROL 184u
#define FADT_X_PM_TIMER 208u
#define FADT_REVISION 8u
#define FADT_SIZE_V1 116u

/* AML (ACPI 6.5, ch. 20) */
#define AML_ZERO 0x00
#define AML_ONE 0x01
#define AML_NAME 0x08
#define AML_BYTE_PREFIX 0x0A
#define AML_PACKAGE 0x12
#define AML_EXTRA_BYTES_SHIFT 6 /* in the first byte of a package's length */
#define AML_START 36u           /* in a DSDT: after the header */

/* A byte constant at `at`: ZeroOp, OneOp, or BytePrefix and the byte. */
static size_t read_byte(const uint8_t *aml, size_t length, size_t at,
			uint8_t *value)
{
	if (at < length && (aml[at] == AML_ZERO || aml[at] == AML_ONE)) {
		*value = aml[at];
		return 1;
	}
	if (at + 1 < length && aml[at] == AML_BYTE_PREFIX) {
		*value = aml[at + 1];
		return 2;
	}
	return 0;
}

/* Reads what follows the letters _S5_: a package of two or more constants. */
static bool read_package(const uint8_t *aml, size_t length, size_t at,
			 struct fadt_facts *facts)
{
	size_t taken;

	if (at + 1 >= length || aml[at] != AML_PACKAGE)
		return false;
	at += 2 + (aml[at + 1] >> AML_EXTRA_BYTES_SHIFT);
	if (at >= length || aml[at++] < 2) /* element count */
		return false;
	taken = read_byte(aml, length, at, &facts->s5_a);
	return taken && read_byte(aml, length, at + taken, &facts->s5_b);
}

/* Name(_S5_, ...) or Name(\_S5_, ...): what stands before the letters. */
static bool is_name(const uint8_t *aml, size_t at)
{
	return aml[at - 1] == AML_NAME ||
	       (aml[at - 1] == '\\' && aml[at - 2] == AML_NAME);
}

static void find_s5(struct acpi *acpi, struct fadt_facts *facts, uint64_t dsdt)
{
	size_t length;
	const uint8_t *aml = acpi_open(acpi, dsdt, &length);

	if (aml && acpi->checksum_wrong)
		return; /* the machine stays on rather than guess a port */
	for (size_t at = AML_START; aml && at + 4 <= length; at++) {
		if (memcmp(aml + at, "_S5_", 4) || !is_name(aml, at))
			continue;
		facts->s5_known = read_package(aml, length, at + 4, facts);
		if (facts->s5_known)
			return;
	}
}

const char *fadt_missing(const void *fadt, size_t length)
{
	uint8_t revision = ((const uint8_t *)fadt)[FADT_REVISION];

	if (length < FADT_SIZE_V1)
		return "the flags, without which none of it is used";
	if (revision >= 2 && length <= FADT_RESET_VALUE)
		return "the reset register";
	return revision >= 3 && length < FADT_X_DSDT + 8 ?
	       "the DSDT's address of 64 bits" : NULL;
}

/* By the field of 64 bits where it names a port, else by that of 32. */
static uint32_t port_of(const uint8_t *fadt, size_t length, unsigned old,
			unsigned gas)
{
	if (length >= gas + GAS_SIZE && fadt[gas + GAS_SPACE] == GAS_PORT &&
	    read32(fadt + gas + GAS_ADDRESS))
		return read32(fadt + gas + GAS_ADDRESS);
	return read32(fadt + old);
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
	facts->pm_timer_port = port_of(fadt, length, FADT_PM_TIMER,
				       FADT_X_PM_TIMER);
	facts->pm_timer_32bit = read32(fadt + FADT_FLAGS) & FLAG_TIMER_32BIT;
	facts->pm1a_control = port_of(fadt, length, FADT_PM1A_CONTROL,
				      FADT_X_PM1A_CONTROL);
	facts->pm1b_control = port_of(fadt, length, FADT_PM1B_CONTROL,
				      FADT_X_PM1B_CONTROL);
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
