/* SPDX-License-Identifier: MIT */
#include "kernel/console/screen.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

/* What somebody in front of the display sees. */
static uint16_t seen[SCREEN_ROWS][SCREEN_COLUMNS];
static unsigned shown; /* cells */

static void show(unsigned row, unsigned column, const uint16_t *cells,
		 unsigned count)
{
	CHECK(row < SCREEN_ROWS && column + count <= SCREEN_COLUMNS);
	memcpy(&seen[row][column], cells, count * sizeof(*cells));
	shown += count;
}

static const char *row_text(unsigned row)
{
	static char text[SCREEN_COLUMNS + 1];
	unsigned length = SCREEN_COLUMNS;

	for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
		text[i] = (char)CELL_CODE(seen[row][i]);
	while (length && text[length - 1] == ' ')
		length--;
	text[length] = 0;
	return text;
}

static void begin(void)
{
	screen_init();
	screen_display(show);
	shown = 0;
}

static void write_text(const char *text)
{
	screen_write(text, strlen(text));
}

static void write_lines(unsigned from, unsigned to)
{
	char line[16];

	for (unsigned i = from; i <= to; i++) {
		snprintf(line, sizeof(line), "line %u\n", i);
		write_text(line);
	}
}

TEST(screen_shows_what_was_written_before_there_was_a_display)
{
	screen_init();
	write_text("first\nsecond");
	screen_status("status");
	screen_display(show);
	CHECK_EQUAL(shown, SCREEN_ROWS * SCREEN_COLUMNS);
	CHECK_TEXT(row_text(0), "first");
	CHECK_TEXT(row_text(1), "second");
	CHECK_TEXT(row_text(SCREEN_ROWS - 1), "status");
}

TEST(screen_shows_only_the_cells_that_changed)
{
	begin();
	write_text("abc");
	CHECK_EQUAL(shown, 3);
	screen_status("1 of 9");
	CHECK_EQUAL(shown, 3 + 4); /* blanks stay */
	screen_status("2 of 9");
	CHECK_EQUAL(shown, 3 + 4 + 1);
	screen_status("2 of 9");
	CHECK_EQUAL(shown, 3 + 4 + 1);
}

/* It moves once for eight lines, and the last one is always there. */
TEST(screen_scrolls_by_several_rows_at_once)
{
	unsigned moved = 0;
	char line[16], first[SCREEN_COLUMNS + 1];

	begin();
	for (unsigned i = 1; i <= 200; i++) {
		bool there = false;

		strcpy(first, row_text(0));
		write_lines(i, i);
		moved += i > 1 && strcmp(first, row_text(0));
		snprintf(line, sizeof(line), "line %u", i);
		for (unsigned row = 0; row < SCREEN_TEXT_ROWS; row++)
			there |= !strcmp(row_text(row), line);
		CHECK(there);
	}
	CHECK_EQUAL(moved, (201 - SCREEN_TEXT_ROWS + SCREEN_JUMP - 1) /
		    SCREEN_JUMP);
}

TEST(screen_wraps_long_lines_and_has_the_styles_of_text_memory)
{
	char text[SCREEN_COLUMNS + 3];

	memset(text, 'x', sizeof(text));
	begin();
	screen_write(text, SCREEN_COLUMNS);
	CHECK_TEXT(row_text(1), "");
	screen_style(MACHINE_BAD);
	screen_write(text, 1);
	screen_style(MACHINE_PLAIN);
	screen_write(text, 1);
	CHECK_EQUAL(strlen(row_text(0)), SCREEN_COLUMNS);
	CHECK_TEXT(row_text(1), "xx");
	CHECK_EQUAL(seen[1][0] >> 8, 0x4F);
	CHECK_EQUAL(seen[1][1] >> 8, 0x07);
}

TEST(screen_keeps_a_caution_at_the_right_end_of_the_status)
{
	begin();
	screen_caution("EMULATED");
	screen_status("a status that is so long that it reaches the place where "
		      "the caution stands, 80 columns");
	CHECK_TEXT(row_text(24) + 72, "EMULATED");
	CHECK_EQUAL(strlen(row_text(24)), 80);
}

TEST(screen_page_begins_at_the_top_and_then_scrolls_as_ever)
{
	begin();
	screen_status("status");
	write_lines(1, 30);
	screen_page();
	write_lines(31, 40);
	CHECK_TEXT(row_text(0), "line 31");
	CHECK_TEXT(row_text(10), "");
	write_lines(41, 100);
	write_text("end");
	CHECK_TEXT(row_text(0), "line 81");
	CHECK_TEXT(row_text(19), "line 100");
	CHECK_TEXT(row_text(20), "end");
	CHECK_TEXT(row_text(21), "");
	CHECK_TEXT(row_text(24), "status");
}
