/* SPDX-License-Identifier: MIT */
/*
 * A firmware that does not come back is left for good. A timer of its own,
 * whose event comes before what a file system does, takes the boot core out of
 * it. A firmware that hangs above that level, or with interrupts off, hangs the
 * machine. All in the firmware's world.
 */
#ifndef KERNEL_EFI_LIMIT_H
#define KERNEL_EFI_LIMIT_H

#include <stdbool.h>

#include "kernel/efi/abi.h"

#define LIMIT_SECONDS 20u /* a stick that is slow to answer takes some */

/* Makes the timers; false: there are none. Once. */
bool limit_begin(const struct efi_boot_services *boot);

/* Calls work(). False: it was given up, and the firmware is not to be asked for
 * anything again; interrupts are off. */
bool limit_call(void (*work)(void));

/* In work(): the firmware has answered, so that its time begins anew. */
void limit_anew(void);

/* Waits so long by the firmware's clock, whose timers run meanwhile. False: it
 * stands, LIMIT_SECONDS more have gone by. Needs our own clock. */
bool limit_wait(unsigned ms);

#endif
