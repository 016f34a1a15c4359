/* SPDX-License-Identifier: MIT */
/* bench/config/{order,names,rows}.c: names that are the same are told, and the
 * order of experiments is their field's, whatever the linker's. */
#include "bench/config/names.h"

#include <string.h>

#include "bench/config/choice.h"
#include "bench/config/rows.h"
#include "kernel/options.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define MADE(name_, order_)                                                  \
	static struct experiment name_ = {                                   \
		.name = #name_, .summary = "", .order = order_ };            \
	REGISTER(qc_experiments, name_)

MADE(whole_b, ORDER_WHOLE);
MADE(a_users_own, ORDER_LAST);
MADE(whole_a, ORDER_WHOLE);
MADE(queue, ORDER_WORK_QUEUE);
MADE(part, ORDER_PARTS);
MADE(the_floor, ORDER_FLOOR);
MADE(the_work_queue, ORDER_HEADLINE);
MADE(another_users, ORDER_LAST);
REGISTER_IN(qc_yours, a_users_own, yours_a_users_own);
REGISTRY(qc_options, struct option);

/* What a program with the experiment `threads` has. */
static const struct named design = { "virtual", "a fiber for each task" };
REGISTER(qc_threads_designs, design);

static void check_order(order_fn *before, const char *const *names)
{
	ORDER_EACH(before, experiment)
		CHECK_TEXT(experiment->name, *names ? *names++ : "none");
	CHECK(!*names);
}

TEST(order_measures_the_headline_first_and_names_by_the_alphabet)
{
	check_order(order_measured, (const char *const []){
		"the_work_queue", "the_floor", "queue", "part", "whole_a",
		"whole_b", "a_users_own", "another_users", NULL });
	check_order(order_named, (const char *const []){
		"a_users_own", "another_users", "part", "queue", "the_floor",
		"the_work_queue", "whole_a", "whole_b", NULL });
}

TEST(names_are_ours_or_yours)
{
	CHECK(names_yours(&a_users_own) && !names_yours(&part));
	CHECK(names_ours(NAMES_EXPERIMENTS, "part"));
	CHECK(!names_ours(NAMES_EXPERIMENTS, "a_users_own"));
	CHECK(!names_ours(NAMES_QUEUES, "part")); /* of another kind */
	CHECK(!names_ours(NAMES_EXPERIMENTS, "nowhere"));
}

TEST(names_of_one_kind_that_are_the_same_are_told)
{
	struct option *one = __start_qc_options[0];
	struct option *other = __start_qc_options[1];

	one->name = "part"; /* those of two kinds may be the same */
	CHECK(names_check());
	CHECK_EQUAL(fake.records, 0);
	other->name = "part";
	CHECK(!names_check());
	CHECK_EQUAL(fake.records, 1);
	CHECK_EQUAL(fake_said("\"duplicate_name\",\"text\":\"two options are "
			      "called 'part': one of them needs another name\"",
			      ""), 1);
	other->name = "other";
	whole_a.name = whole_b.name = "queue";
	CHECK(!names_check());
	CHECK_EQUAL(fake_said("two experiments are called 'queue'", ""), 3);
}

/* ---- rows -------------------------------------------------------------- */

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
	CHECK_TEXT(rows_variant(&part, 11)->name, "else");
	CHECK(!rows_variant(&part, 12) && !rows_yours(&part, 12));
	CHECK(!rows_yours(&part, 0));
}

TEST(rows_of_one_name_of_no_experiment_and_without_room_are_told)
{
	static const char *const told[] = {
		"two variants of queue are called 'ring': one of them needs "
		"another name",
		"two variants of whole_a are called 'clh'",
		"two variants of the_floor are called 'tas'",
		"rows are added to 'swept', which is no experiment",
		"whole_b: no room for 3 of 6 rows, from 'beyond' on: they "
		"cannot be listed or named; raise MADE_KINDS_MAX "
		"(bench/config/rows.h)",
	};

	CHECK(!rows_check());
	EACH_ROW(i, told) {
		CHECK_EQUAL(fake_said(told[i], ""), 1);
	}
	CHECK_EQUAL(fake_said("\"duplicate_variant\"", ""), 3);
	CHECK_EQUAL(fake_said("\"few_rows\"", ""), 1);
}
