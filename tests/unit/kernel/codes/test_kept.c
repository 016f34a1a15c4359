/* SPDX-License-Identifier: MIT */
/* kernel/codes/kept.c: which lines a camera gets. */
#include "kernel/codes/kept.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

#define LINE "row 12345"

static char room[KEPT_LEAST + 100];

static const char *ended(const char *how)
{
	static char text[sizeof(room) + 1];
	size_t length;
	const char *from = kept_end(how, &length);

	memcpy(text, from, length);
	text[length] = 0;
	return text;
}

TEST(kept_page_comes_last_and_stands_first)
{
	static const char *const rows[] = { "one", "", "three", "", "" };

	kept_begin(room, sizeof(room));
	CHECK(!kept_any());
	kept_line(">lock 1 ticks");
	CHECK(!kept_any());
	kept_line("mcs 12.5");
	CHECK(kept_any());
	for (unsigned i = 0; i < 5; i++)
		kept_page_row(rows[i]);
	CHECK_TEXT(ended("ok"), " one\n \n three\n>lock 1 ticks\nmcs 12.5\n"
		   "=ok 1 0\n");
}

TEST(kept_lines_without_room_are_counted_and_none_behind_them_is_kept)
{
	unsigned most = (sizeof(room) - KEPT_PAGE_MOST - KEPT_END_MOST) /
			sizeof(LINE);
	char end[32];

	kept_begin(room, sizeof(room));
	for (unsigned i = 0; i < most + 1; i++)
		kept_line(LINE);
	kept_line(">");
	kept_line("x");
	snprintf(end, sizeof(end), "\n" LINE "\n=failed %u 2\n", most);
	CHECK(strstr(ended("failed"), end));
	CHECK(!strstr(ended(""), "x\n"));
}

TEST(kept_lines_and_pages_that_are_too_long_are_cut)
{
	char line[KEPT_LINE_MOST + 10] = { 0 };
	const char *text;

	memset(line, 'x', sizeof(line) - 1);
	kept_begin(room, sizeof(room));
	kept_line(line);
	text = ended("ok");
	CHECK_EQUAL(strspn(text, "x"), KEPT_LINE_MOST);
	CHECK_TEXT(text + KEPT_LINE_MOST, "\n=ok 1 0\n");
	line[80] = 0;
	kept_begin(room, sizeof(room));
	kept_line("row");
	for (unsigned i = 0; i < 30; i++)
		kept_page_row(line);
	CHECK_EQUAL(strlen(ended("ok")), KEPT_PAGE_MOST / 82 * 82 +
		    strlen("row\n=ok 1 0\n"));
}

TEST(kept_nothing_where_there_is_no_room_at_all)
{
	size_t length = 1;

	kept_begin(room, KEPT_LEAST - 1);
	kept_line("row");
	kept_page_row("page");
	CHECK(!kept_any());
	CHECK(!kept_end("ok", &length));
	CHECK_EQUAL(length, 0);
	kept_begin(NULL, 1 << 20);
	kept_line("row");
	CHECK(!kept_any());
}
