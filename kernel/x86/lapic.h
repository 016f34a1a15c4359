/* SPDX-License-Identifier: MIT */
/*
 * The local APIC, in xAPIC (memory) or x2APIC (MSR) mode: two tables of
 * operations, chosen once; callers never ask for the mode (SDM 3A, ch. 11).
 */
#ifndef KERNEL_X86_LAPIC_H
#define KERNEL_X86_LAPIC_H

#include <stdbool.h>
#include <stdint.h>

struct lapic_ops {
	const char *name;                          /* "xapic", "x2apic" */
	uint32_t id_most;                          /* one core's; not above */
	uint32_t (*read)(uint32_t offset);         /* LAPIC_* offset */
	void (*write)(uint32_t offset, uint32_t value);
	uint32_t (*id)(void);
	/*
	 * Sends an IPI; false if the ID is above id_most, or if an earlier
	 * one of this core was still not accepted after a bounded wait (xAPIC
	 * has a busy bit, x2APIC none).
	 */
	bool (*send)(uint32_t apic_id, uint32_t command);
	/*
	 * What a send under way has set, for a handler that may send, too: it
	 * reads it first and puts it back last. x2APIC sends by one write.
	 */
	uint32_t (*destination)(void);
	void (*set_destination)(uint32_t destination);
};

extern const struct lapic_ops *lapic;

enum lapic_wish { LAPIC_AUTO, LAPIC_XAPIC, LAPIC_X2APIC };

/*
 * Chooses the mode, on the boot core: a machine that comes in x2APIC mode
 * stays there; else x2APIC where the processor has it, unless the wish is
 * xAPIC. `address` is the xAPIC page. NULL, or why the wish was not granted.
 */
const char *lapic_choose(enum lapic_wish wish, uint64_t address);

/* The operations of either mode, whichever is chosen. */
const struct lapic_ops *lapic_ops_of(bool x2apic);

/* Switches the calling core's APIC on in the chosen mode, all sources off. */
void lapic_enable(void);

/* Tells the APIC that the interrupt it delivered is handled. */
void lapic_eoi(void);

/* One-shot timer of the calling core: VECTOR_WAKE, or VECTOR_TICK, after
 * `count`; 0 stops. */
void lapic_timer(uint32_t count);
void lapic_timer_tick(uint32_t count);

/* Of all interrupts only VECTOR_TICK gets through to the calling core; or those
 * that lapic_enable() lets through. */
void lapic_only_ticks(bool only);

#endif
