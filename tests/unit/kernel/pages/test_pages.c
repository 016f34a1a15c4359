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

/* Text, or lines of these numbers, or a new page. */
struct writing {
	const char *text;
	enum machine_part part;
	unsigned from, to;
	bool page;
};

#define HEAD(text) { text, MACHINE_HEAD, 0, 0, false }
#define HEADS(from, to) { NULL, MACHINE_HEAD, from, to, false }
#define ROWS(from, to) { NULL, MACHINE_ROWS, from, to, false }
#define PROSE(from, to) { NULL, MACHINE_PROSE, from, to, false }
#define WORDS(text) { text, MACHINE_PROSE, 0, 0, false }
#define PAGE { NULL, MACHINE_PROSE, 0, 0, true }
#define TEN "xxxxxxxxxx"
#define TITLES(page) { page, 0, "title" }, { page, 1, "names" }

/* What is written; how many pages that are, the last one that was begun; what
 * stands in some of their rows. */
static const struct {
	const char *what;
	struct writing writings[6];
	unsigned pages, last_begun;
	struct { unsigned page, row; const char *text; } rows[9];
} runs[] = {
	{ "the head of a table is repeated", /* two pages of 22 are before it */
	  { HEAD("\ntitle\nnames\n"), ROWS(1, 50) }, 3, 0,
	  { TITLES(0), TITLES(1), TITLES(2), { 2, 2, "line 45" },
	    { 2, 7, "line 50" }, { 2, 8, "" } } },
	{ "the last head only, and above rows only",
	  { HEAD("first\n"), ROWS(1, 3), HEAD("second\n"), ROWS(1, 30),
	    PROSE(1, 30) }, 3, 0,
	  { { 1, 0, "second" }, { 1, 1, "line 20" }, { 2, 0, "line 13" },
	    { 2, 17, "line 30" }, { 2, 18, "" } } },
	{ "the table goes on below prose",
	  { HEAD("first\n"), ROWS(1, 3), HEAD("second\n"), ROWS(1, 30),
	    PROSE(1, 30), ROWS(31, 31) }, 3, 0,
	  { { 2, 17, "line 30" }, { 2, 18, "second" }, { 2, 19, "line 31" } } },
	{ "no empty page", { PROSE(1, 24), WORDS("\n\n") }, 1, 0, { { 0 } } },
	{ "nor an empty row first",
	  { PROSE(1, 24), WORDS("\n\n"), WORDS("words\n\nmore\n") }, 2, 0,
	  { { 1, 0, "words" }, { 1, 1, "" }, { 1, 2, "more" } } },
	{ "a head that leaves no room is not repeated",
	  { HEADS(1, 13), ROWS(14, 30) }, 2, 0, { { 1, 0, "line 25" } } },
	{ "one begins where it is told to",
	  { PROSE(1, 30), PAGE, PROSE(31, 60) }, 4, 2,
	  { { 1, 5, "line 30" }, { 1, 6, "" }, { 2, 0, "line 31" } } },
	{ "a long line goes on", { WORDS(TEN TEN TEN TEN TEN TEN TEN TEN "y\n") },
	  1, 0, { { 0, 0, TEN TEN TEN TEN TEN TEN TEN TEN }, { 0, 1, "y" } } },
};

static void write(const struct writing *w)
{
	if (w->page)
		screen_page();
	else if (w->text)
		write_text(w->part, w->text);
	else if (w->to)
		write_lines(w->part, w->from, w->to);
}

TEST(pages_of_what_is_written)
{
	EACH_CASE(i, runs) {
		begin(sizeof(room));
		for (unsigned k = 0; k < 6; k++)
			write(&runs[i].writings[k]);
		CHECK_EQUAL(pages_count(), runs[i].pages);
		CHECK_EQUAL(pages_last_begun(), runs[i].last_begun);
		for (unsigned k = 0; k < 9 && runs[i].rows[k].text; k++) {
			turn_to(runs[i].rows[k].page);
			CHECK_TEXT(page[runs[i].rows[k].row],
				   runs[i].rows[k].text);
		}
	}
	begin(0);
	write_lines(MACHINE_PROSE, 1, 3); /* there is no room for it */
	CHECK_EQUAL(pages_count(), 1);
	turn_to(0);
	CHECK_TEXT(page[0], "");
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
