/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/shape.c: what is made of a round's stamps. */
#include "bench/experiments/dispatch/shape.h"

#include <string.h>

#include "bench/bench.h"
#include "bench/conditions/disturbed.h"
#include "bench/report/quantity.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
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

	EACH_ROW(i, rows) {
		CHECK_EQUAL(dispatch_shape(&group, c, 0, rows[i].shape),
			    rows[i].milli);
	}
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

/* ---- records ----------------------------------------------------------- */

static const struct executor_kind kind = { .name = "played",
					   .parallel = true };

TEST(dispatch_columns_are_those_that_are_asked_for)
{
	static const struct {
		const char *name;
		unsigned point;
		const char *text;
		bool there;
	} rows[] = {
		{ "shared", 0, "\"low_rounds\":[62.5],\"middle_rounds\":[12.5],"
		  "\"high_rounds\":[25],\"spikes_rounds\":[12.5],"
		  "\"peaks_rounds\":[4],\"first_rounds\":[37.5]", true },
		{ "adaptive", 0, "\"low_rounds\":[62.5]", true },
		{ "loop", 3, "\"told_rounds\":[90],\"ns_rounds\":[", true },
		{ "loop", 0, "_rounds", false },
		{ "steal", 0, "_rounds", false },
		{ "shared", 1, "_rounds", false },
	};
	struct dispatch_cell *c = play(0, 1000);

	c->round_overhead_milli[0] = 30000;
	c->round_work_milli[0] = 10000;
	EACH_ROW(i, rows) {
		group.subject[0] = (struct dispatch_subject){ .kind = &kind };
		format(group.subject[0].name, DISPATCH_NAME_MAX, "%s",
		       rows[i].name);
		c->point = rows[i].point;
		log_begin("result");
		dispatch_log_shapes(&group, c);
		log_end();
		CHECK_EQUAL(strstr(fake_last(), rows[i].text) != NULL,
			    rows[i].there);
	}
}

TEST(dispatch_rule_is_of_the_rounds_whose_stamps_are_clean)
{
	const struct dispatch_subject played = { .kind = &kind,
						 .name = "played" };

	dispatch_record_rule(&(struct dispatch_cell){
		.subject = &played, .cores = 2, .n = 600, .rounds = 3,
		.round_rule_milli = { 95000, 1000, 97000 },
		.stamps_disturbed = { 0, DISTURBED_PAUSE, 0 },
		.round_disturbed = { DISTURBED_TURNS, 0, 0 } });
	CHECK(strstr(fake_last(), "\"variant\":\"played/rule_5_95\",\"cores\":2,"
		     "\"params\":{\"n\":600},\"unit\":\"percent\","
		     "\"primitive\":\"played\""));
	CHECK(strstr(fake_last(), "\"rounds\":[95,null,97]"));
}
