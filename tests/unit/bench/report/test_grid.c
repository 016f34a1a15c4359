/* SPDX-License-Identifier: MIT */
/* bench/report/grid.c: columns keep their widths, whatever stands in them. */
#include "bench/report/grid.h"

#include <string.h>

#include "bench/report/text.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* What was printed since the last call. */
static const char *printed(void)
{
	static char text[FAKE_TEXT_MAX];

	memcpy(text, fake.text, fake.text_length);
	text[fake.text_length] = 0;
	fake.text_length = 0;
	return text;
}

TEST(grid_aligns_cells_below_their_names)
{
	grid_title("Primes in 1..%u", 9u);
	grid_column(-6, "way");
	grid_column(8, "N = %u", 9u);
	grid_column(4, "n");
	grid_row();
	CHECK_TEXT(printed(), "\nPrimes in 1..9\nway      N = 9   n\n");
	grid_text("%s", "loop");
	grid_milli(6124);
	grid_count(-3);
	grid_row();
	CHECK_TEXT(printed(), "loop      6.12  -3\n");
	grid_note("of %u", 4u);
	CHECK_TEXT(printed(), "  of 4\n");
	CHECK_TEXT(fake.parts, "HHHR-"); /* which pages repeat */
}

TEST(grid_title_alone_is_repeated_on_each_page)
{
	grid_title("t");
	grid_note("nothing to show");
	CHECK_TEXT(fake.parts, "HH-");
}

TEST(grid_shows_what_is_unknown_and_what_is_too_wide)
{
	grid_title("t");
	grid_column(-3, "a");
	grid_column(4, "b");
	grid_row();
	(void)printed();
	grid_text("longer"); /* moves the rest */
	grid_milli(TEXT_NULL);
	grid_row();
	CHECK_TEXT(printed(), "longer   -\n");
}

TEST(grid_rows_may_be_short_but_not_longer_than_their_names)
{
	grid_title("t");
	grid_column(2, "a");
	grid_row();
	(void)printed();
	grid_row();
	grid_count(1);
	grid_count(2); /* has no column: left out */
	grid_row();
	CHECK_TEXT(printed(), "\n 1\n");
}

TEST(grid_leaves_out_columns_beyond_its_most)
{
	grid_title("t");
	for (unsigned i = 0; i < GRID_COLUMNS_MOST + 1; i++)
		grid_column(2, "x");
	grid_row();
	CHECK_EQUAL(strlen(printed()), strlen("\nt\n\n") +
		    2 * GRID_COLUMNS_MOST);
}
