/* SPDX-License-Identifier: MIT */
#include "kernel/x86/ioapic.h"

#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

static volatile uint32_t *word_at(const struct ioapic_pin *pin, uint32_t offset)
{
	return (volatile uint32_t *)(pin->address + offset);
}

static uint32_t read_register(const struct ioapic_pin *pin, uint32_t number)
{
	*word_at(pin, IOAPIC_SELECT) = number;
	return *word_at(pin, IOAPIC_WINDOW);
}

static void write_register(const struct ioapic_pin *pin, uint32_t number,
			   uint32_t value)
{
	*word_at(pin, IOAPIC_SELECT) = number;
	*word_at(pin, IOAPIC_WINDOW) = value;
}

bool ioapic_has(const struct ioapic_pin *pin)
{
	uint32_t version = read_register(pin, IOAPIC_VERSION);

	return version != UINT32_MAX && /* nobody drives the bus */
	       pin->number <= (version >> IOAPIC_VERSION_LAST_SHIFT & 0xFF);
}

struct ioapic_entry ioapic_read(const struct ioapic_pin *pin)
{
	uint32_t entry = IOAPIC_ENTRY + 2 * pin->number;

	return (struct ioapic_entry){ read_register(pin, entry),
				      read_register(pin, entry + 1) };
}

/* The lower word may open the pin: it comes last. */
void ioapic_write(const struct ioapic_pin *pin, struct ioapic_entry entry)
{
	uint32_t number = IOAPIC_ENTRY + 2 * pin->number;

	write_register(pin, number + 1, entry.high);
	write_register(pin, number, entry.low);
}

struct ioapic_entry ioapic_nmi(uint32_t apic_id, bool masked)
{
	return (struct ioapic_entry){
		.low = IOAPIC_ENTRY_NMI | (masked ? IOAPIC_ENTRY_MASKED : 0),
		.high = apic_id << IOAPIC_ENTRY_ID_SHIFT };
}

/* ---- the old controller ------------------------------------------------ */

void pic_disable(void)
{
	outb(PIC_MASTER_COMMAND, PIC_ICW1_INIT_ICW4);
	outb(PIC_SLAVE_COMMAND, PIC_ICW1_INIT_ICW4);
	outb(PIC_MASTER_DATA, VECTOR_PIC);
	outb(PIC_SLAVE_DATA, VECTOR_PIC + 8);
	outb(PIC_MASTER_DATA, PIC_ICW3_MASTER_CASCADE);
	outb(PIC_SLAVE_DATA, PIC_ICW3_SLAVE_CASCADE);
	outb(PIC_MASTER_DATA, PIC_ICW4_8086);
	outb(PIC_SLAVE_DATA, PIC_ICW4_8086);
	outb(PIC_MASTER_DATA, PIC_MASK_ALL);
	outb(PIC_SLAVE_DATA, PIC_MASK_ALL);
}
