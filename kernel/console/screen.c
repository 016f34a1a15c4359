/* SPDX-License-Identifier: MIT */
#include "kernel/console/screen.h"

#include "kernel/console/scrollback.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/x86/regs.h"

/* Attribute: background << 4 | foreground, of the 16 VGA colours. */
static const uint8_t attribute_of[] = {
	[MACHINE_PLAIN] = CELL_PLAIN, [MACHINE_TITLE] = 0x0B,
	[MACHINE_DIM] = 0x08, [MACHINE_GOOD] = 0x0A, [MACHINE_WARN] = 0x0E,
	[MACHINE_BAD] = VGA_WHITE_ON_RED,
};
#define ATTRIBUTE_STATUS 0x1F

typedef uint16_t row_t[SCREEN_COLUMNS];

/* As many rows as may be on the screen before it jumps. */
#define RECENT (SCREEN_TEXT_ROWS + SCREEN_JUMP)

/*
 * The recent rows are a ring; `screen_shadow` is what the display shows (read
 * from outside where there is none: tests/image).
 */
static row_t recent[RECENT];
row_t screen_shadow[SCREEN_ROWS];
static unsigned first, rows = 1; /* oldest row; rows in use, >= 1 */
static uint64_t forgotten; /* rows that were recent once */
static unsigned page_top; /* the row that began the last page; 0: none */
static bool begins_page;  /* the row under way */
static enum machine_part part;
static unsigned column;
static uint8_t attribute;
static display_show_fn *display; /* NULL: none */

static uint16_t cell(char c, uint8_t style)
{
	return (uint16_t)(style << 8 | (uint8_t)c);
}

void screen_show_row(unsigned row, const uint16_t *cells)
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
	return &recent[(first + index) % RECENT];
}

/* Shows SCREEN_TEXT_ROWS of the recent rows from this one on. */
static void show_from(unsigned top)
{
	for (unsigned r = 0; r < SCREEN_TEXT_ROWS; r++)
		screen_show_row(r, top + r < rows ? *row_at(top + r) : NULL);
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

static void keep_row(void)
{
	struct scrollback_row row = { part, begins_page, { 0 } };

	memcpy(row.cells, *row_at(rows - 1), sizeof(row.cells));
	scrollback_add(&row);
	begins_page = false;
}

static void new_line(void)
{
	keep_row();
	column = 0;
	if (rows == RECENT) {
		first = (first + 1) % RECENT;
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
	screen_again();
}

void screen_again(void)
{
	for (unsigned row = 0; display && row < SCREEN_ROWS; row++)
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

void screen_part(enum machine_part next)
{
	part = next;
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
	screen_show_row(SCREEN_ROWS - 1, row);
}

void screen_page(void)
{
	if (column)
		new_line();
	begins_page = true;
	page_top = rows - 1;
	show_from(page_top);
}
