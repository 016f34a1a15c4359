/* SPDX-License-Identifier: MIT */
/* kernel/x86/tsc.h: a time that moves only when tests/explore/machine.c says so. */
#ifndef KERNEL_X86_TSC_H
#define KERNEL_X86_TSC_H

#include <stdint.h>

uint64_t tsc_read(void);

#endif
