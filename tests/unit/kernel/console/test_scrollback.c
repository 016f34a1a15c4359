/* SPDX-License-Identifier: MIT */
#include "kernel/console/scrollback.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

#define LARGE 16384u /* for all rows */
#define PLAIN(c) ((uint16_t)(CELL_PLAIN << 8 | (uint8_t)(c)))

/* A row whose cells all differ in look, as the next one's do. */
static struct scrollback_row of_many_looks(unsigned seed)
{
	struct scrollback_row row = { MACHINE_ROWS, seed & 1, { 0 } };

	for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
		row.cells[i] = (uint16_t)((seed + i) << 8 | (seed * 7 + i) % 256);
	return row;
}

static struct scrollback_row of_text(const char *text)
{
	struct scrollback_row row = { MACHINE_PROSE, false, { 0 } };

	for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
		row.cells[i] = PLAIN(i < strlen(text) ? text[i] : ' ');
	return row;
}

static struct scrollback_row of_number(unsigned i)
{
	return i % 3 == 0 ? of_many_looks(i) :
	       of_text(i % 3 == 1 ? "some words" : "");
}

static bool same(const struct scrollback_row *a, const struct scrollback_row *b)
{
	return a->part == b->part && a->begins_page == b->begins_page &&
	       !memcmp(a->cells, b->cells, sizeof(a->cells));
}

/* In a room of each size around that of a row, and in a large one. */
TEST(scrollback_gives_back_the_newest_rows_that_have_room)
{
	for (size_t bytes = SCROLLBACK_ROW_MAX; bytes <= LARGE;
	     bytes += bytes == 599 ? LARGE - 599 : 1) {
		char *room = malloc(bytes); /* the sanitizer sees its end */
		struct scrollback_row row, wanted;
		uint64_t at;
		unsigned kept = 0;

		scrollback_begin(room, bytes);
		for (unsigned i = 0; i < 50; i++) {
			wanted = of_number(i);
			scrollback_add(&wanted);
		}
		at = scrollback_oldest();
		for (; scrollback_read(&at, &row); kept++) {
			unsigned i = kept + (unsigned)scrollback_forgotten();

			wanted = of_number(i);
			CHECK(same(&row, &wanted));
		}
		CHECK(kept && (kept == 50 || bytes < LARGE));
		CHECK_EQUAL(scrollback_forgotten() + kept, 50);
		free(room);
	}
}

TEST(scrollback_without_room_keeps_nothing)
{
	struct scrollback_row row = of_text("lost");
	char room[SCROLLBACK_ROW_MAX - 1];
	uint64_t at;

	scrollback_begin(NULL, 4096);
	scrollback_add(&row);
	at = scrollback_oldest();
	CHECK(!scrollback_read(&at, &row));
	scrollback_begin(room, sizeof(room));
	scrollback_add(&row);
	at = scrollback_oldest();
	CHECK(!scrollback_read(&at, &row));
}
