/* SPDX-License-Identifier: MIT */
/* The trap flag: a debug exception after each instruction (SDM 3B, 17.3.2). */
#ifndef KERNEL_X86_STEP_H
#define KERNEL_X86_STEP_H

#include <stdint.h>

#define RFLAGS_TF (1ull << 8)

/* The first one comes after the instruction behind the store. */
static inline void step_on(void)
{
	__builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() |
				       RFLAGS_TF);
}

/* The last one comes after the store. */
static inline void step_off(void)
{
	__builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() &
				       ~RFLAGS_TF);
}

#endif
