/* SPDX-License-Identifier: MIT */
/*
 * Memory types must be the same on every core (SDM 3A, 12.11.8); firmware
 * does not always see to it. The PAT is ours everywhere (kernel/x86/pat.h).
 */
#ifndef KERNEL_X86_MTRR_H
#define KERNEL_X86_MTRR_H

#include <stdbool.h>

/* Remembers the boot core's MTRRs. */
void mtrr_remember_boot_core(void);

/* Makes the calling core's MTRRs the boot core's; before its caches
 * hold anything of note. Counts itself where they differed. */
void mtrr_match_boot_core(void);

/* Cores whose settings differed from the boot core's. */
unsigned mtrr_differences(void);

#endif
