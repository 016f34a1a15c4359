/* SPDX-License-Identifier: MIT */
/* bench/samples/round.c: cores that compete do so from the first sample of all to
 * the last. */
#include "bench/samples/round.h"

#include <unistd.h>

#include "kernel/atomic.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define SAMPLES 3u
#define FOR_EVER (UINT64_MAX / 4)

static uint32_t calls[2], here[2], alone; /* atomic */
static bool slow[2]; /* it waits until the other has gone on for long */

/* Is a core late? The other one must not have begun. */
static void come(struct cell *cell, unsigned core)
{
	(void)cell;
	if (core == cell->cores - 1)
		usleep(20000);
	atomic_store_relaxed(&here[core], 1);
}

static void work(struct cell *cell, unsigned core, uint64_t count)
{
	uint64_t end = tsc_read() + ticks_of_seconds(20);

	(void)cell;
	(void)count;
	if (!atomic_load_relaxed(&here[!core]))
		atomic_add_relaxed(&alone, 1);
	atomic_add_relaxed(&calls[core], 1);
	while (slow[core] && tsc_read() < end &&
	       atomic_load_relaxed(&calls[!core]) < 2 * SAMPLES)
		cpu_relax();
}

static const struct variant competing = { .name = "competing", .enter = come,
					  .body = work };

static void compete(bool slow_0, bool slow_1)
{
	static int64_t samples[2 * SAMPLES];
	struct cell cell = { .variant = &competing, .cores = 2 };

	fake.cores = 2;
	calls[0] = calls[1] = here[0] = here[1] = alone = 0;
	slow[0] = slow_0;
	slow[1] = slow_1;
	round_run(&(struct round_order){
		.cell = &cell, .batch = 1, .most = SAMPLES, .ticks = FOR_EVER,
		.samples = samples, .stride = SAMPLES });
}

TEST(round_begins_when_all_cores_are_there)
{
	compete(false, false);
	CHECK_EQUAL(alone, 0);
	CHECK_EQUAL(round_result_of(0)->n, SAMPLES);
	CHECK_EQUAL(round_result_of(1)->n, SAMPLES);
}

/* Else the last samples of the slower core would be of a lock that is free. */
TEST(round_keeps_a_core_at_it_until_the_others_have_their_samples)
{
	for (unsigned fast = 0; fast < 2; fast++) {
		compete(fast, !fast);
		CHECK(calls[fast] >= 2 * SAMPLES);
		CHECK_EQUAL(calls[!fast], SAMPLES);
	}
}

TEST(round_of_fibers_that_do_not_fit_is_told)
{
	static int64_t samples[SAMPLES];
	static const struct variant row = { .name = "row", .body = work,
					    .stage = STAGE_FIBER };
	struct cell cell = { .variant = &row, .cores = 1 };

	fake.stacks_left = 0;
	CHECK(PANICS(round_run(&(struct round_order){
		.cell = &cell, .batch = 1, .most = SAMPLES, .ticks = FOR_EVER,
		.samples = samples, .stride = SAMPLES })));
	CHECK_TEXT(fake.panic_text, "no memory for the scheduler");
}
