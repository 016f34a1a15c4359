/* SPDX-License-Identifier: MIT */
/* The revision of a processor's microcode. */
#ifndef KERNEL_CPU_MICROCODE_H
#define KERNEL_CPU_MICROCODE_H

#include <stdint.h>

/* Of the calling core; 0 where it cannot be asked. Its traps must stand. */
uint32_t microcode_revision(void);

#endif
