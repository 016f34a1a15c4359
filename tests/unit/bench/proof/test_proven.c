/* SPDX-License-Identifier: MIT */
#include "bench/proof/proven.h"

#include "kernel/format.h"
#include "tests/unit/test.h"

#define ANY PROVEN_ON_ANY

TEST(proven_remembers_the_worst)
{
	CHECK_EQUAL(proven_of("lock", "tas", ANY), PROVEN);
	proven_note("lock", "tas", ANY, NOT_PROVEN);
	proven_note("lock", "tas", ANY, PROVEN);
	CHECK_EQUAL(proven_of("lock", "tas", ANY), NOT_PROVEN);
	proven_note("lock", "tas", ANY, DISPROVEN);
	proven_note("lock", "tas", ANY, NOT_PROVEN);
	CHECK_EQUAL(proven_of("lock", "tas", ANY), DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "ttas", ANY), PROVEN);
	CHECK_EQUAL(proven_of("queue", "tas", ANY), PROVEN);
}

/* A busy host hides from two cores what one core's proof needs not. */
TEST(proven_on_one_core_is_enough_for_one_core)
{
	proven_note("lock", "tas", 1, PROVEN);
	proven_note("lock", "tas", 2, NOT_PROVEN);
	CHECK_EQUAL(proven_of("lock", "tas", 1), PROVEN);
	CHECK_EQUAL(proven_of("lock", "tas", 2), NOT_PROVEN);
	CHECK_EQUAL(proven_of("lock", "tas", 3), NOT_PROVEN);
	CHECK_EQUAL(proven_of("lock", "tas", ANY), NOT_PROVEN);
	proven_note("lock", "mcs", 1, NOT_PROVEN);
	CHECK_EQUAL(proven_of("lock", "mcs", 1), NOT_PROVEN);
	CHECK_EQUAL(proven_of("lock", "mcs", 2), NOT_PROVEN);
}

TEST(proven_wrong_on_any_number_of_cores_is_wrong_on_one)
{
	proven_note("lock", "tas", 4, DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "tas", 1), DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "tas", 2), DISPROVEN);
	proven_note("lock", "mcs", ANY, DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "mcs", 1), DISPROVEN);
}

TEST(proven_of_more_than_it_can_remember_is_doubted)
{
	char name[8];

	for (unsigned i = 0; i < 256; i++) {
		format(name, sizeof(name), "x%u", i);
		proven_note("lock", name, ANY, DISPROVEN);
	}
	CHECK_EQUAL(proven_of("lock", "tas", ANY), PROVEN);
	proven_note("lock", "x256", ANY, DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "tas", ANY), NOT_PROVEN);
	CHECK_EQUAL(proven_of("lock", "x255", ANY), DISPROVEN);
}

#define THIRTY "123456789012345678901234567890"

TEST(proven_of_long_names_by_their_first_31_letters)
{
	proven_note("lock", THIRTY "a and more", ANY, DISPROVEN);
	CHECK_EQUAL(proven_of("lock", THIRTY "a and more", ANY), DISPROVEN);
	CHECK_EQUAL(proven_of("lock", THIRTY "b and more", ANY), PROVEN);
	proven_note(THIRTY "a and more", "tas", ANY, DISPROVEN);
	CHECK_EQUAL(proven_of(THIRTY "a and more", "tas", ANY), DISPROVEN);
	CHECK_EQUAL(proven_of(THIRTY "b and more", "tas", ANY), PROVEN);
}

/* Only what is doubted takes room, and only once. */
TEST(proven_right_or_noted_again_is_not_remembered)
{
	char name[8];

	for (unsigned i = 0; i < 300; i++) {
		format(name, sizeof(name), "x%u", i);
		proven_note("lock", name, ANY, PROVEN);
		proven_note("lock", "tas", ANY, NOT_PROVEN);
	}
	proven_note("lock", "late", ANY, DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "late", ANY), DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "mcs", ANY), PROVEN);
}
