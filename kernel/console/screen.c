/* SPDX-License-Identifier: MIT */
#include "kernel/console/screen.h"

#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/x86/regs.h"

/* Attribute: background << 4 | foreground, of the 16 VGA colours. */
static const uint8_t attribute_of[] = {
	[MACHINE_PLAIN] = 0x07, [MACHINE_TITLE] = 0x0B, [MACHINE_DIM] = 0x08,
	[MACHINE_GOOD] = 0x0A, [MACHINE_WARN] = 0x0E,
	[MACHINE_BAD] = VGA_WHITE_ON_RED,
};
#define ATTRIBUTE_STATUS 0x1F

typedef uint16_t row_t[SCREEN_COLUMNS];

/*
 * The history is a ring of rows; `screen_shadow` is what the display shows
 * (read from outside where there is none: tests/image).
 */
static row_t history[SCREEN_HISTORY];
row_t screen_shadow[SCREEN_ROWS];
static unsigned first, rows = 1; /* oldest row; rows in use, >= 1 */
static uint64_t forgotten; /* rows that were kept once */
static unsigned page_top; /* the row that began the last page; 0: none */
static unsigned column;
static uint8_t attribute;
static display_show_fn *display; /* NULL: none */

static uint16_t cell(char c, uint8_t style)
{
	return (uint16_t)(style << 8 | (uint8_t)c);
}

static void show_row(unsigned row, const uint16_t *cells)
{
	for (unsigned i = 0; i < SCREEN_COLUMNS; i++) {
		uint16_t now = cells ? cells[i] : cell(' ', attribute_of[0]);

		if (screen_shadow[row][i] == now)
			continue;
		screen_shadow[row][i] = now;
		if (display)
			display(row, i, &now, 1);
	}
}

static row_t *row_at(unsigned index)
{
	return &history[(first + index) % SCREEN_HISTORY];
}

/* Shows SCREEN_TEXT_ROWS rows of the history from this one on. */
static void show_from(unsigned top)
{
	for (unsigned r = 0; r < SCREEN_TEXT_ROWS; r++)
		show_row(r, top + r < rows ? *row_at(top + r) : NULL);
}

static unsigned top_of_end(void)
{
	uint64_t end = forgotten + rows, top = 0;

	if (end > SCREEN_TEXT_ROWS)
		top = (end - SCREEN_TEXT_ROWS + SCREEN_JUMP - 1) / SCREEN_JUMP *
		      SCREEN_JUMP;
	return (unsigned)max_u64(above_u64(top, forgotten), page_top);
}

static void clear_row(row_t *row)
{
	for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
		(*row)[i] = cell(' ', attribute_of[MACHINE_PLAIN]);
}

static void new_line(void)
{
	column = 0;
	if (rows == SCREEN_HISTORY) {
		first = (first + 1) % SCREEN_HISTORY;
		forgotten++;
		page_top -= page_top > 0;
	} else {
		rows++;
	}
	clear_row(row_at(rows - 1));
}

static void put_character(char c)
{
	if (c == '\n') {
		new_line();
		return;
	}
	if (column == SCREEN_COLUMNS)
		new_line();
	(*row_at(rows - 1))[column++] = cell(c, attribute);
}

void screen_init(void)
{
	attribute = attribute_of[MACHINE_PLAIN];
	clear_row(row_at(0));
	show_from(0);
	screen_status("");
}

void screen_display(display_show_fn *show)
{
	display = show;
	for (unsigned row = 0; row < SCREEN_ROWS; row++)
		display(row, 0, screen_shadow[row], SCREEN_COLUMNS);
}

void screen_write(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		put_character(text[i]);
	show_from(top_of_end());
}

void screen_style(enum machine_style style)
{
	attribute = attribute_of[style];
}

static const char *caution = "";

void screen_caution(const char *text)
{
	caution = text;
}

void screen_status(const char *text)
{
	size_t length = strlen(caution);
	row_t row;
	unsigned i = 0;

	for (; i < SCREEN_COLUMNS - length && text[i]; i++)
		row[i] = cell(text[i], ATTRIBUTE_STATUS);
	for (; i < SCREEN_COLUMNS - length; i++)
		row[i] = cell(' ', ATTRIBUTE_STATUS);
	for (; i < SCREEN_COLUMNS; i++)
		row[i] = cell(caution[i + length - SCREEN_COLUMNS],
			      ATTRIBUTE_STATUS);
	show_row(SCREEN_ROWS - 1, row);
}

void screen_page(void)
{
	if (column)
		new_line();
	page_top = rows - 1;
	show_from(page_top);
}

static unsigned pages_of(unsigned count)
{
	return (count + SCREEN_TEXT_ROWS - 1) / SCREEN_TEXT_ROWS;
}

unsigned screen_page_count(void)
{
	return pages_of(page_top) + pages_of(rows - page_top);
}

unsigned screen_last_begun(void)
{
	return pages_of(page_top);
}

void screen_show_page(unsigned page)
{
	unsigned before = screen_last_begun();

	show_from(page < before ? page * SCREEN_TEXT_ROWS
				: page_top + (page - before) * SCREEN_TEXT_ROWS);
}
