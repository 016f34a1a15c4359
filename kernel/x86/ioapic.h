/* SPDX-License-Identifier: MIT */
/* A pin of an I/O APIC (82093AA), which interrupts cores for a device. */
#ifndef KERNEL_X86_IOAPIC_H
#define KERNEL_X86_IOAPIC_H

#include <stdbool.h>
#include <stdint.h>

struct ioapic_pin {
	uint64_t address;  /* of the I/O APIC's registers; 0: there is none */
	uint32_t number;
};
#define IOAPIC_BYTES 0x20u /* of its registers, which have to be mapped */

/* What the pin does: the two words of its entry, the lower one first. */
struct ioapic_entry {
	uint32_t low, high;
};

/* Has it that pin? */
bool ioapic_has(const struct ioapic_pin *pin);

struct ioapic_entry ioapic_read(const struct ioapic_pin *pin);
void ioapic_write(const struct ioapic_pin *pin, struct ioapic_entry entry);

/* An edge on the pin is an NMI of that core, unless it is masked. */
struct ioapic_entry ioapic_nmi(uint32_t apic_id, bool masked);

/* ---- the old controller ------------------------------------------------ */

/*
 * Moves their vectors off the exceptions and masks all sixteen inputs; a
 * spurious IRQ 7 or 15 can come even then (8259A data sheet, "spurious").
 * Harmless where the chips are absent: nothing is read back.
 */
void pic_disable(void);

#endif
