/* SPDX-License-Identifier: MIT */
/*
 * The switch that one writes by hand: six registers pushed, the stack swapped,
 * six popped, an indirect jump to the caller. Nothing of a scheduler. What ours
 * out of line has to stand beside.
 */
#include "peers/guests/contracts.h"

#define CHECKED 1000u
#define BATCH 16u  /* at least, as ours */
#define WORDS 512u /* of the other stack */
#define SAVED 6u

/* Saves where the caller goes on in *save, and goes on at `load`. */
void sketch_switch(uint64_t **save, uint64_t *load);

__asm__(".text\n"
	".balign 64\n"
	"sketch_switch:\n"
	"	pushq %rbp\n"
	"	pushq %rbx\n"
	"	pushq %r12\n"
	"	pushq %r13\n"
	"	pushq %r14\n"
	"	pushq %r15\n"
	"	movq %rsp, (%rdi)\n"
	"	movq %rsi, %rsp\n"
	"	popq %r15\n"
	"	popq %r14\n"
	"	popq %r13\n"
	"	popq %r12\n"
	"	popq %rbx\n"
	"	popq %rbp\n"
	"	popq %rcx\n"
	"	jmpq *%rcx\n");

static uint64_t stack[WORDS] __attribute__((aligned(MACHINE_LINE)));
static uint64_t *here, *there; /* where each of the two goes on */
static uint64_t turns;         /* of the other one */

static _Noreturn void bounce(void)
{
	for (;;) {
		turns++;
		sketch_switch(&there, here);
	}
}

/* It never ends, so it begins once: as if a call had pushed its address. */
static bool setup_sketch(struct cell *cell)
{
	(void)cell;
	if (there)
		return true;
	there = &stack[WORDS - 2 - SAVED];
	there[SAVED] = (uint64_t)(uintptr_t)bounce;
	return true;
}

__attribute__((noinline)) static void body_sketch(struct cell *cell,
						  unsigned core,
						  uint64_t count)
{
	(void)cell;
	(void)core;
	while (count--)
		sketch_switch(&here, there);
}

/* The other one has a turn each time. */
static bool validate_sketch(struct cell *cell)
{
	uint64_t before = turns;

	cell->checked = CHECKED;
	for (unsigned i = 1; i <= CHECKED; i++) {
		body_sketch(cell, 0, 1);
		if (turns - before != i)
			return false;
	}
	body_sketch(cell, 0, CHECKED);
	return turns - before == 2 * CHECKED;
}

static const struct variant sketches[] = {
	{
		.name = "call/sketch", .per = "round trip (2 switches)",
		.summary = "six registers pushed and popped by hand, no more",
		.most_cores = 1, .least_batch = BATCH, .setup = setup_sketch,
		.validate = validate_sketch,
		.property = "one turn a switch", .body = body_sketch,
	},
};

ROWS(switch, sketches);
