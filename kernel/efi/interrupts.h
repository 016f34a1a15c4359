/* SPDX-License-Identifier: MIT */
/*
 * The firmware's interrupt controllers, the 8259 pair and the boot core's local
 * APIC: as they were, so that its clock ticks on when it is visited. All on the
 * boot core, interrupts off.
 */
#ifndef KERNEL_EFI_INTERRUPTS_H
#define KERNEL_EFI_INTERRUPTS_H

/* Remembers the firmware's; then both are silent, and nothing is in service.
 * Once. */
void efi_interrupts_take(void);

/* Gives them back; what our own APIC has in service is ended first. */
void efi_interrupts_give_back(void);

/* Silences the 8259 pair again; the APIC is set up by lapic_enable(). */
void efi_interrupts_silence(void);

/* Ends what is in service: a firmware that was left in the middle (limit.h) may
 * not have. Once our own APIC is set up. */
void efi_interrupts_end(void);

#endif
