/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/findings.c: which rounds a finding is judged by. */
#include "bench/conclusions/conclude.h"
#include "bench/conditions/disturbed.h"

#define dispatch_conclude_value apart_conclude_value
#define dispatch_rule_milli apart_rule_milli
#define dispatch_find_rule apart_find_rule
#define dispatch_find_conclusions apart_find_conclusions
#define dispatch_best_cell apart_best_cell
#define dispatch_is_best apart_is_best
#define dispatch_even_milli apart_even_milli
#include "bench/experiments/dispatch/dispatch.h"

static void keep_asked(const struct conclusion *c, struct judged *judged);
static void keep_alone(const struct conclusion *c);

#define conclude keep_alone
#define conclude_as keep_asked
#include "bench/experiments/dispatch/findings.c"

#include "tests/unit/test.h"

/* What was asked last. */
static struct {
	struct conclusion of;
	int64_t round[3][DISPATCH_ROUNDS];
} asked;

static void keep_asked(const struct conclusion *c, struct judged *judged)
{
	asked.of = *c;
	for (unsigned s = 0; s < c->subjects; s++)
		memcpy(asked.round[s], c->subject[s].round,
		       c->subject[s].rounds * sizeof(int64_t));
	*judged = (struct judged){ .verdict = JUDGED_NONE };
}

static void keep_alone(const struct conclusion *c)
{
	struct judged judged;

	keep_asked(c, &judged);
}

static const struct executor_kind kind = { .name = "played",
					   .parallel = true };
static const struct dispatch_subject played = { .kind = &kind,
						.name = "played" };

TEST(dispatch_rule_is_judged_by_the_rounds_whose_stamps_are_clean)
{
	const struct dispatch_cell c = {
		.subject = &played, .cores = 2, .n = 600, .rounds = 3,
		.round_rule_milli = { 95000, 1000, 97000 },
		.stamps_disturbed = { 0, DISTURBED_PAUSE, 0 },
		.round_disturbed = { DISTURBED_TURNS, 0, 0 } };

	apart_find_rule(&c);
	CHECK_TEXT(asked.of.name, "rule_5_95/played");
	CHECK_TEXT(asked.of.unit, "percent");
	CHECK_EQUAL(asked.of.claim, CLAIM_VALUE);
	CHECK_EQUAL(asked.of.cores, 2);
	CHECK_EQUAL(asked.of.subject[0].rounds, 3);
	CHECK_EQUAL(asked.round[0][0], 95000);
	CHECK_EQUAL(asked.round[0][1], GATE_NO_ROUND);
	CHECK_EQUAL(asked.round[0][2], 97000);
}

TEST(dispatch_slowdown_is_judged_by_the_rounds_whose_walls_are_clean)
{
	static struct dispatch_group g = { .cores = 4, .subjects = 1 };
	const struct dispatch_cell alone = {
		.subject = &played, .measured = true, .rounds = 2,
		.round_milli = { 100, 110 },
		.stamps_disturbed = { DISTURBED_PAUSE, 0 } };

	g.subject[0] = played;
	g.cell[0][0] = alone;
	g.cell[0][0].round_milli[0] = 300;
	g.cell[0][0].round_disturbed[1] = DISTURBED_PAUSE;
	find_slowdown(&g, 0, &alone);
	CHECK_TEXT(asked.of.name, "slowdown_empty/played");
	CHECK_TEXT(asked.of.subject[1].name, "a run on 4 cores");
	CHECK_EQUAL(asked.of.subjects, 2);
	CHECK_EQUAL(asked.round[0][0], 100);
	CHECK_EQUAL(asked.round[0][1], 110);
	CHECK_EQUAL(asked.round[1][0], 300);
	CHECK_EQUAL(asked.round[1][1], GATE_NO_ROUND);
}

/* Of three lengths; the executor takes 1000 ticks more, and half as long. */
TEST(dispatch_break_even_lies_between_those_that_the_threshold_allows)
{
	static struct dispatch_group g = { .cores = 2, .subjects = 2 };

	g.subject[0] = (struct dispatch_subject){ .kind = &kind,
						  .name = "loop" };
	g.subject[1] = played;
	for (unsigned p = 0; p < 3; p++)
		for (unsigned s = 0; s < 2; s++)
			g.cell[s][p] = (struct dispatch_cell){
				.subject = &g.subject[s], .measured = true,
				.cores = 2, .n = 1000 * p, .rounds = 1,
				.round_milli = { 1000000 * p /
						 (s + 1) + 600000 * s } };
	find_break_even(&g, 1);
	CHECK_TEXT(asked.of.name, "break_even/played");
	CHECK_EQUAL(asked.of.subjects, 3);
	CHECK(asked.round[0][0] < asked.round[2][0]);
	CHECK(asked.round[2][0] < asked.round[1][0]);
	CHECK_EQUAL((asked.round[2][0] + 1) / 1000, 1200);
}

/* Of two alike the first: what is exchanged, or not measured, is none. */
TEST(dispatch_best_is_the_first_of_the_least)
{
	static const struct dispatch_subject other = { .kind = &kind,
						       .exchanged = true };
	static struct dispatch_cell cell[5] = {
		{ .subject = &played, .wall_milli = 1 },
		{ .subject = &other, .wall_milli = 2, .measured = true },
		{ .subject = &played, .wall_milli = 9, .measured = true },
		{ .subject = &played, .wall_milli = 5, .measured = true },
		{ .subject = &played, .wall_milli = 5, .measured = true } };
	struct dispatch_group g = { .subjects = 5 };

	for (unsigned s = 0; s < 5; s++)
		memcpy(&g.cell[s][1], &cell[s], sizeof(cell[s]));
	CHECK(apart_best_cell(&g, 1) == &g.cell[3][1]);
	g.subjects = 2;
	CHECK(!apart_best_cell(&g, 1));
}

static void measured(struct dispatch_group *g, unsigned subject, unsigned point)
{
	g->cell[subject][point] = (struct dispatch_cell){
		.subject = &g->subject[subject], .measured = true,
		.cores = g->cores, .n = 1000 * point, .rounds = 1,
		.round_milli = { 1000 } };
}

/* Wherever they stand among the subjects. */
TEST(dispatch_swap_is_of_shared_and_of_all_its_exchanges)
{
	static struct dispatch_group g = { .cores = 2, .subjects = 3 };

	g.subject[0] = (struct dispatch_subject){ .kind = &kind,
						  .name = "shared" };
	g.subject[1] = played;
	g.subject[2] = (struct dispatch_subject){
		.kind = &kind, .name = "shared+mcs", .exchanged = true };
	for (unsigned s = 0; s < 2; s++)
		measured(&g, s, 0);
	find_swap(&g);
	CHECK_TEXT(asked.of.name, NULL); /* nothing is exchanged */
	measured(&g, 2, 0);
	find_swap(&g);
	CHECK_TEXT(asked.of.name, "swap");
	CHECK_EQUAL(asked.of.subjects, 2);
	CHECK_TEXT(asked.of.subject[0].name, "shared");
	CHECK_TEXT(asked.of.subject[1].name, "shared+mcs");
}

TEST(dispatch_break_even_is_asked_for_from_two_lengths_on)
{
	static struct dispatch_group g = { .cores = 1, .subjects = 2 };

	g.subject[0] = (struct dispatch_subject){ .kind = &kind,
						  .name = "loop" };
	g.subject[1] = played;
	for (unsigned p = 0; p < 2; p++) {
		for (unsigned s = 0; s < 2; s++)
			measured(&g, s, p);
		conclude_subject(&g, 1, &g.cell[1][0]);
		CHECK_TEXT(asked.of.name, p ? "break_even/played" : NULL);
	}
}
