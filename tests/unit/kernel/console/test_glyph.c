/* SPDX-License-Identifier: MIT */
#include "kernel/console/glyph.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/unit/test.h"

#define INK 15u
#define PAPER 1u

/* An odd glyph: no two lines are the same, nor are left and right. */
static const uint8_t odd[FONT_HEIGHT] = {
	0x80, 0x01, 0xC3, 0x00, 0xFF, 0x10, 0x7E, 0x55,
	0xAA, 0x18, 0x24, 0x42, 0x99, 0x3C, 0x0F, 0xE0,
};

static struct surface surface;
static uint8_t *pixels, *page_end;
static size_t size;

/*
 * Pixels that end right before a page which faults; all are `background`, as
 * what nobody may touch.
 */
#define BACKGROUND 0xEE

static void make_pixels(unsigned bytes, unsigned scale, size_t spare)
{
	size_t line = (size_t)FONT_WIDTH * scale * bytes, pages;

	surface = (struct surface){ .pitch = line + spare, .bytes = bytes,
				    .scale = scale };
	for (unsigned i = 0; i < SURFACE_COLOURS; i++)
		surface.colour[i] = 0x01020304u + i;
	size = surface.pitch * (FONT_HEIGHT * scale - 1) + line;
	pages = (size + 4095) & ~4095ul;
	uint8_t *memory = mmap(NULL, pages + 4096, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED ||
	    mprotect(memory + pages, 4096, PROT_NONE))
		abort();
	page_end = memory + pages;
	pixels = page_end - size;
	memset(memory, BACKGROUND, pages);
}

static bool pixel_is(size_t x, size_t y, unsigned colour)
{
	return !memcmp(pixels + y * surface.pitch + x * surface.bytes,
		       &surface.colour[colour], surface.bytes);
}

/* Pixels of the cell that are not as the glyph has them. */
static unsigned wrong_pixels(void)
{
	unsigned wrong = 0;

	for (size_t y = 0; y < FONT_HEIGHT * surface.scale; y++)
		for (size_t x = 0; x < FONT_WIDTH * surface.scale; x++) {
			bool ink = odd[y / surface.scale] &
				   0x80 >> x / surface.scale;

			wrong += !pixel_is(x, y, ink ? INK : PAPER);
		}
	return wrong;
}

/* Bytes between the lines that are not what they were. */
static unsigned touched_outside(size_t spare)
{
	unsigned touched = 0;

	for (size_t y = 0; y + 1 < FONT_HEIGHT * surface.scale; y++)
		for (size_t i = 0; i < spare; i++)
			touched += pixels[(y + 1) * surface.pitch - spare + i]
				   != BACKGROUND;
	return touched;
}

static void check_glyph(unsigned bytes, unsigned scale, size_t spare)
{
	make_pixels(bytes, scale, spare);
	glyph_draw(&surface, pixels, odd, INK, PAPER);
	CHECK_EQUAL(wrong_pixels(), 0);
	CHECK_EQUAL(touched_outside(spare), 0);
	CHECK_EQUAL(glyph_line_bytes(&surface) % 8, 0);
}

TEST(glyph_has_its_pixels_and_touches_nothing_else)
{
	static const unsigned scales[] = { 1, 2, 3, 5, SURFACE_SCALE_MAX };

	for (unsigned bytes = 2; bytes <= 4; bytes++) {
		for (unsigned i = 0; i < 5; i++)
			check_glyph(bytes, scales[i], 0);
		for (size_t spare = 1; spare < 20; spare += 3)
			check_glyph(bytes, 2, spare);
	}
}

TEST(the_font_has_letters_lines_and_blanks)
{
	CHECK(memcmp(font['A'], font['B'], FONT_HEIGHT));
	for (unsigned y = 0; y < FONT_HEIGHT; y++) {
		CHECK_EQUAL(font[' '][y], 0);
		CHECK_EQUAL(font[0][y], 0);
		CHECK_EQUAL(font[0xDB][y], 0xFF);     /* full block */
		CHECK(font[0xB3][y]);                 /* vertical line */
		CHECK_EQUAL(font[0xB3][y], font[0xB3][0]);
	}
}
