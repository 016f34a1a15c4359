/* SPDX-License-Identifier: MIT */
#include "kernel/codes/kept.h"

#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

/* The page comes last and stands first: its rows are gathered at the very
 * beginning and then moved up to the lines. */
static struct {
	char *room;     /* NULL: nothing is kept */
	size_t most;    /* where the last line may begin at the latest */
	size_t page;    /* bytes of its rows */
	size_t blank;   /* of them those behind the last row with text */
	size_t end;     /* of the lines, which begin at KEPT_PAGE_MOST */
	unsigned rows, left_out; /* lines that head no others */
} kept;

void kept_begin(char *room, size_t bytes)
{
	kept = (typeof(kept)){ .end = KEPT_PAGE_MOST };
	if (!room || bytes < KEPT_LEAST)
		return;
	kept.room = room;
	kept.most = bytes - KEPT_END_MOST;
}

bool kept_any(void)
{
	return kept.rows || kept.left_out;
}

/* After the first line that has no room none is kept: it could come to stand
 * below the wrong head. */
void kept_line(const char *line)
{
	size_t length = min_u64(strlen(line), KEPT_LINE_MOST);
	bool heads = *line == KEPT_HEAD;

	if (!kept.room)
		return;
	if (kept.left_out || kept.end + length + 1 > kept.most) {
		kept.left_out += !heads;
		kept.most = 0;
		return;
	}
	memcpy(kept.room + kept.end, line, length);
	kept.end += length;
	kept.room[kept.end++] = '\n';
	kept.rows += !heads;
}

void kept_page_row(const char *text)
{
	size_t length = strlen(text);

	if (!kept.room || kept.page + length + 2 > KEPT_PAGE_MOST)
		return;
	kept.room[kept.page++] = ' ';
	memcpy(kept.room + kept.page, text, length);
	kept.page += length;
	kept.room[kept.page++] = '\n';
	kept.blank = length ? 0 : kept.blank + 2;
}

const char *kept_end(const char *how, size_t *length)
{
	size_t page = kept.page - kept.blank, begins = KEPT_PAGE_MOST - page;

	*length = 0;
	if (!kept.room)
		return NULL;
	memmove(kept.room + begins, kept.room, page);
	kept.end += format(kept.room + kept.end, KEPT_END_MOST, "=%s %u %u\n",
			   how, kept.rows, kept.left_out);
	*length = kept.end - begins;
	return kept.room + begins;
}
