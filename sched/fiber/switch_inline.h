/* SPDX-License-Identifier: MIT */
/*
 * Stack switches without a call: the compiler itself knows what is live, and
 * saves that alone. sched/fiber/switch.asm is the same for a caller that does not
 * want all of its registers lost; a context may be saved by one and loaded by
 * the other.
 *
 * None ends in RET: that would take its prediction from the other stack's
 * calls and be wrong every time. Each use has its own copy of the jump, so the
 * branch predictor keeps them apart.
 */
#ifndef SCHED_FIBER_SWITCH_INLINE_H
#define SCHED_FIBER_SWITCH_INLINE_H

#include <stddef.h>

/* Where a stack that nobody runs on goes on. */
struct fiber_context {
	void *sp;
	void *pc;
	void *bp; /* rbp: a compiler may keep its frame there */
};

_Static_assert(offsetof(struct fiber_context, pc) == 8 &&
	       offsetof(struct fiber_context, bp) == 16,
	       "the order of CONTEXT in sched/fiber/switch.asm");

/* Goes on there; the caller's own context is given up. Leaves load in the
 * register of a second argument, as all switches do: see fiber_entry. */
static inline __attribute__((always_inline))
void fiber_jump(const struct fiber_context *load)
{
	__asm__ volatile("movq %c2(%0), %%rcx\n\t"
			 "movq %c3(%0), %%rdx\n\t"
			 "movq %c1(%0), %%rbp\n\t"
			 "movq %%rcx, %%rsp\n\t"
			 "jmpq *%%rdx"
			 :
			 : "S"(load), "i"(offsetof(struct fiber_context, bp)),
			   "i"(offsetof(struct fiber_context, sp)),
			   "i"(offsetof(struct fiber_context, pc))
			 : "memory");
	/* The compiler is not told that nobody comes here: it would take all
	 * that leads here for rare, and inline nothing there. */
}

/*
 * Saves where the caller goes on and goes on at `load`. Nothing is pushed, so
 * a red zone is safe, and every register but rbp is lost to the other side, so
 * the compiler puts what it still needs on this stack.
 */
static inline __attribute__((always_inline))
void fiber_switch_inline(struct fiber_context *save,
			 const struct fiber_context *load)
{
	__asm__ volatile("leaq 1f(%%rip), %%rax\n\t"
			 "movq %c3(%1), %%rcx\n\t"
			 "movq %c4(%1), %%rdx\n\t"
			 "movq %%rbp, %c2(%0)\n\t"
			 "movq %%rax, %c4(%0)\n\t"
			 "movq %%rsp, %c3(%0)\n\t"
			 "movq %c2(%1), %%rbp\n\t"
			 "movq %%rcx, %%rsp\n\t"
			 "jmpq *%%rdx\n"
			 "1:"
			 : "+D"(save), "+S"(load)
			 : "i"(offsetof(struct fiber_context, bp)),
			   "i"(offsetof(struct fiber_context, sp)),
			   "i"(offsetof(struct fiber_context, pc))
			 : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11",
			   "r12", "r13", "r14", "r15", "memory", "cc");
}

#endif
