/* SPDX-License-Identifier: MIT */
/* kernel/console/{glyph,notice}.c: pixels of letters, in every size and format. */
#include "kernel/console/glyph.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kernel/console/notice.h"
#include "kernel/firmware/multiboot.h"
#include "tests/unit/loader.h"
#include "tests/unit/test.h"

#define INK 15u
#define PAPER 4u
#define BACKGROUND 0xEE /* as what nobody may touch */

/* An odd glyph: no two lines are the same, nor are left and right. */
static const uint8_t odd[FONT_HEIGHT] = {
	0x80, 0x01, 0xC3, 0x00, 0xFF, 0x10, 0x7E, 0x55,
	0xAA, 0x18, 0x24, 0x42, 0x99, 0x3C, 0x0F, 0xE0,
};

static struct surface surface;
static uint8_t *pixels;

/* Pixels that end right before a page which faults. */
static void make_pixels(unsigned bytes, unsigned scale, size_t spare)
{
	size_t line = (size_t)FONT_WIDTH * scale * bytes, pages, size;

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
	pixels = memory + pages - size;
	memset(memory, BACKGROUND, pages);
}

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
	CHECK_EQUAL(wrong_pixels(pixels, odd), 0);
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
