/* SPDX-License-Identifier: MIT */
/*
 * A ring of bytes. A row is its size, its kind, and runs of cells which look
 * alike: attribute, count, codes. Blanks at its end are left out. Places are
 * counted from the first byte that was ever written.
 */
#include "kernel/console/scrollback.h"

#define BEGINS_PAGE 0x80u /* beside the part */
#define BLANK (CELL_PLAIN << 8 | ' ')

static uint8_t *ring;
static size_t room;
static uint64_t oldest, end; /* places */
static uint64_t forgotten;

void scrollback_begin(void *memory, size_t bytes)
{
	ring = memory;
	room = memory && bytes >= SCROLLBACK_ROW_MAX ? bytes : 0;
	oldest = end = forgotten = 0;
}

static uint8_t byte_at(uint64_t place)
{
	return ring[place % room];
}

static unsigned width_of(const uint16_t *cells)
{
	unsigned width = SCREEN_COLUMNS;

	while (width && cells[width - 1] == BLANK)
		width--;
	return width;
}

/* Cells from `from` on that look alike. */
static unsigned run_of(const uint16_t *cells, unsigned from, unsigned width)
{
	unsigned to = from + 1;

	while (to < width && cells[to] >> 8 == cells[from] >> 8)
		to++;
	return to - from;
}

/* Returns how many bytes it takes. */
static size_t pack(const struct scrollback_row *row,
		   uint8_t bytes[SCROLLBACK_ROW_MAX])
{
	unsigned width = width_of(row->cells), run;
	size_t size = 0;

	bytes[size++] = 0; /* its size, at last */
	bytes[size++] = (uint8_t)(row->part |
				  (row->begins_page ? BEGINS_PAGE : 0));
	for (unsigned at = 0; at < width; at += run) {
		run = run_of(row->cells, at, width);
		bytes[size++] = (uint8_t)(row->cells[at] >> 8);
		bytes[size++] = (uint8_t)run;
		for (unsigned i = 0; i < run; i++)
			bytes[size++] = (uint8_t)row->cells[at + i];
	}
	bytes[0] = (uint8_t)size;
	return size;
}

void scrollback_add(const struct scrollback_row *row)
{
	uint8_t bytes[SCROLLBACK_ROW_MAX];
	size_t size = pack(row, bytes);

	if (!room)
		return;
	while (end + size - oldest > room) {
		oldest += byte_at(oldest);
		forgotten++;
	}
	for (size_t i = 0; i < size; i++)
		ring[end++ % room] = bytes[i];
}

uint64_t scrollback_forgotten(void)
{
	return forgotten;
}

uint64_t scrollback_oldest(void)
{
	return oldest;
}

bool scrollback_read(uint64_t *at, struct scrollback_row *row)
{
	uint64_t next = *at, byte = *at;
	unsigned column = 0;

	if (*at >= end)
		return false;
	next += byte_at(byte++);
	row->part = byte_at(byte) & ~BEGINS_PAGE;
	row->begins_page = byte_at(byte++) & BEGINS_PAGE;
	while (byte < next) {
		unsigned look = byte_at(byte++), run = byte_at(byte++);

		while (run--)
			row->cells[column++] =
				(uint16_t)(look << 8 | byte_at(byte++));
	}
	while (column < SCREEN_COLUMNS)
		row->cells[column++] = BLANK;
	*at = next;
	return true;
}
