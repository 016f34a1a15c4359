/* SPDX-License-Identifier: MIT */
/* bench/proof/proven.c: the same question has the same answer, once. */
#include "bench/proof/proven.h"

#include <stddef.h>

#include "tests/unit/test.h"

#define REMEMBERED 192u

static const char subject[2 * REMEMBERED];

static void add(const void *what, unsigned cores, unsigned role,
		enum proven proven)
{
	verdict_add(&(struct verdict){
		.what = what, .cores = cores, .role = role,
		.proof = { .property = "order", .operations = 7,
			   .proven = proven } });
}

TEST(verdict_is_found_by_all_that_was_asked)
{
	const struct verdict *found;

	CHECK(!verdict_find(&subject[0], 2, 1));
	add(&subject[0], 2, 1, DISPROVEN);
	add(&subject[0], 3, 1, NOT_PROVEN);
	found = verdict_find(&subject[0], 2, 1);
	CHECK(found && found->proof.proven == DISPROVEN);
	CHECK_TEXT(found->proof.property, "order");
	CHECK_EQUAL(verdict_find(&subject[0], 3, 1)->proof.operations, 0); /* told */
	CHECK_EQUAL(verdict_find(&subject[0], 3, 1)->proof.proven, NOT_PROVEN);
	CHECK(!verdict_find(&subject[1], 2, 1));
	CHECK(!verdict_find(&subject[0], 4, 1));
	CHECK(!verdict_find(&subject[0], 2, 0));
	CHECK(!verdict_find(&subject[0], 2, 2));
}

TEST(verdict_of_what_is_wrong_alone_holds_for_more_cores)
{
	add(&subject[0], 1, 1, DISPROVEN);
	add(&subject[1], 1, 1, NOT_PROVEN);
	add(&subject[2], 2, 1, DISPROVEN);
	CHECK(verdict_find(&subject[0], 2, 2));
	CHECK(!verdict_find(&subject[1], 2, 1));
	CHECK(!verdict_find(&subject[2], 1, 1));
	CHECK(!verdict_find(&subject[2], 3, 1));
}

TEST(verdicts_of_very_many_are_the_last_ones)
{
	for (unsigned i = 0; i < REMEMBERED; i++)
		add(&subject[i], 1, 0, PROVEN);
	CHECK(verdict_find(&subject[0], 1, 0));
	CHECK(verdict_find(&subject[REMEMBERED - 1], 1, 0));
	add(&subject[REMEMBERED], 1, 0, PROVEN);
	CHECK(!verdict_find(&subject[0], 1, 0)); /* the oldest */
	CHECK(verdict_find(&subject[1], 1, 0));
	CHECK(verdict_find(&subject[REMEMBERED], 1, 0));
}
