/* SPDX-License-Identifier: MIT */
/* What boot/traps.asm builds at each trap, and its call that a trap may end. */
#ifndef KERNEL_CPU_TRAP_ENTRY_H
#define KERNEL_CPU_TRAP_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

/* As boot/traps.asm pushes it, lowest address first. */
struct trap_frame {
	uint64_t r15, r14, r13, r12, r11, r10, r9, r8;
	uint64_t rbp, rdi, rsi, rdx, rcx, rbx, rax;
	uint64_t vector, error;
	uint64_t rip, cs, rflags, rsp, ss; /* by the processor */
};

/*
 * The first calls attempt(arg), with the stack pointer in *stack: true if it
 * returns. A frame changed to lead to the second with that stack pointer ends
 * the call: false.
 */
bool trap_trial_call(void (*attempt)(void *arg), void *arg, uint64_t *stack);
void trap_trial_fault(void);

#endif
