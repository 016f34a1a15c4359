/* SPDX-License-Identifier: MIT */
/* bench/experiments/workloads/figures.c: figures of a round's ticks. */
#include "bench/conclusions/conclude.h"
#include "bench/conditions/timesharing.h"

static struct conclusion asked;
static int64_t rounds_of_asked[8];
static bool in_turns;

static enum judgement ask(const struct conclusion *c)
{
	asked = *c;
	for (unsigned i = 0; i < c->subject[0].rounds; i++)
		rounds_of_asked[i] = c->subject[0].round[i];
	return JUDGED_NONE;
}

#define conclude(c) ask(c)
#define timeshared() in_turns
#define workloads_find apart_workloads_find
#define workloads_explain apart_workloads_explain
#include "bench/experiments/workloads/figures.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define HZ 2000000000u

TEST(workloads_memory_is_read_in_bytes_a_second)
{
	const struct workload_cell c = { .items = 10000000 };

	fake.clock.hz = HZ; /* 80 MB in 10 ms are 8 GB/s */
	CHECK_EQUAL(gigabytes(&c, HZ / 100), 8000);
	fake.clock.hz = 5000000000u;
	CHECK_EQUAL(gigabytes(&c, 5000000000u / 100), 8000);
}

TEST(workloads_document_takes_published_milliseconds)
{
	const struct workload_cell c = { .items = 100 };

	fake.clock.hz = HZ;
	scale_use(4);
	CHECK_EQUAL(milliseconds(&c, 100 * (HZ / 1000) / 4), 1000);
	CHECK_EQUAL(milliseconds(&c, 150 * (HZ / 1000) / 4), 1500);
	scale_use(0);
}

TEST(workloads_rounds_that_were_disturbed_have_no_figure)
{
	static struct workload_cell c = { .work = &workload_add, .cores = 2,
					  .rounds = 3, .items = 1000000 };

	fake.clock.hz = HZ;
	for (unsigned r = 0; r < c.rounds; r++)
		c.ticks[FORM_CONCURRENT][r] = HZ / 1000; /* 8 MB in 1 ms */
	c.history[FORM_CONCURRENT].disturbed[1] = 1;
	for (unsigned turns = 0; turns < 2; turns++) {
		in_turns = turns;
		find_own(&c, &owns[1]);
		CHECK_EQUAL(rounds_of_asked[0], 8000);
		CHECK_EQUAL(rounds_of_asked[1], GATE_NO_ROUND);
		CHECK_EQUAL(rounds_of_asked[2], 8000);
		CHECK_EQUAL(asked.subject[0].fitness,
			    turns ? FIT_IN_TURNS : FIT);
		CHECK_EQUAL(asked.cores, 2);
	}
	c.cores = 1; /* one core takes no turns */
	find_own(&c, &owns[1]);
	CHECK_EQUAL(asked.subject[0].fitness, FIT);
}

/* 14.0 GB/s are one worker's on one core, 23.8 those of eight on all. */
TEST(workloads_published_figure_stands_beside_as_many_cores_as_it_had)
{
	static struct workload_cell c = { .work = &workload_add, .rounds = 1,
					  .items = 1000000 };
	static const struct {
		unsigned own, cores;
		bool all, beside;
	} is[] = {
		{ 0, 1, false, true }, { 0, 2, true, false },
		{ 1, 1, false, false }, { 1, 2, true, true },
		{ 0, 1, true, true }, { 1, 1, true, true },
		{ 2, 1, false, true }, { 2, 2, true, false },
	};

	fake.clock.hz = HZ;
	for (unsigned i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		c.cores = is[i].cores;
		c.all_cores = is[i].all;
		find_own(&c, &owns[is[i].own]);
		CHECK_EQUAL(asked.published_id != NULL, is[i].beside);
		CHECK_EQUAL(asked.published != NULL, is[i].beside);
	}
}

TEST(workloads_crowds_are_so_many_on_each_core)
{
	static const unsigned each[] = { 1, 2, 4, 8, 16 };
	struct workload_cell c = { .work = &workload_add, .all_cores = true,
				   .cores = 3 };

	CHECK_EQUAL(workloads_workers(FORM_SEQUENTIAL, 3), 0);
	CHECK_EQUAL(workloads_workers(FORM_AGAIN, 3), 0);
	CHECK_EQUAL(workloads_workers(FORM_CONCURRENT, 3), 8);
	for (unsigned i = 0; i < 5; i++) {
		CHECK_EQUAL(workloads_workers(FORM_CROWD + i, 3), 3 * each[i]);
		CHECK(workloads_has(&c, FORM_CROWD + i));
	}
	c.cores = 65;
	CHECK(!workloads_has(&c, FORM_CROWD + 4));
	CHECK(workloads_has(&c, FORM_CROWD + 3));
	c.all_cores = false;
	CHECK(!workloads_has(&c, FORM_CROWD));
	CHECK(workloads_has(&c, FORM_CONCURRENT));
	CHECK(workloads_has(&c, FORM_AGAIN));
}
