/* SPDX-License-Identifier: MIT */
/* bench/experiments/switch/vector_state.c: registers that either side does not
 * find again are seen. */
#include <string.h>

#include "bench/bench.h"
#include "sched/fiber/fiber.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static void apart_between(void);

static void *apart_scratch(size_t bytes)
{
	static uint8_t memory[3][1024]
		__attribute__((aligned(MACHINE_LINE_PAIR)));
	static unsigned blocks;

	CHECK(bytes <= sizeof(memory[0]));
	return memory[blocks++ % 3];
}

#define qc_rows apart_rows
#define bench_scratch apart_scratch
#define fiber_switch(from, to) (apart_between(), fiber_switch(from, to))
#include "bench/experiments/switch/vector_state.c"

#define IMAGE_XMM1 176u /* of FXSAVE */
#define IMAGE_XMM15 400u

/* Whose image is spoilt while it waits in memory, and where. */
static enum { NOBODY, OURS_SPOILT, THEIRS_SPOILT } whose;
static size_t spoilt;

static void apart_between(void)
{
	if (whose == NOBODY || state->turns == 0)
		return;
	(whose == OURS_SPOILT ? state->ours : state->theirs)[spoilt] = 0x99;
}

static bool kept(unsigned who, size_t byte)
{
	struct cell cell = { .variant = &states[0] };

	fake_machine_enter(0);
	whose = who;
	spoilt = byte;
	CHECK(setup_state(&cell));
	*(struct state *)cell.state = (struct state){
		.ours = ((struct state *)cell.state)->ours,
		.theirs = ((struct state *)cell.state)->theirs };
	return validate_state(&cell) && cell.checked == CHECKED_TURNS;
}

TEST(vector_state_that_either_side_loses_is_seen)
{
	static const size_t byte[] = { IMAGE_XMM1, IMAGE_XMM15 + 15 };

	CHECK(kept(NOBODY, 0));
	for (unsigned i = 0; i < 2; i++) {
		CHECK(!kept(OURS_SPOILT, byte[i]));
		CHECK(!kept(THEIRS_SPOILT, byte[i]));
	}
	CHECK(kept(NOBODY, 0));
}
