/* SPDX-License-Identifier: MIT */
#include "kernel/pages/code_pages.h"

#include <stdbool.h>

#include "kernel/codes/kept.h"
#include "kernel/codes/kept_record.h"
#include "kernel/codes/parts.h"
#include "kernel/console/framebuffer.h"
#include "kernel/console/screen.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/pages/pages.h"
#include "kernel/print.h"

static struct parts_text text;
static unsigned parts, pages;
static bool shown;

/* Not on a panic's stack, which is small. */
static struct qr qr;
static char part[QR_TEXT_MOST + 1];

static void keep_row(unsigned row, const uint16_t *cells)
{
	char line[SCREEN_COLUMNS + 1];
	unsigned length = 0;

	(void)row;
	for (unsigned i = 0; cells && i < SCREEN_COLUMNS; i++) {
		line[i] = (char)CELL_CODE(cells[i]);
		if (line[i] != ' ')
			length = i + 1;
	}
	line[length] = 0;
	kept_page_row(line);
}

unsigned code_pages_make(unsigned page, unsigned before, const char *how)
{
	if (!framebuffer_codes() || !(kept_any() || pages_last_begun()))
		return 0;
	pages_show(page, keep_row);
	text.text = kept_end(how, &text.length);
	if (!text.text)
		return 0;
	text.run = machine_run_id();
	text.page = before + 1;
	text.across = framebuffer_codes();
	text.context = kept_context();
	parts = parts_count(&text);
	pages = (parts + text.across - 1) / text.across;
	return pages;
}

static void show_heading(void)
{
	uint16_t cells[SCREEN_COLUMNS];
	char line[SCREEN_COLUMNS + 1];
	size_t length = format(line, sizeof(line), "Photograph the %u code%s of "
			       "page%s %u", parts, format_s(parts),
			       format_s(pages), text.page);

	if (pages > 1)
		length += format(line + length, sizeof(line) - length,
				 " to %u", text.page + pages - 1);
	length += format(line + length, sizeof(line) - length,
			 ", then: tools/qc scan PHOTO...");
	for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
		cells[i] = (uint16_t)(CELL_PLAIN << 8 |
				      (uint8_t)(i < length ? line[i] : ' '));
	screen_show_row(0, cells);
	for (unsigned row = 1; row < SCREEN_TEXT_ROWS; row++)
		screen_show_row(row, NULL);
}

void code_pages_show(unsigned index)
{
	unsigned first = index * text.across;

	framebuffer_make_room(true);
	shown = true;
	show_heading();
	screen_again();
	for (unsigned i = 0; i < text.across && first + i < parts; i++) {
		size_t length = parts_write(part, &text, first + i, parts);

		qr_encode(&qr, part, length, QR_BEST);
		framebuffer_draw_code(i, &qr);
	}
}

void code_pages_leave(void)
{
	if (!shown)
		return;
	shown = false;
	framebuffer_make_room(false);
	screen_again();
}
