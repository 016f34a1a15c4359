/* SPDX-License-Identifier: MIT */
/* bench/config/{choice,rows}.c: names that are there and names that are not;
 * rows of the experiments that test_order.c registers. */
#include "bench/config/choice.h"

#include <string.h>

#include "bench/config/rows.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* What a program with the experiment `threads` has. */
static const struct named design = { "virtual", "a fiber for each task" };
REGISTER(qc_threads_designs, design);

#define NAMED(row_name, ...) { .name = row_name, .summary = "", __VA_ARGS__ }
static const struct param one[] = { { "n", 1 }, { NULL, 0 } };
static const struct param one_again[] = { { "n", 1 }, { NULL, 0 } };
static const struct param two[] = { { "n", 2 }, { NULL, 0 } };
static const struct param one_and_more[] = { { "n", 1 }, { "m", 1 },
					     { NULL, 0 } };
static const struct param another[] = { { "m", 1 }, { NULL, 0 } };

/* All of these may stand beside each other. */
static const struct variant part_rows[] = {
	NAMED("mcs/pair"), NAMED("mcs/push"), NAMED("tas"),
	NAMED("ring", .params = one), NAMED("ring", .params = two),
	NAMED("ring", .params = one_and_more), NAMED("ring", .params = another),
	NAMED("ring"),
	NAMED("some", .most_cores = 1), NAMED("some", .least_cores = 2),
	NAMED("else", .least_cores = 2), NAMED("else", .most_cores = 1),
};
ROWS(part, part_rows);

static const struct variant twice[] = {
	NAMED("ring", .params = one), NAMED("ring", .params = one_again),
};
ROWS(queue, twice);

static const struct variant both_on_two[] = {
	NAMED("clh", .most_cores = 2), NAMED("clh", .least_cores = 2),
};
ROWS(whole_a, both_on_two);

static const struct variant both_on_three[] = {
	NAMED("tas", .least_cores = 3), NAMED("tas", .most_cores = 3),
};
ROWS(the_floor, both_on_three);

static unsigned makings;

static const struct variant *make(unsigned *count)
{
	static const struct variant way = NAMED("push", .most_batch = 9);
	MADE_ROWS(made, 3);

	makings++;
	made_rows_add(&made, "deque", &way);
	made_rows_each(&made, NAMES_DESIGNS, "<", ">", NULL);
	made_rows_name(&made, "last", "it fits");
	made_rows_name(&made, "beyond", "it does not");
	made_rows_add(&made, "beyond", &way);
	made_rows_each(&made, NAMES_DESIGNS, "", "", "beyond");
	*count = made.count;
	return made.row;
}
ROWS_MADE(whole_b, make);

static const struct experiment part = { .name = "part" },
			       whole_b = { .name = "whole_b" };

/* ---- rows ------------------------------------------------------------------ */

TEST(rows_are_those_of_the_experiment)
{
	CHECK_TEXT(rows_variant(&part, 0)->name, "mcs/pair");
	CHECK_TEXT(rows_variant(&part, 11)->name, "else");
	CHECK(!rows_variant(&part, 12));
	CHECK(!rows_yours(&part, 0));
	CHECK(!rows_yours(&part, 12));
}

TEST(rows_are_made_once_and_no_more_than_fit)
{
	const struct variant *first = rows_variant(&whole_b, 0);

	CHECK_TEXT(first->name, "deque/push");
	CHECK_TEXT(first->primitive, "deque");
	CHECK_EQUAL(first->most_batch, 9);
	CHECK_TEXT(rows_variant(&whole_b, 1)->name, "<virtual>");
	CHECK_TEXT(rows_variant(&whole_b, 1)->summary, design.summary);
	CHECK_TEXT(rows_variant(&whole_b, 2)->name, "last");
	CHECK_TEXT(rows_variant(&whole_b, 2)->summary, "it fits");
	CHECK(!rows_variant(&whole_b, 3));
	CHECK(rows_variant(&whole_b, 0) == first);
	CHECK_EQUAL(makings, 1);
}

static unsigned warned(const char *part_of_it)
{
	unsigned n = 0;

	for (unsigned i = 0; i < fake.records; i++)
		n += strstr(fake.record[i], part_of_it) != NULL;
	return n;
}

TEST(rows_without_room_are_warned_of_by_number_and_the_first_name)
{
	rows_check();
	CHECK_EQUAL(warned("\"few_rows\""), 1);
	CHECK_EQUAL(warned("whole_b: no room for 3 of 6 rows, from 'beyond' "
			   "on: they cannot be listed or named; raise "
			   "MADE_KINDS_MAX (bench/config/rows.h)"), 1);
}

TEST(rows_of_one_name_and_of_no_experiment_are_complained_of)
{
	CHECK(!rows_check());
	CHECK_EQUAL(warned("\"duplicate_variant\""), 3);
	CHECK_EQUAL(warned("two variants of queue are called 'ring': one of "
			   "them needs another name"), 1);
	CHECK_EQUAL(warned("two variants of whole_a are called 'clh'"), 1);
	CHECK_EQUAL(warned("two variants of the_floor are called 'tas'"), 1);
	CHECK_EQUAL(warned("rows are added to 'swept', which is no "
			   "experiment"), 1);
}

/* ---- the choice ------------------------------------------------------------ */

static bool has(const char *chosen, const struct experiment *experiment)
{
	return choice_has(&(struct settings){ .chosen = chosen }, experiment);
}

TEST(choice_has_all_or_those_that_are_named)
{
	CHECK(has("", &part));
	CHECK(has("queue,part", &part));
	CHECK(has("part,queue", &part));
	CHECK(!has("queue,par,parts", &part));
}

TEST(choice_has_what_is_in_no_suite_by_its_name_only)
{
	static const struct experiment alone = { .name = "alone",
						 .by_name_only = true };

	CHECK(!has("", &alone));
	CHECK(has("part,alone", &alone));
}

/* The warning that it makes, or none. */
static const char *check(const char *chosen, const char *variants)
{
	unsigned before = fake.records;
	bool ok = choice_check(&(struct settings){ .chosen = chosen,
						   .variants = variants });

	CHECK_EQUAL(ok, fake.records == before);
	return ok ? "" : strstr(fake.record[before], "\"code\"");
}

static void check_says(const char *chosen, const char *variants,
		       const char *wanted)
{
	const char *said = check(chosen, variants);

	if (!CHECK(strstr(said, wanted) == said + strlen("\"code\":")))
		CHECK_TEXT(said, wanted);
}

TEST(choice_of_names_that_are_there)
{
	CHECK_TEXT(check("", ""), "");
	CHECK_TEXT(check("part,queue", "mcs,tas,ring"), "");
	CHECK_TEXT(check("part", "mcs/pair"), "");
}

TEST(choice_of_names_that_are_not_there_offers_others)
{
	check_says("prt", "", "\"bad_experiment\",\"text\":\"bench=prt: no "
		   "experiment is called 'prt' (did you mean 'part'?); there "
		   "are: a_users_own another_users part queue the_floor "
		   "the_work_queue whole_a whole_b\"");
	check_says("part", "tass", "\"bad_variant\",\"text\":\"variant=tass: no "
		   "variant of part is called 'tass' (did you mean 'tas'?); "
		   "there are: mcs tas ring some else\"");
	check_says("part", "mcs.", "\"bad_variant\",\"text\":\"variant=mcs.: "
		   "that is no row, but several. Name one, or leave out the "
		   "full stop\"");
	check_says("part", "mcs/pairs", "\"bad_variant\",\"text\":\"variant=mcs/"
		   "pairs: no variant of part is called 'mcs/pairs' (did you "
		   "mean 'mcs/pair'?); there are: mcs/pair mcs/push tas ring "
		   "some else\"");
	check_says("part", "clh", "\"bad_variant\"");
	CHECK_TEXT(check("", "clh"), "");
}

TEST(choice_with_a_comma_too_many_misses_a_name)
{
	check_says("part,,queue", "", "\"bad_option\",\"text\":\"bench=part,,"
		   "queue: a name is missing beside a comma\"");
	check_says("part", "mcs,", "\"bad_option\",\"text\":\"variant=mcs,: a "
		   "name is missing beside a comma\"");
}

TEST(choice_complains_of_each_wrong_word)
{
	check("prt,part,queu", "");
	CHECK_EQUAL(fake.records, 2);
	check("part", "tass,mcs,rng");
	CHECK_EQUAL(fake.records, 4);
}
