/* SPDX-License-Identifier: MIT */
#include "bench/report/grid.h"

#include <stdarg.h>
#include <stdbool.h>

#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/print.h"

static int width[GRID_COLUMNS_MOST];
static unsigned columns, at; /* the next cell's */
static bool named;           /* the columns are */
static unsigned begun;       /* grids */
static enum machine_style next_style = MACHINE_PLAIN;

static void cell(const char *text)
{
	if (at >= columns)
		return;
	if (next_style != MACHINE_PLAIN)
		machine_style(next_style);
	if (width[at] < 0)
		print("%-*s", -width[at], text);
	else
		print("%*s", width[at], text);
	if (next_style != MACHINE_PLAIN)
		machine_style(MACHINE_PLAIN);
	next_style = MACHINE_PLAIN;
	at++;
}

static void line(enum machine_style style, const char *before,
		 const char *text, va_list args)
{
	char whole[GRID_CELL_MAX];

	format_v(whole, sizeof(whole), text, args);
	machine_style(style);
	print("%s%s\n", before, whole);
	machine_style(MACHINE_PLAIN);
}

void grid_title(const char *text, ...)
{
	va_list args;

	columns = at = 0;
	named = false;
	begun++;
	machine_part(MACHINE_HEAD);
	va_start(args, text);
	line(MACHINE_TITLE, "\n", text, args);
	va_end(args);
	machine_part(MACHINE_PROSE);
}

unsigned grids_begun(void)
{
	return begun;
}

void grid_column(int wide, const char *name, ...)
{
	char text[GRID_CELL_MAX];
	va_list args;

	if (columns == GRID_COLUMNS_MOST)
		return;
	va_start(args, name);
	format_v(text, sizeof(text), name, args);
	va_end(args);
	width[columns++] = wide;
	grid_style(MACHINE_DIM);
	cell(text);
}

void grid_text(const char *text, ...)
{
	char whole[GRID_CELL_MAX];
	va_list args;

	va_start(args, text);
	format_v(whole, sizeof(whole), text, args);
	va_end(args);
	cell(whole);
}

void grid_milli(int64_t thousandths)
{
	char text[TEXT_NUMBER_MAX];

	cell(text_number(text, thousandths));
}

void grid_count(int64_t number)
{
	grid_text("%ld", number);
}

void grid_style(enum machine_style style)
{
	next_style = style;
}

void grid_row(void)
{
	machine_part(named ? MACHINE_ROWS : MACHINE_HEAD);
	print("\n");
	machine_part(MACHINE_PROSE);
	named = true;
	at = 0;
	next_style = MACHINE_PLAIN;
}

void grid_note(const char *text, ...)
{
	va_list args;

	va_start(args, text);
	line(MACHINE_DIM, "  ", text, args);
	va_end(args);
}
