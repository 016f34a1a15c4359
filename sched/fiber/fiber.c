/* SPDX-License-Identifier: MIT */
#include "sched/fiber/fiber.h"

#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "sched/sched.h"

/*
 * Stacks begin on pages, so without this every descriptor and every innermost
 * frame would fall into the same few sets of the first cache: more than about
 * eight fibers would evict each other at every switch. A short life touches
 * three lines, so colours of two spread better than fewer of four: one of 128
 * takes 21 ticks, not 26.
 */
#define COLOURS 16u
#define COLOUR_BYTES 128u

/* Where the descriptor goes: below the colour's gap, on a line of its own. */
static struct fiber *place(uint8_t *stack, size_t size)
{
	static uint32_t made; /* any core, atomic */
	size_t gap = atomic_add_relaxed(&made, 1) % COLOURS * COLOUR_BYTES;
	size_t own = (sizeof(struct fiber) + MACHINE_LINE - 1) &
		     ~(size_t)(MACHINE_LINE - 1);

	return (struct fiber *)(stack + size - gap - own);
}

struct fiber *fiber_make(fiber_entry *entry)
{
	size_t size;
	uint8_t *stack = machine_stack_alloc(SCHED_STACK_DEFAULT, &size);
	struct fiber *fiber;

	if (!stack)
		return NULL;
	fiber = place(stack, size);
	*fiber = (struct fiber){ .canary = (uint64_t *)stack };
	fiber_rewind(fiber, entry);
	*fiber->canary = FIBER_CANARY;
	return fiber;
}

_Noreturn void fiber_overrun(const struct fiber *fiber)
{
	char text[PANIC_TEXT];

	format(text, sizeof(text), "a fiber wrote over the end of its stack "
	       "(canary changed); it ran the function at 0x%lx",
	       (uint64_t)fiber->fn);
	machine_panic(text);
}

size_t fiber_bytes(void)
{
	return SCHED_STACK_DEFAULT + MACHINE_PAGE;
}
