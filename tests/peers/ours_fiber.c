/* SPDX-License-Identifier: MIT */
/*
 * Our switch between stacks (sched/switch.asm), from C to and fro. The frame
 * is the one of sched/fiber.h; the other side is a plain function on a stack
 * of its own, so no scheduler is needed.
 */
#include "tests/peers/peers.h"

#include "sched/fiber.h"

#define SWITCHES 20000u
#define STACK 16384u

static uint8_t stack[STACK] PEERS_LINE;
static void *here, *there;

static void other(void)
{
	for (;;)
		fiber_switch(&there, here);
}

/* A fresh frame: `other` is entered as if called, its return slot unused. */
static void prepare(void)
{
	struct fiber_frame *frame =
		(struct fiber_frame *)(stack + STACK - 8) - 1;

	*frame = (struct fiber_frame){ .resume = other };
	there = frame;
}

/* Ticks per switch: a turn is two of them. */
static double measure(const struct peers_row *row)
{
	(void)row;
	return PEERS_TIME(SWITCHES, fiber_switch(&here, there);) / 2;
}

void peers_ours_fiber(void)
{
	prepare();
	peers_add((struct peers_row){ .row = "fiber switch",
		.who = "ours/fiber_switch", .floor = PEERS_CALL,
		.measure = measure });
}
