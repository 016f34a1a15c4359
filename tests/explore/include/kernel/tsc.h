/* SPDX-License-Identifier: MIT */
/* kernel/tsc.h: a time that moves only when tests/explore/engine/machine.c says so. */
#ifndef KERNEL_X86_TSC_H
#define KERNEL_X86_TSC_H

#include <stdint.h>

uint64_t tsc_read(void);

#endif
