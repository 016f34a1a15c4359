/* SPDX-License-Identifier: MIT */
/*
 * All that the processor holds for whoever runs on it, the firmware or us, and
 * the way from one to the other and back (boot/efi.asm). Its APIC is apart
 * (kernel/efi/interrupts.h).
 */
#ifndef KERNEL_EFI_WORLD_H
#define KERNEL_EFI_WORLD_H

#include <stdbool.h>
#include <stdint.h>

#define WORLD_FXSAVE_BYTES 512

/* boot/efi.asm uses it by its offsets (boot/offsets.c). */
struct world {
	uint8_t fxsave[WORLD_FXSAVE_BYTES] __attribute__((aligned(16)));
	uint64_t cr0, cr3, cr4, efer, pat;
	uint64_t fs_base, gs_base, kernel_gs_base;
	uint64_t xcr0;               /* where CR4 has OSXSAVE */
	uint8_t gdtr[16], idtr[16];  /* ten bytes of each count */
	uint16_t cs, ds, es, fs, gs, ss, ldtr, tr;
};

/* Fills *world with the calling core's state. */
void world_save(struct world *world);

/*
 * Saves `ours`, loads `theirs`, and on that stack, with interrupts on, calls
 * work(); loads `ours` again. Interrupts are off before and after. work() is
 * not to touch what %gs points to. Both worlds must map the image and the stack
 * at their own addresses.
 */
void world_visit(struct world *ours, struct world *theirs, uint64_t stack,
		 void (*work)(void));

/*
 * Calls work(); true where it has come back. False: world_abandon() was called
 * meanwhile, on whichever stack above this one; interrupts are off then, and
 * what work() was in the middle of is never gone on with. One at a time.
 */
bool world_try(void (*work)(void));
_Noreturn void world_abandon(void);

#endif
