/* SPDX-License-Identifier: MIT */
/* bench/experiments/workloads/page.c: what was published of a workload. */
#include "bench/conclusions/conclude.h"

static struct conclusion asked, told; /* told: by itself */
static bool clock_drifted;

/* The second of two took turns. */
static void add_played(struct conclusion *c)
{
	unsigned s = c->subjects++;

	c->subject[s].fitness = s ? FIT_IN_TURNS : FIT;
}

#define conclusion_add(c, name, figure) ((void)(figure), add_played(c))

#define conclude_as(c, j) (asked = *(c), *(j) = (struct judged){ 0 })
#define conclude(c) (told = *(c))
#define conclude_drifted(c, j)                                               \
	(asked = *(c), *(j) = (struct judged){ 0 }, clock_drifted)
#define workloads_show apart_workloads_show
#include "bench/experiments/workloads/page.c"

#include "tests/unit/test.h"

TEST(workloads_published_are_found_by_name)
{
	CHECK_TEXT(published_of("add", false), "10 to 13 % slower");
	CHECK_TEXT(published_of("add", true), "41 to 43 % faster");
	CHECK_TEXT(published_of("find", true), "87 % faster");
	CHECK_TEXT(published_of("mine", true), "nothing");
}

TEST(workloads_page_shows_no_figure_without_a_round)
{
	CHECK_EQUAL(shown(1500), 1500);
	CHECK_EQUAL(shown(GATE_NO_ROUND), TEXT_NULL);
}

/* What has drifted is no comparison of two forms: but what is unfit stays so. */
TEST(workloads_that_drifted_are_told_so)
{
	static const struct workload work = { .name = "add", .per = "number" };
	const struct workload_cell c = { .work = &work, .cores = 1 };
	struct span times;

	for (unsigned drifted = 0; drifted < 2; drifted++) {
		asked = (struct conclusion){ 0 };
		compare_concurrent(&c, drifted, "nothing", &times);
		CHECK_EQUAL(asked.subjects, 2);
		CHECK_TEXT(asked.published, "nothing");
		for (unsigned s = 0; s < asked.subjects; s++)
			CHECK_EQUAL(asked.subject[s].fitness == FIT_DRIFTED,
				    drifted && !s);
	}
}

/* On all cores; the sentence is the same whether it drifted. */
TEST(workloads_run_again_are_told_by_themselves)
{
	static const struct workload work = { .name = "add", .per = "number" };
	struct workload_cell c = { .work = &work, .cores = 2 };
	struct span times;

	for (unsigned all = 0; all < 2; all++) {
		told = (struct conclusion){ 0 };
		clock_drifted = c.all_cores = all;
		CHECK_EQUAL(compare_again(&c, &times), all);
		CHECK_EQUAL(told.subjects, all ? 2 : 0);
	}
	CHECK_TEXT(told.published_id, "workloads.again");
	CHECK_EQUAL(told.claim, CLAIM_RATIO);
}
