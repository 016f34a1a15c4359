/* SPDX-License-Identifier: MIT */
/*
 * The order of experiments is their field's, whatever the linker's: here they
 * are registered in the order of neither.
 */
#include "bench/config/order.h"
#include "tests/unit/test.h"

#define MADE(name_, order_)                                                  \
	static const struct experiment name_ = {                             \
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

static void check_order(order_fn *before, const char *const *names)
{
	ORDER_EACH(before, experiment)
		CHECK_TEXT(experiment->name, *names ? *names++ : "none");
	CHECK(!*names);
}

TEST(order_measures_the_headline_first_and_a_users_own_last)
{
	check_order(order_measured, (const char *const []){
		"the_work_queue", "the_floor", "queue", "part", "whole_a",
		"whole_b", "a_users_own", "another_users", NULL });
}

TEST(order_names_by_the_alphabet)
{
	check_order(order_named, (const char *const []){
		"a_users_own", "another_users", "part", "queue", "the_floor",
		"the_work_queue", "whole_a", "whole_b", NULL });
}
