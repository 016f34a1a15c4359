/* SPDX-License-Identifier: MIT */
#include "kernel/console/surface.h"

#include <string.h>

#include "tests/unit/test.h"

#define BITS 40u /* of an address */
#define BASE 0xFD000000ull

static struct surface surface;

/* Blue lowest, as nearly all have it. */
static struct boot_framebuffer usual(uint32_t width, uint32_t height)
{
	return (struct boot_framebuffer){
		.address = BASE, .pitch = 4 * width, .width = width,
		.height = height, .bits = 32, .type = FRAMEBUFFER_RGB,
		.red_at = 16, .red_bits = 8, .green_at = 8, .green_bits = 8,
		.blue_at = 0, .blue_bits = 8,
	};
}

static struct boot_framebuffer of_bits(uint8_t bits)
{
	struct boot_framebuffer fb = usual(640, 400);

	fb.bits = bits;
	fb.pitch = 640 * ((bits + 7u) / 8);
	fb.blue_bits = fb.red_bits = fb.green_at = 5;
	fb.green_bits = bits == 16 ? 6 : 5;
	fb.red_at = (uint8_t)(fb.green_at + fb.green_bits);
	return fb;
}

static const char *problem_of(struct boot_framebuffer fb)
{
	return surface_init(&surface, &fb, BITS);
}

/* ---- geometry ---------------------------------------------------------- */

static void check_place(uint32_t width, uint32_t height, unsigned scale,
			unsigned left, unsigned top)
{
	CHECK_TEXT(problem_of(usual(width, height)), NULL);
	CHECK_EQUAL(surface.scale, scale);
	CHECK_EQUAL(surface.first - BASE, 4ull * (top * width + left));
	CHECK_EQUAL(surface.pitch, 4 * width);
	CHECK_EQUAL(surface.bytes, 4);
}

TEST(surface_is_as_large_as_whole_numbers_make_it_and_in_the_middle)
{
	check_place(640, 400, 1, 0, 0);
	check_place(640, 480, 1, 0, 40);
	check_place(1024, 768, 1, 192, 184);
	check_place(1279, 800, 1, 319, 200);
	check_place(1280, 799, 1, 320, 199);
	check_place(1280, 800, 2, 0, 0);
	check_place(1920, 1080, 2, 320, 140);
	check_place(3840, 2160, 5, 320, 80);
	check_place(16384, 16384, 16, 3072, 4992);
}

TEST(surface_lines_may_be_longer_than_what_is_seen)
{
	struct boot_framebuffer fb = usual(1366, 768);

	fb.pitch = 5504;
	CHECK_TEXT(problem_of(fb), NULL);
	CHECK_EQUAL(surface.pitch, 5504);
	CHECK_EQUAL(surface.first - BASE, 184 * 5504 + 363 * 4);
	CHECK_EQUAL(framebuffer_bytes(&fb), 5504ull * 768);
	fb.pitch = 4 * 1366 + 3; /* of whole pixels only by habit */
	CHECK_TEXT(problem_of(fb), NULL);
	CHECK_EQUAL(surface.pitch, 5467);
}

/* ---- colours ----------------------------------------------------------- */

TEST(surface_colours_are_where_the_format_has_them)
{
	struct boot_framebuffer fb = usual(640, 400);

	CHECK_TEXT(problem_of(fb), NULL);
	CHECK_EQUAL(surface.colour[0], 0);
	CHECK_EQUAL(surface.colour[1], 0x0000AA);
	CHECK_EQUAL(surface.colour[6], 0xAA5500);
	CHECK_EQUAL(surface.colour[12], 0xFF5555);
	CHECK_EQUAL(surface.colour[15], 0xFFFFFF);
	fb.red_at = 0;
	fb.blue_at = 16;
	CHECK_TEXT(problem_of(fb), NULL);
	CHECK_EQUAL(surface.colour[6], 0x0055AA);
	fb = usual(640, 400); /* 10 bits each */
	fb.red_at = 20;
	fb.green_at = 10;
	fb.red_bits = fb.green_bits = fb.blue_bits = 10;
	CHECK_TEXT(problem_of(fb), NULL);
	CHECK_EQUAL(surface.colour[15], 0x3FFFFFFF);
	CHECK_EQUAL(surface.colour[1], 682); /* two thirds of 1023 */
}

TEST(surface_colours_of_fewer_bits)
{
	static const struct { uint8_t bits, bytes; uint32_t brown, white; } is[] =
	{ { 15, 2, 20 << 10 | 10 << 5, 0x7FFF },
	  { 16, 2, 20 << 11 | 21 << 5, 0xFFFF } };

	for (unsigned i = 0; i < 2; i++) {
		CHECK_TEXT(problem_of(of_bits(is[i].bits)), NULL);
		CHECK_EQUAL(surface.bytes, is[i].bytes);
		CHECK_EQUAL(surface.colour[6], is[i].brown);
		CHECK_EQUAL(surface.colour[15], is[i].white);
	}
	CHECK_TEXT(problem_of(of_bits(24)), NULL);
	CHECK_EQUAL(surface.bytes, 3);
}

/* ---- what cannot be used ----------------------------------------------- */

TEST(surface_of_other_types_is_refused)
{
	struct boot_framebuffer fb = usual(640, 400);

	fb.type = FRAMEBUFFER_INDEXED;
	CHECK_TEXT(problem_of(fb), "its colours are indices");
	fb.type = 3;
	CHECK_TEXT(problem_of(fb), "its type is unknown");
	fb.type = FRAMEBUFFER_TEXT; /* not our business */
	CHECK_TEXT(problem_of(fb), "its type is unknown");
}

TEST(surface_of_odd_pixels_is_refused)
{
	static const uint8_t odd[] = { 0, 1, 4, 8, 12, 17, 30, 31, 33, 64, 255 };
	struct boot_framebuffer fb = usual(640, 400);

	for (unsigned i = 0; i < sizeof(odd); i++) {
		fb.bits = odd[i];
		CHECK_TEXT(problem_of(fb), "its pixels have an unusual size");
	}
}

TEST(surface_of_colours_beyond_the_pixel_is_refused)
{
	const char *wrong = "its colours do not fit its pixels";
	struct boot_framebuffer fb = usual(640, 400);

	fb.red_bits = 0; /* a tag without colours */
	CHECK_TEXT(problem_of(fb), wrong);
	fb = usual(640, 400);
	fb.red_at = 24;
	CHECK_TEXT(problem_of(fb), NULL);
	fb.red_at = 25;
	CHECK_TEXT(problem_of(fb), wrong);
	fb = usual(640, 400);
	fb.green_at = 255;
	CHECK_TEXT(problem_of(fb), wrong);
	fb = usual(640, 400);
	fb.blue_bits = 33;
	CHECK_TEXT(problem_of(fb), wrong);
	fb.blue_bits = 32;
	CHECK_TEXT(problem_of(fb), NULL);
}

TEST(surface_too_small_is_refused)
{
	const char *small = "it is smaller than 80 columns of 25 rows";

	CHECK_TEXT(problem_of(usual(639, 400)), small);
	CHECK_TEXT(problem_of(usual(640, 399)), small);
	CHECK_TEXT(problem_of(usual(0, 0)), small);
}

TEST(surface_whose_lines_overlap_is_refused)
{
	struct boot_framebuffer fb = usual(640, 400);

	fb.pitch--;
	CHECK_TEXT(problem_of(fb), "its lines overlap");
	fb.pitch = 0;
	CHECK_TEXT(problem_of(fb), "its lines overlap");
}

TEST(surface_without_addresses_is_refused)
{
	const char *nowhere = "it lies where the processor has no addresses";
	struct boot_framebuffer fb = usual(640, 400);

	fb.address = 0; /* virtio-gpu's, by OVMF */
	CHECK_TEXT(problem_of(fb), "only firmware that is gone could write it");
	fb.address = (1ull << BITS) - 640 * 400 * 4;
	CHECK_TEXT(problem_of(fb), NULL);
	fb.address += 1;
	CHECK_TEXT(problem_of(fb), nowhere);
	fb.address = 1ull << BITS;
	CHECK_TEXT(problem_of(fb), nowhere);
	fb.address = UINT64_MAX - 16;
	CHECK_TEXT(problem_of(fb), nowhere);
	fb.address = BASE;
	fb.pitch = UINT32_MAX;
	fb.height = UINT32_MAX;
	CHECK_TEXT(problem_of(fb), nowhere);
}

/* ---- codes ------------------------------------------------------------- */

static void check_codes(uint32_t width, uint32_t height, unsigned across,
			unsigned module, unsigned left, unsigned top)
{
	struct boot_framebuffer fb = usual(width, height);
	struct code_places p;

	CHECK_TEXT(problem_of(fb), NULL);
	p = surface_codes(&surface, &fb);
	CHECK_EQUAL(p.across, across);
	CHECK_EQUAL(p.module, module);
	CHECK_EQUAL(p.code[0] - BASE, 4ull * (top * width + left));
	if (across > 1) /* the same room beside each */
		CHECK_EQUAL(p.code[1] - p.code[0], 4ull * (width / 2));
}

TEST(surface_codes_are_as_large_as_both_have_room)
{
	check_codes(1024, 768, 2, 4, 0, 134);
	check_codes(1280, 800, 2, 5, 0, 87);
	check_codes(1280, 1024, 2, 5, 0, 199);
	check_codes(1366, 768, 2, 5, 21, 71);
	check_codes(1920, 1080, 2, 7, 32, 102);
	check_codes(3840, 2160, 2, 15, 0, 142);
	check_codes(16384, 16384, 2, 16, 3072, 7192);
}

TEST(surface_codes_stand_alone_where_two_would_be_too_fine)
{
	check_codes(1023, 768, 1, 5, 191, 71);
	check_codes(800, 600, 1, 4, 144, 50);
	check_codes(640, 480, 1, 3, 128, 52);
	check_codes(640, 400, 1, 2, 192, 75);
}

TEST(surface_codes_leave_lines_of_text_at_both_edges)
{
	struct boot_framebuffer fb = usual(1920, 1080);
	struct code_places p;

	CHECK_TEXT(problem_of(fb), NULL);
	p = surface_codes(&surface, &fb);
	CHECK_EQUAL(p.head - BASE, 4ull * 320);
	CHECK_EQUAL(p.foot - BASE, 4ull * ((1080 - 32) * 1920 + 320));
	CHECK(p.code[0] > p.head + 32 * surface.pitch);
	CHECK(p.code[0] + p.module * CODE_HEIGHT * surface.pitch < p.foot);
}
