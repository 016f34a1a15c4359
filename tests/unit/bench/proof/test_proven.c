/* SPDX-License-Identifier: MIT */
#include "bench/proof/proven.h"

#include "kernel/format.h"
#include "tests/unit/test.h"

TEST(proven_words)
{
	CHECK_TEXT(proven_word(proven_if(true)), "ok");
	CHECK_TEXT(proven_word(NOT_PROVEN), "not_proven");
	CHECK_TEXT(proven_word(proven_if(false)), "failed");
}

TEST(proven_remembers_the_worst)
{
	CHECK_EQUAL(proven_of("lock", "tas"), PROVEN);
	proven_note("lock", "tas", NOT_PROVEN);
	proven_note("lock", "tas", PROVEN);
	CHECK_EQUAL(proven_of("lock", "tas"), NOT_PROVEN);
	proven_note("lock", "tas", DISPROVEN);
	proven_note("lock", "tas", NOT_PROVEN);
	CHECK_EQUAL(proven_of("lock", "tas"), DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "ttas"), PROVEN);
	CHECK_EQUAL(proven_of("queue", "tas"), PROVEN);
}

TEST(proven_of_more_than_it_can_remember_is_doubted)
{
	char name[8];

	for (unsigned i = 0; i < 256; i++) {
		format(name, sizeof(name), "x%u", i);
		proven_note("lock", name, DISPROVEN);
	}
	CHECK_EQUAL(proven_of("lock", "tas"), PROVEN);
	proven_note("lock", "x256", DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "tas"), NOT_PROVEN);
	CHECK_EQUAL(proven_of("lock", "x255"), DISPROVEN);
}

#define THIRTY "123456789012345678901234567890"

TEST(proven_of_long_names_by_their_first_31_letters)
{
	proven_note("lock", THIRTY "a and more", DISPROVEN);
	CHECK_EQUAL(proven_of("lock", THIRTY "a and more"), DISPROVEN);
	CHECK_EQUAL(proven_of("lock", THIRTY "b and more"), PROVEN);
	proven_note(THIRTY "a and more", "tas", DISPROVEN);
	CHECK_EQUAL(proven_of(THIRTY "a and more", "tas"), DISPROVEN);
	CHECK_EQUAL(proven_of(THIRTY "b and more", "tas"), PROVEN);
}

/* Only what is doubted takes room, and only once. */
TEST(proven_right_or_noted_again_is_not_remembered)
{
	char name[8];

	for (unsigned i = 0; i < 300; i++) {
		format(name, sizeof(name), "x%u", i);
		proven_note("lock", name, PROVEN);
		proven_note("lock", "tas", NOT_PROVEN);
	}
	proven_note("lock", "late", DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "late"), DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "mcs"), PROVEN);
}
