/* SPDX-License-Identifier: MIT */

#include <stdint.h>

#include "tests/explore/engine/model.h"

#define STACK_BYTES 65536u

static uint64_t stack[EXPLORE_MAX_THREADS][STACK_BYTES / 8]
	__attribute__((aligned(64)));

/* The six callee-saved registers and the return address. */
__asm__(".text\n"
	".globl coroutine_switch\n"
	"coroutine_switch:\n"
	"	push %rbx\n"
	"	push %rbp\n"
	"	push %r12\n"
	"	push %r13\n"
	"	push %r14\n"
	"	push %r15\n"
	"	mov %rsp, (%rdi)\n"
	"	mov %rsi, %rsp\n"
	"	pop %r15\n"
	"	pop %r14\n"
	"	pop %r13\n"
	"	pop %r12\n"
	"	pop %rbp\n"
	"	pop %rbx\n"
	"	ret\n");

void *coroutine_begin(unsigned index, void (*body)(void))
{
	/* As after a call: 8 below a multiple of 16. */
	uint64_t *top = &stack[index][STACK_BYTES / 8 - 1];

	*top = 0; /* the return address; it does not return */
	top[-1] = (uint64_t)body;
	return top - 7;
}
