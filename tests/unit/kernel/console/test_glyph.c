/* SPDX-License-Identifier: MIT */
/* kernel/console/{glyph,notice}.c: pixels of the largest letters, and a notice; all
 * else of letters tests/image/test_screen.py sees. */
#include "kernel/console/glyph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kernel/console/notice.h"
#include "kernel/firmware/multiboot.h"
#include "tests/unit/firmware.h"
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

/* Of the loader: a framebuffer as the surface is, but for its address and type. */
static void draw(const char *text, uint64_t at, unsigned type)
{
	char tags[160];

	sprintf(tags, "20000000: tags [8 q=%lX d=%X d=%X d=%X 20 %u 0 0 10 8 8 8 "
		"0 8 ] [0 ]", at, WIDTH * 4, WIDTH, HEIGHT, type);
	firmware_write(tags);
	notice_draw(MULTIBOOT2_BOOT_MAGIC, LOADER_AT, 32, PAPER << 4 | INK,
		    text);
}

/* Where 32 bits reach them. */
static void begin_notice(void)
{
	surface = (struct surface){ .pitch = WIDTH * 4, .bytes = 4, .scale = 1,
				    .colour = { [INK] = 0xFFFFFF,
						[PAPER] = 0xAA0000 } };
	pixels = mmap(NULL, WIDTH * HEIGHT * 4, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
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
	draw(text, (uintptr_t)pixels, FRAMEBUFFER_RGB);
	CHECK(shows(0, 0, 'q') && shows(0, 4, 't') && shows(0, 79, 'x'));
	CHECK(shows(1, 0, 'Q') && shows(1, 79, 'x'));
	for (unsigned i = 0; i < WIDTH * 4; i++)
		CHECK(!pixels[2 * FONT_HEIGHT * WIDTH * 4 + i]);
}

TEST(notice_draws_nothing_where_no_pixels_can_be_reached)
{
	begin_notice();
	draw("text", 1ull << 32 | (uintptr_t)pixels, FRAMEBUFFER_RGB);
	draw("text", (uintptr_t)pixels, FRAMEBUFFER_TEXT);
	firmware_write("20000000: tags [0 ] @88");
	notice_draw(MULTIBOOT2_BOOT_MAGIC, LOADER_AT, 32, 0x4F, "text");
	notice_draw(MULTIBOOT1_BOOT_MAGIC, LOADER_AT, 32, 0x4F, "text");
	CHECK(!pixels[0] && !memcmp(pixels, pixels + 1, WIDTH * HEIGHT * 4 - 1));
}
