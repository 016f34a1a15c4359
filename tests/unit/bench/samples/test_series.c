/* SPDX-License-Identifier: MIT */
/* bench/samples/{series,round,pilot}.c: cores that compete do so from the first
 * sample of all to the last; why sampling ends, and what it comes to. */
#include "bench/samples/series.h"

#include <unistd.h>

#include "bench/samples/pilot.h"
#include "bench/samples/round.h"
#include "kernel/atomic.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* ---- a round ----------------------------------------------------------- */

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

static void run_round(const struct variant *row, unsigned cores)
{
	static int64_t samples[2 * SAMPLES];
	struct cell cell = { .variant = row, .cores = cores };

	fake.cores = cores;
	round_run(&(struct round_order){
		.cell = &cell, .batch = 1, .most = SAMPLES, .ticks = FOR_EVER,
		.samples = samples, .stride = SAMPLES });
}

/* Else the last samples of the slower core would be of a lock that is free. */
TEST(round_keeps_cores_at_it_from_when_all_are_there_until_all_have_samples)
{
	static const struct variant competing = {
		.name = "competing", .enter = come, .body = work };

	for (unsigned slower = 0; slower < 3; slower++) { /* or none */
		for (unsigned core = 0; core < 2; core++) {
			calls[core] = here[core] = 0;
			slow[core] = core == slower;
		}
		run_round(&competing, 2);
		CHECK_EQUAL(round_result_of(0)->n, SAMPLES);
		CHECK_EQUAL(round_result_of(1)->n, SAMPLES);
		if (slower == 2)
			continue;
		CHECK(calls[!slower] >= 2 * SAMPLES);
		CHECK_EQUAL(calls[slower], SAMPLES);
	}
	CHECK_EQUAL(alone, 0);
}

TEST(round_of_fibers_that_do_not_fit_is_told)
{
	static const struct variant row = { .name = "row", .body = work,
					    .stage = STAGE_FIBER };

	fake.stacks_left = 0;
	CHECK(PANICS(run_round(&row, 1)));
	CHECK_TEXT(fake.panic_text, "no memory for the scheduler");
}

/* Also one that stands still or goes back. */
TEST(pilot_takes_the_usual_step_of_the_clock)
{
	int64_t scaled[] = { 26, 52, 26, 0, 1, 26, 26, 52, 51 };
	int64_t even[] = { 3, 2, 1, 4 }, still[] = { 0, 0, -3 };

	CHECK_EQUAL(pilot_usual_step(scaled, 9), 26);
	CHECK_EQUAL(pilot_usual_step(even, 4), 2);
	CHECK_EQUAL(pilot_usual_step(still, 3), 1);
	CHECK_EQUAL(pilot_usual_step(still, 0), 1);
}

/* ---- a series ---------------------------------------------------------- */

/* 20 ticks of overhead, and twice the 3 ticks that the rounds differ. */
TEST(series_passes_differ_beyond_overhead_and_rounds)
{
	static const struct { int64_t accumulated; bool differ; } rows[] = {
		{ 126000, false }, { 126001, true },
		{ 74000, false }, { 73999, true },
	};

	EACH_ROW(i, rows)
		CHECK_EQUAL(series_passes_differ(&(struct series){
			.accumulate_mean_milli = rows[i].accumulated,
			.summary.mean_milli = 100000, .overhead = 20,
			.history = { .rounds = 3, .mean_milli = {
				100000, 103000, 101000 } } }), rows[i].differ);
}
