/* SPDX-License-Identifier: MIT */
/* The pair of 8259A interrupt controllers: out of the way. */
#ifndef KERNEL_X86_PIC_H
#define KERNEL_X86_PIC_H

/*
 * Moves their vectors off the exceptions and masks all sixteen inputs; a
 * spurious IRQ 7 or 15 can come even then (8259A data sheet, "spurious").
 * Harmless where the chips are absent: nothing is read back.
 */
void pic_disable(void);

#endif
