/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/shape.c: what is made of a round's stamps. */
#include "bench/experiments/dispatch/shape.h"

#include "bench/bench.h"
#include "bench/report/quantity.h"
#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define SAMPLES 2000u
static struct dispatch_group group;
static struct dispatch_sample sample[SAMPLES];

/* Its first `early` samples are of 100 ticks, the rest by turns of `later`. */
static struct dispatch_cell *play(unsigned subject, unsigned early)
{
	static const int32_t later[] = { 100, 300, 2000, 9000 };
	struct dispatch_cell *c = &group.cell[subject][0];

	fake.memory_left = (size_t)8 << 20;
	CHECK(scratch_init());
	scratch_begin();
	CHECK(dispatch_make_room(1, SAMPLES));
	dispatch_order.worker[0] = (struct dispatch_worker){
		.tasks = SAMPLES + 1, .sample = sample };
	for (unsigned i = 0; i < SAMPLES; i++) {
		sample[i] = (struct dispatch_sample){
			i, i < early ? 100 : later[i % 4] };
		dispatch_sorted()[i] = sample[i].ticks;
	}
	*c = (struct dispatch_cell){
		.subject = &group.subject[subject], .cores = 1, .rounds = 1,
		.measured = true, .kept = true, .workers = 1, .wall = 1000,
		.overhead_sum = 300, .work_sum = 600 };
	c->summary = stats_summarise(dispatch_sorted(), SAMPLES);
	dispatch_note_shape(&group, c, 0);
	return c;
}

TEST(dispatch_shape_of_a_round)
{
	static const struct { enum dispatch_shape shape; int64_t milli; }
	rows[] = {
		{ SHAPE_LOW, 62500 }, { SHAPE_MIDDLE, 12500 },
		{ SHAPE_HIGH, 25000 }, { SHAPE_SPIKES, 12500 },
		{ SHAPE_PEAKS, 4000 }, { SHAPE_WORKERS, 1000 },
		{ SHAPE_TOLD, 90000 },
		/* Of the first all are 100 ticks, of all 62.5 %. */
		{ SHAPE_DISTANCE, 37500 },
	};
	const unsigned last = DISPATCH_SUBJECTS - 1;
	struct dispatch_cell *c = play(last, 1000);

	EACH_ROW(i, rows)
		CHECK_EQUAL(dispatch_shape(&group, c, 0, rows[i].shape),
			    rows[i].milli);
	c = play(0, 0);
	CHECK_EQUAL(dispatch_shape(&group, c, 0, SHAPE_DISTANCE), 0);
}

TEST(dispatch_shape_of_a_round_that_means_nothing)
{
	struct dispatch_cell *c = play(0, 1000);

	CHECK_EQUAL(dispatch_shape(&group, c, 1, SHAPE_LOW), QUANTITY_NONE);
	CHECK_EQUAL(dispatch_shape(&group, &group.cell[20][0], 0, SHAPE_LOW),
		    QUANTITY_NONE);
	c->stamps_disturbed[0] = 1;
	CHECK_EQUAL(dispatch_shape(&group, c, 0, SHAPE_LOW), QUANTITY_NONE);
	c->stamps_disturbed[0] = 0;
	c->kept = false;
	c->work_sum = 5000; /* more than there was time for */
	dispatch_note_shape(&group, c, 0);
	CHECK_EQUAL(dispatch_shape(&group, c, 0, SHAPE_LOW), QUANTITY_NONE);
	CHECK_EQUAL(dispatch_shape(&group, c, 0, SHAPE_WORKERS), 1000);
	CHECK_EQUAL(dispatch_shape(&group, c, 0, SHAPE_TOLD), QUANTITY_NONE);
}
