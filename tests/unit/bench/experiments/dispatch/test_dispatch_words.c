/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/words.c: what is made of a round's stamps. */
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/experiments/dispatch/words.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/string.h"
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
	return dispatch_shape(&group, 0, 0, 0, shape);
}

TEST(dispatch_shapes_are_kept_of_every_subject_there_may_be)
{
	const unsigned last = DISPATCH_SUBJECTS - 1;
	struct dispatch_cell *c = &group.cell[last][0];

	*c = *play(1000);
	c->subject = &group.subject[last];
	dispatch_note_shape(&group, c, 0);
	CHECK_EQUAL(dispatch_shape(&group, last, 0, 0, SHAPE_LOW), 62500);
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
	CHECK_EQUAL(dispatch_shape(&group, 0, 0, 1, SHAPE_LOW), GATE_NO_ROUND);
	CHECK_EQUAL(dispatch_shape(&group, 20, 0, 0, SHAPE_LOW), GATE_NO_ROUND);
	c->stamps_disturbed[0] = 1;
	CHECK_EQUAL(told(SHAPE_LOW), GATE_NO_ROUND);
	c->stamps_disturbed[0] = 0;
	c->kept = false;
	dispatch_note_shape(&group, c, 0);
	CHECK_EQUAL(told(SHAPE_LOW), GATE_NO_ROUND);
	CHECK_EQUAL(told(SHAPE_WORKERS), 1000);
	c->work_sum = 5000; /* more than there was time for */
	dispatch_note_shape(&group, c, 0);
	CHECK_EQUAL(told(SHAPE_TOLD), GATE_NO_ROUND);
}

TEST(dispatch_curve_between_its_points)
{
	static const uint64_t n[] = { 0, 10, 30 };
	static const int64_t value[] = { 100, 200, 1000 };

	CHECK_EQUAL(dispatch_between(n, value, 3, 0), 100);
	CHECK_EQUAL(dispatch_between(n, value, 3, 5000), 150);
	CHECK_EQUAL(dispatch_between(n, value, 3, 20000), 600);
	CHECK_EQUAL(dispatch_between(n, value, 3, 30000), 1000);
	CHECK_EQUAL(dispatch_between(n, value, 1, 5000), 100);
}

TEST(dispatch_findings_have_their_published_rows)
{
	CHECK_TEXT(dispatch_published_id("slowdown_empty/shared"),
		   "dispatch.empty_slower");
	CHECK_TEXT(dispatch_published_id("peaks/shared"),
		   "dispatch.pool_peaks");
	CHECK(!dispatch_published_id("slowdown_empty/steal"));
	CHECK(!dispatch_published_id("overhead_low/shared"));
}

/* ---- sentences --------------------------------------------------------- */

static const struct executor_kind kind = { .name = "shared",
					   .parallel = true };

/* What is found of an executor by that name, with its round's overhead. */
static bool finds(const char *name, int64_t overhead, const char *text)
{
	struct dispatch_cell *c = play(0);
	char wanted[128];

	group.subjects = 1;
	group.cores = 1;
	group.subject[0] = (struct dispatch_subject){ .kind = &kind,
						      .name = "shared" };
	c->n = 0;
	c->round_overhead_milli[0] = overhead;
	c->round_work_milli[0] = 10000;
	fake.records = 0;
	dispatch_find_words(&group, c, c);
	format(wanted, sizeof(wanted), "\"name\":\"%s/shared\"", name);
	for (unsigned i = 0; i < fake.records; i++)
		if (strstr(fake.record[i], wanted))
			return strstr(fake.record[i], text);
	return false;
}

TEST(dispatch_sentences_name_their_unit)
{
	CHECK(finds("overhead_one_core", 30000,
		    "on one core: %s ticks\""));
	CHECK(finds("overhead_share", 30000, "empty task, in %: %s\""));
	CHECK(finds("five_percent", 30000, "overhead is 5 %: %s\""));
}

TEST(dispatch_share_of_an_overhead_below_nothing_is_nothing)
{
	CHECK(finds("overhead_share", 30000, "\"rounds\":[[75]]"));
	CHECK(finds("overhead_share", -5000, "\"rounds\":[[0]]"));
}
