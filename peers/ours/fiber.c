/* SPDX-License-Identifier: MIT */
/*
 * Our switches between stacks (sched/fiber/switch.asm, sched/fiber/switch_inline.h), from C
 * to and fro. The other side is a plain function on a stack of its own, so no
 * scheduler is needed.
 */
#include "peers/peers.h"

#include "sched/fiber/fiber.h"

#define SWITCHES 20000u
#define STACK 16384u

static uint8_t stack[STACK] PEERS_LINE;
static struct fiber_context here, there;

static void other(void)
{
	for (;;)
		fiber_switch(&there, &here);
}

static void other_inline(void)
{
	for (;;)
		fiber_switch_inline(&there, &here);
}

/* It is entered as if called, its return slot unused. */
static void prepare(void (*side)(void))
{
	there = (struct fiber_context){
		.sp = stack + STACK - sizeof(void *), .pc = side };
}

/* Ticks per switch: a turn is two of them. */
static double measure(const struct peers_row *row)
{
	(void)row;
	prepare(other);
	return PEERS_TIME(SWITCHES, fiber_switch(&here, &there);) / 2;
}

static double measure_inline(const struct peers_row *row)
{
	(void)row;
	prepare(other_inline);
	return PEERS_TIME(SWITCHES, fiber_switch_inline(&here, &there);) / 2;
}

void peers_ours_fiber(void)
{
	peers_add((struct peers_row){ .row = "fiber switch",
		.who = "ours/fiber_switch", .floor = PEERS_CALL,
		.measure = measure });
	peers_add((struct peers_row){ .row = "fiber switch",
		.who = "ours/inlined", .floor = PEERS_CALL,
		.measure = measure_inline });
}
