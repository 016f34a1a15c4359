/* SPDX-License-Identifier: MIT */
/* kernel/console/{glyph,notice}.c: pixels of the largest letters, and a notice; all
 * else of letters tests/image/test_screen.py sees. */
#include "kernel/console/glyph.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/console/notice.h"
#include "kernel/firmware/multiboot.h"
#include "tests/unit/loader.h"
#include "tests/unit/test.h"

#define INK 15u
#define PAPER 4u

static struct surface surface;
static uint8_t *pixels;

/* Pixels of the cell there that are not as the glyph has them. */
static unsigned wrong_pixels(const uint8_t *cell, const uint8_t *glyph)
{
	unsigned wrong = 0;

	for (size_t y = 0; y < FONT_HEIGHT * surface.scale; y++)
		for (size_t x = 0; x < FONT_WIDTH * surface.scale; x++) {
			bool ink = glyph[y / surface.scale] &
				   0x80 >> x / surface.scale;

			wrong += !!memcmp(cell + y * surface.pitch +
					  x * surface.bytes,
					  &surface.colour[ink ? INK : PAPER],
					  surface.bytes);
		}
	return wrong;
}

/* The sanitizer sees where they end. */
TEST(glyph_has_its_pixels_in_the_largest_sizes)
{
	static const unsigned sizes[][2] = { { 2, 2 }, { 3, 5 },
					     { 4, SURFACE_SCALE_MAX } };

	EACH_ROW(i, sizes) {
		surface.bytes = sizes[i][0];
		surface.scale = sizes[i][1];
		surface.pitch = glyph_line_bytes(&surface);
		for (unsigned c = 0; c < SURFACE_COLOURS; c++)
			surface.colour[c] = 0x01020304u + c;
		pixels = malloc(surface.pitch * FONT_HEIGHT * surface.scale);
		glyph_draw(&surface, pixels, font['R'], INK, PAPER);
		CHECK_EQUAL(wrong_pixels(pixels, font['R']), 0);
		free(pixels);
	}
}

/* ---- a notice ---------------------------------------------------------- */

#define WIDTH 640u
#define HEIGHT 400u

static uint8_t *tags;

/* Of the loader: a framebuffer as the surface is, and the end. */
static void begin_notice(void)
{
	surface = (struct surface){ .pitch = WIDTH * 4, .bytes = 4, .scale = 1,
				    .colour = { [INK] = 0xFFFFFF,
						[PAPER] = 0xAA0000 } };
	pixels = low_memory(WIDTH * HEIGHT * 4);
	tags = low_memory(8 + 40 + 8);
	put32(tags, 8 + 40 + 8);
	put32(tags + 8, MULTIBOOT2_FRAMEBUFFER);
	put32(tags + 12, 38);
	put64(tags + 16, low(pixels));
	put32(tags + 24, WIDTH * 4);
	put32(tags + 28, WIDTH);
	put32(tags + 32, HEIGHT);
	memcpy(tags + 36, "\x20\x01\0\0\x10\x08\x08\x08\0\x08", 10);
	put32(tags + 48 + 4, 8);
}

static void draw(const char *text)
{
	notice_draw(MULTIBOOT2_BOOT_MAGIC, (uintptr_t)tags, 32,
		    PAPER << 4 | INK, text);
}

static bool shows(unsigned row, unsigned column, char letter)
{
	return !wrong_pixels(pixels + row * FONT_HEIGHT * surface.pitch +
			     column * FONT_WIDTH * 4, font[(uint8_t)letter]);
}

TEST(notice_fills_two_rows_and_no_third)
{
	char text[200];

	memset(text, 'x', sizeof(text));
	memcpy(text, "quiet", 5);
	text[80] = 'Q';
	text[sizeof(text) - 1] = 0;
	begin_notice();
	draw(text);
	CHECK(shows(0, 0, 'q') && shows(0, 4, 't') && shows(0, 79, 'x'));
	CHECK(shows(1, 0, 'Q') && shows(1, 79, 'x'));
	for (unsigned i = 0; i < WIDTH * 4; i++)
		CHECK(!pixels[2 * FONT_HEIGHT * WIDTH * 4 + i]);
}

TEST(notice_draws_nothing_where_no_pixels_can_be_reached)
{
	begin_notice();
	put32(tags + 20, 1); /* above 4 GiB */
	draw("text");
	put32(tags + 20, 0);
	tags[37] = FRAMEBUFFER_TEXT;
	draw("text");
	put32(tags + 8, 0);
	draw("text");
	notice_draw(MULTIBOOT1_BOOT_MAGIC, (uintptr_t)low_memory(88), 32, 0x4F,
		    "text");
	CHECK(!pixels[0] && !memcmp(pixels, pixels + 1, WIDTH * HEIGHT * 4 - 1));
}
