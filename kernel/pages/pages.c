/* SPDX-License-Identifier: MIT */
#include "kernel/pages/pages.h"

#include <stdbool.h>

#include "kernel/console/scrollback.h"
#include "kernel/format.h"

/* A longer one is not repeated: its rows would have no room. */
#define HEAD_MOST (SCREEN_TEXT_ROWS / 2)

/* Where the walk from the oldest row on is. */
static struct {
	uint64_t head;           /* place of the last head's first row */
	unsigned head_rows;
	enum machine_part before; /* of the last row */
	bool headed;             /* the head stands on the page */
	unsigned page, used;     /* rows of the page */
	unsigned last_begun;
	unsigned wanted;         /* the page that is shown */
	void (*show)(unsigned row, const uint16_t *cells); /* NULL: none */
} walk;

static void put(const uint16_t *cells)
{
	if (walk.show && walk.page == walk.wanted)
		walk.show(walk.used, cells);
	walk.used++;
}

static bool is_empty(const struct scrollback_row *row)
{
	for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
		if (CELL_CODE(row->cells[i]) != ' ')
			return false;
	return true;
}

static void fill_page(void)
{
	while (walk.used < SCREEN_TEXT_ROWS)
		put(NULL);
}

static void next_page(void)
{
	fill_page();
	walk.page++;
	walk.used = 0;
	walk.headed = false;
}

static void repeat_head(void)
{
	struct scrollback_row row;
	uint64_t at = walk.head;

	for (unsigned i = 0; i < walk.head_rows; i++)
		if (scrollback_read(&at, &row) && !is_empty(&row))
			put(row.cells);
	walk.headed = true;
}

/* The rows from there on that belong to one head. */
static unsigned rows_of_head(uint64_t at)
{
	struct scrollback_row row;
	unsigned rows = 0;

	while (scrollback_read(&at, &row) && row.part == MACHINE_HEAD)
		rows++;
	return rows;
}

/* No head without a row below it. */
static void keep_together(void)
{
	if (walk.used + walk.head_rows + 1 > SCREEN_TEXT_ROWS)
		next_page();
}

static void begin_head(uint64_t at)
{
	walk.head = at;
	walk.head_rows = rows_of_head(at);
	if (walk.head_rows > HEAD_MOST)
		walk.head_rows = 0;
	keep_together();
	walk.headed = true;
}

static void put_row(uint64_t at, const struct scrollback_row *row)
{
	if (row->begins_page && walk.used)
		next_page();
	if (row->begins_page)
		walk.last_begun = walk.page;
	if (row->part == MACHINE_HEAD && walk.before != MACHINE_HEAD)
		begin_head(at);
	walk.before = row->part;
	if (walk.used % SCREEN_TEXT_ROWS == 0 && is_empty(row))
		return;
	if (walk.used == SCREEN_TEXT_ROWS)
		next_page();
	if (row->part == MACHINE_ROWS && !walk.headed) {
		keep_together();
		repeat_head();
	}
	put(row->cells);
}

/* What the first page says where older rows are forgotten. */
static void put_forgotten(void)
{
	uint16_t cells[SCREEN_COLUMNS];
	char text[SCREEN_COLUMNS + 1];
	uint64_t rows = scrollback_forgotten();
	size_t length;

	if (!rows)
		return;
	length = format(text, sizeof(text), "(%lu row%s before this one had no "
			"room; the log has them)", rows, format_s(rows));
	for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
		cells[i] = (uint16_t)(CELL_PLAIN << 8 |
				      (uint8_t)(i < length ? text[i] : ' '));
	put(cells);
}

static void walk_all(unsigned wanted,
		     void (*show)(unsigned row, const uint16_t *cells))
{
	struct scrollback_row row;
	uint64_t at = scrollback_oldest(), here;

	walk.head_rows = walk.page = walk.used = walk.last_begun = 0;
	walk.before = MACHINE_PROSE;
	walk.headed = false;
	walk.wanted = wanted;
	walk.show = show;
	put_forgotten();
	for (here = at; scrollback_read(&at, &row); here = at)
		put_row(here, &row);
	if (walk.used || !walk.page)
		fill_page();
}

unsigned pages_count(void)
{
	walk_all(0, NULL);
	return walk.page + (walk.used || !walk.page);
}

unsigned pages_last_begun(void)
{
	walk_all(0, NULL);
	return walk.last_begun;
}

void pages_show(unsigned page,
		void (*show)(unsigned row, const uint16_t *cells))
{
	walk_all(page, show);
}
