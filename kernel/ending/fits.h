/* SPDX-License-Identifier: MIT */
/* Does the machine's memory hold the image? */
#ifndef KERNEL_ENDING_FITS_H
#define KERNEL_ENDING_FITS_H

#include <stdint.h>

/*
 * Comes back if it does. If not, most of .bss is not there, and the loader has
 * said nothing: says on the screen and on COM1 how much there is and how much
 * is needed, and stops. First of all, on the boot core: it uses nothing but
 * code, constants and the boot stack, which linker.ld puts before all else.
 */
void fits_or_stop(uint32_t magic, uintptr_t information);

#endif
