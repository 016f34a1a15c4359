/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/shape.c: what is made of a round's stamps. */
#include <string.h>

#include "bench/bench.h"
#include "bench/conditions/disturbed.h"
#include "bench/experiments/dispatch/shape.h"
#include "bench/report/quantity.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define SAMPLES 2000u

static struct dispatch_group group;
static struct dispatch_sample sample[SAMPLES];

/* The first `early` of them 100 ticks, the rest 100, 300 and 2,000 by turns. */
static struct dispatch_cell *play(unsigned early)
{
	struct dispatch_cell *c = &group.cell[0][0];
	struct dispatch_worker *w;

	fake_machine_enter(0);
	fake.memory_left = (size_t)8 << 20;
	CHECK(scratch_init());
	scratch_begin();
	CHECK(dispatch_make_room(1, SAMPLES));
	w = &dispatch_order.worker[0];
	*w = (struct dispatch_worker){ .tasks = SAMPLES + 1, .sample = sample };
	for (unsigned i = 0; i < SAMPLES; i++) {
		static const int32_t later[] = { 100, 300, 2000, 9000 };

		sample[i] = (struct dispatch_sample){
			i, i < early ? 100 : later[i % 4] };
		dispatch_sorted()[i] = sample[i].ticks;
	}
	*c = (struct dispatch_cell){
		.subject = &group.subject[0], .cores = 1, .rounds = 1,
		.measured = true, .kept = true, .workers = 1, .wall = 1000,
		.overhead_sum = 300, .work_sum = 600 };
	c->summary = stats_summarise(dispatch_sorted(), SAMPLES);
	return c;
}

static int64_t told(enum dispatch_shape shape)
{
	return dispatch_shape(&group, &group.cell[0][0], 0, shape);
}

TEST(dispatch_shapes_are_kept_of_every_subject_there_may_be)
{
	const unsigned last = DISPATCH_SUBJECTS - 1;
	struct dispatch_cell *c = &group.cell[last][0];

	*c = *play(1000);
	c->subject = &group.subject[last];
	dispatch_note_shape(&group, c, 0);
	CHECK_EQUAL(dispatch_shape(&group, c, 0, SHAPE_LOW), 62500);
}

TEST(dispatch_shape_of_a_round)
{
	dispatch_note_shape(&group, play(1000), 0);
	CHECK_EQUAL(told(SHAPE_LOW), 62500);
	CHECK_EQUAL(told(SHAPE_MIDDLE), 12500);
	CHECK_EQUAL(told(SHAPE_HIGH), 25000);
	CHECK_EQUAL(told(SHAPE_SPIKES), 12500);
	CHECK_EQUAL(told(SHAPE_PEAKS), 4000);
	CHECK_EQUAL(told(SHAPE_WORKERS), 1000);
	CHECK_EQUAL(told(SHAPE_TOLD), 90000);
	/* Of the first all are 100 ticks, of all 62.5 %. */
	CHECK_EQUAL(told(SHAPE_DISTANCE), 37500);
	dispatch_note_shape(&group, play(0), 0);
	CHECK_EQUAL(told(SHAPE_DISTANCE), 0);
}

TEST(dispatch_shape_of_a_round_that_means_nothing)
{
	struct dispatch_cell *c = play(1000);

	dispatch_note_shape(&group, c, 0);
	CHECK_EQUAL(dispatch_shape(&group, c, 1, SHAPE_LOW), QUANTITY_NONE);
	CHECK_EQUAL(dispatch_shape(&group, &group.cell[20][0], 0, SHAPE_LOW),
		    QUANTITY_NONE);
	c->stamps_disturbed[0] = 1;
	CHECK_EQUAL(told(SHAPE_LOW), QUANTITY_NONE);
	c->stamps_disturbed[0] = 0;
	c->kept = false;
	dispatch_note_shape(&group, c, 0);
	CHECK_EQUAL(told(SHAPE_LOW), QUANTITY_NONE);
	CHECK_EQUAL(told(SHAPE_WORKERS), 1000);
	c->work_sum = 5000; /* more than there was time for */
	dispatch_note_shape(&group, c, 0);
	CHECK_EQUAL(told(SHAPE_TOLD), QUANTITY_NONE);
}

/* ---- records ----------------------------------------------------------- */

static const struct executor_kind kind = { .name = "played",
					   .parallel = true };

/* The columns of an executor by that name, at a length. */
static bool logs(const char *name, unsigned point, const char *text)
{
	struct dispatch_cell *c = play(1000);

	group.subject[0] = (struct dispatch_subject){ .kind = &kind };
	format(group.subject[0].name, DISPATCH_NAME_MAX, "%s", name);
	dispatch_note_shape(&group, c, 0);
	c->point = point;
	c->round_overhead_milli[0] = 30000;
	c->round_work_milli[0] = 10000;
	fake.records = 0;
	log_begin("result");
	dispatch_log_shapes(&group, c);
	log_end();
	c->point = 0;
	return strstr(fake.record[0], text);
}

TEST(dispatch_columns_are_those_that_are_asked_for)
{
	CHECK(logs("shared", 0, "\"low_rounds\":[62.5],\"middle_rounds\":"
		   "[12.5],\"high_rounds\":[25],\"spikes_rounds\":[12.5],"
		   "\"peaks_rounds\":[4],\"first_rounds\":[37.5]"));
	CHECK(logs("adaptive", 0, "\"low_rounds\":[62.5]"));
	CHECK(logs("loop", 3, "\"told_rounds\":[90],\"ns_rounds\":["));
	CHECK(!logs("loop", 0, "_rounds"));
	CHECK(!logs("steal", 0, "_rounds"));
	CHECK(!logs("shared", 1, "_rounds"));
}

TEST(dispatch_rule_is_of_the_rounds_whose_stamps_are_clean)
{
	const struct dispatch_subject played = { .kind = &kind,
						 .name = "played" };
	const struct dispatch_cell c = {
		.subject = &played, .cores = 2, .n = 600, .rounds = 3,
		.round_rule_milli = { 95000, 1000, 97000 },
		.stamps_disturbed = { 0, DISTURBED_PAUSE, 0 },
		.round_disturbed = { DISTURBED_TURNS, 0, 0 } };

	fake_machine_enter(0);
	fake.records = 0;
	dispatch_record_rule(&c);
	CHECK(strstr(fake.record[0], "\"variant\":\"played/rule_5_95\""));
	CHECK(strstr(fake.record[0], "\"cores\":2,\"params\":{\"n\":600},"
		     "\"unit\":\"percent\",\"primitive\":\"played\""));
	CHECK(strstr(fake.record[0], "\"rounds\":[95,null,97]"));
}
