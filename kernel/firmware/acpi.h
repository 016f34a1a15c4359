/* SPDX-License-Identifier: MIT */
/*
 * ACPI tables, read without an interpreter: RSDP -> XSDT or RSDT -> the tables
 * asked for (ACPI 6.5, ch. 5). Pure: memory is reached only through the map
 * function, every length is checked, every checksum counted.
 */
#ifndef KERNEL_FIRMWARE_ACPI_H
#define KERNEL_FIRMWARE_ACPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/x86/ioapic.h"

/*
 * Makes [address, address + length) of physical memory readable and returns
 * a pointer to it; NULL if it cannot.
 */
typedef const void *acpi_map_fn(uint64_t address, size_t length);

struct acpi {
	acpi_map_fn *map;
	uint64_t xsdt, rsdt;      /* physical; 0 where absent */
	const char *problem;      /* last thing found wrong, NULL if none */
	bool checksum_wrong;      /* of the table that acpi_find() gave last */
};

/* True where the bytes' sum is 0, modulo 256: how a checksum is right. */
bool acpi_sums_to_zero(const void *bytes, size_t length);

/* True if the first 20 (revision >= 2: 36) of `room` bytes are an RSDP. */
bool acpi_rsdp_valid(const void *rsdp, size_t room);

/* Looks for an RSDP at each multiple of 16 in [start, start + length). */
const void *acpi_rsdp_scan(const void *start, size_t length);

/* Takes the addresses from a valid RSDP; NULL or invalid: problem is set. */
bool acpi_init(struct acpi *acpi, const void *rsdp, acpi_map_fn *map);

/*
 * The table at this address, its whole length mapped; NULL, and problem is
 * set, where it cannot be mapped or its length is wrong. A wrong checksum sets
 * problem and checksum_wrong.
 */
const void *acpi_open(struct acpi *acpi, uint64_t address, size_t *length);

/*
 * The first table with this four-letter signature and a right checksum, its
 * whole length mapped. XSDT first, RSDT where the XSDT is absent or broken.
 * Where every one's checksum is wrong, its own or its root's, the first of
 * them: machines run with such tables, and most of a table is more than none.
 * checksum_wrong tells of the table, not of its root. NULL: there is none.
 */
const void *acpi_find(struct acpi *acpi, const char signature[4],
		      size_t *length);

/* What is odd about the list of tables, the XSDT or else the RSDT; NULL:
 * nothing. Each entry that can be read is used all the same. */
const char *acpi_list_problem(struct acpi *acpi);

/* ---- MADT: which processors there are (5.2.12) ------------------------- */

struct madt_core {
	uint32_t apic_id;
	bool enabled;          /* not enabled: counted, never started */
};

/*
 * Reads type 0 (local APIC) and type 9 (local x2APIC) entries, each APIC ID
 * once (enabled wins), in table order. Writes at most `most`, returns how
 * many there are in all. *lapic gets the local APIC's address (the 64-bit
 * override, type 5, where present).
 */
unsigned madt_cores(const void *madt, size_t length, struct madt_core *cores,
		    unsigned most, uint64_t *lapic);

/* Why the walk through the table ends before the table does; NULL: it does
 * not. */
const char *madt_problem(const void *madt, size_t length);

/*
 * Enters an APIC ID once; enabled wins over disabled. `count` of at most
 * `most` entries are there; returns how many there are now, in all.
 */
unsigned madt_enter(struct madt_core *cores, unsigned count, unsigned most,
		    uint32_t apic_id, bool enabled);

/* The pin that ISA's timer leads to, of whichever I/O APIC has it. False: the
 * table lists none; the pin may be more than its I/O APIC has. */
bool madt_timer_pin(const void *madt, size_t length, struct ioapic_pin *pin);

/* ---- FADT: ports and how to switch off (5.2.9, 7.4.2) ------------------ */

struct fadt_facts {
	bool has_8042, has_vga, has_cmos_rtc; /* IAPC_BOOT_ARCH (rev >= 2) */
	uint32_t pm_timer_port;               /* 0 where absent */
	bool pm_timer_32bit;
	uint32_t pm1a_control, pm1b_control;  /* ports; 0 where absent */
	bool s5_known;
	uint8_t s5_a, s5_b;                   /* SLP_TYP values for S5 */
	bool reset_known;
	uint8_t reset_space;                  /* 0 memory, 1 port */
	uint64_t reset_address;
	uint8_t reset_value;
};

/*
 * Reads the FADT; the \_S5 package is looked for in the DSDT's bytes (a
 * Name(_S5_, Package) as compilers write it), without an interpreter.
 */
void fadt_read(struct acpi *acpi, struct fadt_facts *facts);

/* The first field that its revision has and its length has not; NULL: none. */
const char *fadt_missing(const void *fadt, size_t length);

/* ---- SRAT: which node a processor is in (5.2.16) ----------------------- */

/* The proximity domain of an APIC ID; -1 where the table does not say. */
int srat_node(const void *srat, size_t length, uint32_t apic_id);

/* As madt_problem(). */
const char *srat_problem(const void *srat, size_t length);

/* ---- SPCR: the firmware's console (Microsoft, Serial Port Console Redirection
 * Table, 1.10) ------------------------------------------------------------ */

struct spcr_port {
	bool memory;            /* registers in memory; else ports */
	unsigned width;         /* bytes of a register: 1 or 4 */
	uint64_t address;
	uint32_t baud;          /* 0: leave it as the firmware set it */
	bool on_pci;            /* a PCI device, whose place this is: */
	uint8_t bus, device, function;
};

/* False: there is no such table, it names no port, or none like a 16550. */
bool spcr_read(struct acpi *acpi, struct spcr_port *port);

/* Generic address structure (table 5.1), in HPET and SPCR */
#define GAS_SPACE 0u
#define GAS_WIDTH 1u        /* of the register, bits */
#define GAS_ACCESS 3u       /* 0: as wide; 1 << (this - 1) bytes */
#define GAS_ADDRESS 4u
#define GAS_SIZE 12u
enum { GAS_MEMORY = 0, GAS_PORT = 1 };

/* ---- HPET --------------------------------------------------------------- */

/* Physical address of the HPET's registers in memory space; 0 if absent. */
uint64_t hpet_address(struct acpi *acpi);

#endif
