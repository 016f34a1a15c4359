/* SPDX-License-Identifier: MIT */
/* What happens to an item is told by the word for just that. */
#include "bench/proof/items.h"

#include <stddef.h>

#include "tests/unit/test.h"

static struct work push(unsigned producer)
{
	struct work work = item_next(producer);

	item_pushed(producer, 1);
	return work;
}

TEST(items_that_come_once_and_in_order_are_right)
{
	struct work first, second;

	items_begin(2, 2, true);
	first = push(0);
	second = push(0);
	CHECK(!item_popped(1, first));
	CHECK(!item_popped(1, second));
	CHECK(!item_popped(1, push(1)));
	CHECK_EQUAL(items_popped(), 3);
	CHECK(!items_missing());
}

TEST(items_lost_and_doubled_are_told_apart)
{
	struct work work;

	items_begin(1, 1, true);
	work = push(0);
	CHECK_TEXT(items_missing(), "an item was lost");
	CHECK(!item_popped(0, work));
	CHECK(!items_missing());
	CHECK_TEXT(item_popped(0, work), "an item came twice");
}

/* Each has a bit of its own, in the first word and in the next. */
TEST(items_doubled_are_told_whichever_it_is)
{
	struct work work[40];

	items_begin(1, 1, false);
	for (unsigned i = 0; i < 40; i++) {
		work[i] = push(0);
		CHECK(!item_popped(0, work[i]));
	}
	for (unsigned i = 0; i < 40; i++)
		CHECK_TEXT(item_popped(0, work[i]), "an item came twice");
}

TEST(items_invented_and_torn_are_told_apart)
{
	struct work work, other;

	items_begin(1, 1, true);
	CHECK_TEXT(item_popped(0, (struct work){ 0 }),
		   "an item came that nobody had pushed");
	work = push(0);
	other = push(0);
	work.run = other.run;
	CHECK_TEXT(item_popped(0, work), "an item was torn");
	work = item_next(0);
	items_begin(1, 1, true);
	CHECK_TEXT(item_popped(0, work),
		   "an item came that nobody had pushed");
}

/* Of a queue that carries one word; the next one carries both again. */
TEST(items_of_a_word_come_without_their_function)
{
	struct work work, whole;

	items_begin(1, 1, true);
	items_of_a_word();
	whole = work = push(0);
	work.run = NULL;
	CHECK_TEXT(item_popped(0, whole), "an item was torn");
	CHECK(!item_popped(0, work));
	items_begin(1, 1, true);
	push(0);
	CHECK_TEXT(item_popped(0, work), "an item was torn");
	CHECK(!item_popped(0, whole));
}

TEST(items_out_of_order_are_told_where_order_is_promised)
{
	for (unsigned in_order = 0; in_order < 2; in_order++) {
		struct work first, second;

		items_begin(1, 2, in_order);
		first = push(0);
		second = push(0);
		CHECK(!item_popped(1, second));
		CHECK_EQUAL(!item_popped(1, first), !in_order);
	}
}

TEST(items_end)
{
	items_begin(1000, 1000, true);
	CHECK(items_left(999));
	item_pushed(999, 130);
	CHECK(!items_left(999));
}
