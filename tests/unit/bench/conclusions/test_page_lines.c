/* SPDX-License-Identifier: MIT */
/* bench/conclusions/page.c: how many lines a sentence of the headline takes. */
#define page_show apart_page_show
#include "bench/conclusions/page.c"

#include "tests/unit/test.h"

static char sentence[4 * PAGE_COLUMNS];

/* Words of such lengths, a space between two of them. */
static unsigned lines_of_words(const unsigned *length, unsigned words)
{
	char *at = sentence;

	for (unsigned i = 0; i < words; i++) {
		memset(at, 'a' + (int)i, length[i]);
		at += length[i];
		*at++ = ' ';
	}
	at[-1] = 0;
	return lines_of(sentence);
}

TEST(page_sentence_that_is_not_there_has_no_line)
{
	CHECK_EQUAL(lines_of(NULL), 0);
	CHECK_EQUAL(lines_of(""), 0);
}

/* A letter more, and the second line would be parted, too. */
TEST(page_sentence_goes_on_behind_the_space_at_which_it_was_parted)
{
	static const unsigned three[] = { PAGE_COLUMNS, 39, PAGE_COLUMNS - 40 };
	static const unsigned four[] = { 40, PAGE_COLUMNS - 41, 39,
					 PAGE_COLUMNS - 40 };

	CHECK_EQUAL(lines_of_words(three, 1), 1);
	CHECK_EQUAL(lines_of_words(three, 3), 2);
	CHECK_EQUAL(lines_of_words(four, 2), 1);
	CHECK_EQUAL(lines_of_words(four, 4), 2);
}
