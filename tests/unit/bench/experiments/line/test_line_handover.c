/* SPDX-License-Identifier: MIT */
/* bench/experiments/line/handover.c: what of the hand-overs is timed. */
#define handover_store apart_store
#define handover_swap apart_swap
#define handover_cas apart_cas
#define handover_add apart_add
#define handover_allocate apart_allocate
#define handover_run apart_run_pair
#include "kernel/tsc.h"

#define SAMPLES 24u

static uint64_t count_at_start[SAMPLES];

/* In time_sample(). */
#define tsc_start() (count_at_start[sample] = *line, tsc_read())
#include "bench/experiments/line/handover.c"

#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(handover_is_timed_without_the_trips_that_warm_it)
{
	const struct handover_kind *const kinds[] = {
		&apart_store, &apart_swap, &apart_cas, &apart_add };

	fake.cores = 2;
	CHECK(scratch_init() && handover_allocate());
	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		const struct handover_samples *s = handover_run(
			&(struct handover_order){
				.kind = kinds[i], .asker = i % 2,
				.answerer = !(i % 2), .warm = 2, .trips = 3,
				.per_line = SAMPLES / HANDOVER_LINES,
				.ticks = UINT64_MAX / 2 });

		CHECK_EQUAL(s->n, SAMPLES);
		CHECK_EQUAL(s->counted, s->handed);
		CHECK_EQUAL(s->handed, SAMPLES * 2 * (2 + 3));
		for (unsigned k = 0; k < SAMPLES; k++)
			CHECK_EQUAL(count_at_start[k],
				    k / HANDOVER_LINES * 2 * (2 + 3) + 2 * 2);
	}
}

/* A line of each page, and a page for where scratch memory begins. */
TEST(handover_has_a_page_for_each_line)
{
	size_t before;

	CHECK(scratch_init());
	scratch_begin();
	before = scratch_left();
	CHECK(handover_allocate());
	CHECK(before - scratch_left() >= (HANDOVER_LINES + 1) * MACHINE_PAGE);
	CHECK_EQUAL((uintptr_t)pages % MACHINE_PAGE, 0);
}
