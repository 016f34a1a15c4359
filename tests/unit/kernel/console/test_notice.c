/* SPDX-License-Identifier: MIT */
#include "kernel/console/notice.h"

#include <string.h>

#include "kernel/console/font.h"
#include "kernel/firmware/multiboot.h"
#include "tests/unit/loader.h"
#include "tests/unit/test.h"

#define WIDTH 640u
#define HEIGHT 400u
#define INK 0xFFFFFFu
#define PAPER 0xAA0000u

static uint8_t *tags, *pixels;

static void begin(void)
{
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
	put32(tags + 48 + 4, 8); /* the end */
}

static void draw(unsigned address_bits, const char *text)
{
	notice_draw(MULTIBOOT2_BOOT_MAGIC, (uintptr_t)tags, address_bits, 0x4F,
		    text);
}

static bool shows(unsigned row, unsigned column, char letter)
{
	unsigned wrong = 0;

	for (unsigned y = 0; y < FONT_HEIGHT; y++)
		for (unsigned x = 0; x < FONT_WIDTH; x++) {
			uint32_t pixel, due = font[(uint8_t)letter][y] >>
				(FONT_WIDTH - 1 - x) & 1 ? INK : PAPER;

			memcpy(&pixel, pixels + 4 * (WIDTH *
			       (row * FONT_HEIGHT + y) + column * FONT_WIDTH +
			       x), sizeof(pixel));
			wrong += pixel != due;
		}
	return !wrong;
}

TEST(notice_fills_two_rows_and_no_third)
{
	char text[200];

	memset(text, 'x', sizeof(text));
	memcpy(text, "quiet", 5);
	text[80] = 'Q';
	text[sizeof(text) - 1] = 0;
	begin();
	draw(32, text);
	CHECK(shows(0, 0, 'q') && shows(0, 4, 't') && shows(0, 79, 'x'));
	CHECK(shows(1, 0, 'Q') && shows(1, 79, 'x'));
	for (unsigned i = 0; i < WIDTH * 4; i++)
		CHECK(!pixels[2 * FONT_HEIGHT * WIDTH * 4 + i]);
}

TEST(notice_draws_nothing_where_no_pixels_can_be_reached)
{
	begin();
	put32(tags + 20, 1); /* above 4 GiB */
	draw(32, "text");
	put32(tags + 20, 0);
	tags[37] = FRAMEBUFFER_TEXT;
	draw(32, "text");
	put32(tags + 8, 0);
	draw(32, "text");
	notice_draw(MULTIBOOT1_BOOT_MAGIC, (uintptr_t)low_memory(88), 32, 0x4F,
		    "text");
	CHECK(!pixels[0] && !memcmp(pixels, pixels + 1, WIDTH * HEIGHT * 4 - 1));
}
