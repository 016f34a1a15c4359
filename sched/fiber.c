/* SPDX-License-Identifier: MIT */
#include "sched/fiber.h"

#include "kernel/machine.h"
#include "sched/sched.h"

/* What fiber_switch() pops, lowest address first (sched/switch.asm). */
struct frame {
	uint64_t r15, r14, r13, r12, rbp, rbx;
	void (*resume)(void);
};

void fiber_start(void);                          /* sched/switch.asm */
_Noreturn void fiber_main(struct fiber *fiber);  /* called by fiber_start */
_Noreturn void fiber_ended(struct fiber *fiber); /* called by fiber_unwind */

_Noreturn void fiber_main(struct fiber *fiber)
{
	for (;;) {
		fiber->fn(fiber->arg);
		fiber->at_end(); /* comes back with a new fn and arg */
	}
}

_Noreturn void fiber_ended(struct fiber *fiber)
{
	fiber->at_end();
	fiber_main(fiber);
}

struct fiber *fiber_make(void (*at_end)(void))
{
	size_t size;
	uint8_t *stack = machine_stack_alloc(SCHED_STACK_DEFAULT, &size);
	struct fiber *fiber;
	struct frame *frame;

	if (!stack)
		return NULL;
	/* The frame ends at the descriptor, which is 64-aligned: once it is
	 * popped, rsp is aligned as the ABI wants it before a call. */
	fiber = (struct fiber *)(stack + size -
				 ((sizeof(*fiber) + MACHINE_LINE - 1) &
				  ~(size_t)(MACHINE_LINE - 1)));
	frame = (struct frame *)fiber - 1;
	frame->rbx = (uint64_t)fiber;
	frame->resume = fiber_start;
	*fiber = (struct fiber){ .sp = frame, .at_end = at_end,
				   .canary = (uint64_t *)stack };
	*fiber->canary = FIBER_CANARY;
	return fiber;
}

void fiber_check(const struct fiber *fiber)
{
	if (*fiber->canary != FIBER_CANARY)
		machine_panic("a fiber wrote over the end of its stack "
			      "(canary changed)");
}

size_t fiber_bytes(void)
{
	return SCHED_STACK_DEFAULT + MACHINE_PAGE;
}
