/* SPDX-License-Identifier: MIT */
/* kernel/pages/pages.c, by way of the screen: what is written and turned. */
#include "kernel/pages/pages.h"

#include <stdio.h>
#include <string.h>

#include "kernel/console/screen.h"
#include "kernel/console/scrollback.h"
#include "tests/unit/test.h"

static char room[1 << 16];
static char page[SCREEN_TEXT_ROWS][SCREEN_COLUMNS + 1];
static unsigned rows_shown;

static void show(unsigned row, const uint16_t *cells)
{
	unsigned length = SCREEN_COLUMNS;

	CHECK_EQUAL(row, rows_shown);
	rows_shown++;
	for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
		page[row][i] = cells ? (char)CELL_CODE(cells[i]) : ' ';
	while (length && page[row][length - 1] == ' ')
		length--;
	page[row][length] = 0;
}

static void turn_to(unsigned number)
{
	rows_shown = 0;
	pages_show(number, show);
	CHECK_EQUAL(rows_shown, SCREEN_TEXT_ROWS);
}

static void begin(size_t bytes)
{
	scrollback_begin(room, bytes);
	screen_init();
	screen_page();
	screen_part(MACHINE_PROSE);
}

static void write_text(enum machine_part part, const char *text)
{
	screen_part(part);
	screen_write(text, strlen(text));
}

static void write_lines(enum machine_part part, unsigned from, unsigned to)
{
	char line[32];

	for (unsigned i = from; i <= to; i++) {
		snprintf(line, sizeof(line), "line %u\n", i);
		write_text(part, line);
	}
}

TEST(pages_hold_the_whole_run)
{
	unsigned line = 1;
	char text[32];

	begin(sizeof(room));
	write_lines(MACHINE_PROSE, 1, 1000);
	CHECK_EQUAL(pages_count(), (1000 + 23) / 24);
	for (unsigned p = 0; p < pages_count(); p++) {
		turn_to(p);
		for (unsigned r = 0; r < SCREEN_TEXT_ROWS && line <= 1000; r++) {
			snprintf(text, sizeof(text), "line %u", line++);
			CHECK_TEXT(page[r], text);
		}
	}
	CHECK_EQUAL(line, 1001);
	CHECK_TEXT(page[1000 % 24], ""); /* behind the last line */
}

TEST(pages_of_nothing_are_one)
{
	begin(0);
	write_lines(MACHINE_PROSE, 1, 3);
	CHECK_EQUAL(pages_count(), 1);
	CHECK_EQUAL(pages_last_begun(), 0);
	turn_to(0);
	CHECK_TEXT(page[0], "");
}

TEST(pages_repeat_the_head_of_a_table)
{
	begin(sizeof(room));
	write_text(MACHINE_HEAD, "\ntitle\nnames\n");
	write_lines(MACHINE_ROWS, 1, 50);
	CHECK_EQUAL(pages_count(), 3);
	for (unsigned p = 0; p < 3; p++) {
		turn_to(p);
		CHECK_TEXT(page[0], "title");
		CHECK_TEXT(page[1], "names");
	}
	CHECK_TEXT(page[2], "line 45"); /* two pages of 22 are before it */
	CHECK_TEXT(page[7], "line 50");
	CHECK_TEXT(page[8], "");
}

TEST(pages_repeat_the_last_head_only_and_above_rows_only)
{
	begin(sizeof(room));
	write_text(MACHINE_HEAD, "first\n");
	write_lines(MACHINE_ROWS, 1, 3);
	write_text(MACHINE_HEAD, "second\n");
	write_lines(MACHINE_ROWS, 1, 30);
	turn_to(1);
	CHECK_TEXT(page[0], "second");
	CHECK_TEXT(page[1], "line 20");
	write_lines(MACHINE_PROSE, 1, 30);
	turn_to(2);
	CHECK_TEXT(page[0], "line 13");
	write_lines(MACHINE_ROWS, 31, 31); /* the table goes on below prose */
	CHECK_TEXT(page[18], "");
	turn_to(2);
	CHECK_TEXT(page[17], "line 30");
	CHECK_TEXT(page[18], "second");
	CHECK_TEXT(page[19], "line 31");
}

/* Wherever on a page it comes. */
TEST(pages_keep_a_head_and_its_first_row_together)
{
	for (unsigned above = 1; above <= 2 * SCREEN_TEXT_ROWS; above++) {
		unsigned last;

		begin(sizeof(room));
		write_lines(MACHINE_PROSE, 1, above);
		write_text(MACHINE_HEAD, "\ntitle\nnames\n");
		write_text(MACHINE_ROWS, "row\n");
		last = pages_count() - 1;
		turn_to(last);
		for (unsigned r = 0; r < SCREEN_TEXT_ROWS; r++)
			if (!strcmp(page[r], "row")) {
				CHECK(r >= 2);
				CHECK_TEXT(page[r - 1], "names");
				CHECK_TEXT(page[r - 2], "title");
				last++;
			}
		CHECK_EQUAL(last, pages_count()); /* it was there */
	}
}

TEST(pages_do_not_begin_with_an_empty_row_nor_are_they_empty)
{
	begin(sizeof(room));
	write_lines(MACHINE_PROSE, 1, 24);
	write_text(MACHINE_PROSE, "\n\n");
	CHECK_EQUAL(pages_count(), 1);
	write_text(MACHINE_PROSE, "words\n\nmore\n");
	CHECK_EQUAL(pages_count(), 2);
	turn_to(1);
	CHECK_TEXT(page[0], "words");
	CHECK_TEXT(page[1], "");
	CHECK_TEXT(page[2], "more");
}

TEST(pages_do_not_repeat_a_head_that_leaves_no_room)
{
	begin(sizeof(room));
	write_lines(MACHINE_HEAD, 1, 13);
	write_lines(MACHINE_ROWS, 14, 30);
	turn_to(1);
	CHECK_TEXT(page[0], "line 25");
}

TEST(pages_begin_where_they_are_told_to)
{
	begin(sizeof(room));
	write_lines(MACHINE_PROSE, 1, 30);
	CHECK_EQUAL(pages_last_begun(), 0);
	screen_page();
	write_lines(MACHINE_PROSE, 31, 60);
	CHECK_EQUAL(pages_count(), 4);
	CHECK_EQUAL(pages_last_begun(), 2);
	turn_to(1);
	CHECK_TEXT(page[5], "line 30");
	CHECK_TEXT(page[6], "");
	turn_to(2);
	CHECK_TEXT(page[0], "line 31");
}

TEST(pages_say_what_had_no_room)
{
	char text[96];

	begin(1024);
	write_lines(MACHINE_PROSE, 1, 1000);
	turn_to(0);
	snprintf(text, sizeof(text), "(%u rows before this one had no room; "
		 "the log has them)", (unsigned)scrollback_forgotten());
	CHECK_TEXT(page[0], text);
	snprintf(text, sizeof(text), "line %u",
		 (unsigned)scrollback_forgotten() + 1);
	CHECK_TEXT(page[1], text);
	turn_to(pages_count() - 1);
	CHECK(strstr(page[0], "line "));
}

TEST(pages_keep_styles_and_long_lines)
{
	char text[SCREEN_COLUMNS + 8];

	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 2] = '\n';
	text[sizeof(text) - 1] = 0;
	begin(sizeof(room));
	write_text(MACHINE_PROSE, text);
	turn_to(0);
	CHECK_EQUAL(strlen(page[0]), SCREEN_COLUMNS);
	CHECK_TEXT(page[1], "xxxxxx");
}
