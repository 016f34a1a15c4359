/* SPDX-License-Identifier: MIT */
#include "kernel/console/surface.h"

#include <string.h>

#include "tests/unit/test.h"

#define BITS 40u /* of an address */
#define BASE 0xFD000000ull
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* Blue lowest, as nearly all have it; but for what follows. */
#pragma GCC diagnostic ignored "-Woverride-init"
#define USUAL(w, h, ...) {                                                   \
	.address = BASE, .pitch = 4 * (w), .width = w, .height = h,          \
	.bits = 32, .type = FRAMEBUFFER_RGB, .red_at = 16, .red_bits = 8,    \
	.green_at = 8, .green_bits = 8, .blue_bits = 8, __VA_ARGS__ }
#define LEAST(...) USUAL(640, 400, __VA_ARGS__)
#define OF_15 .bits = 15, .pitch = 1280, .red_at = 10, .red_bits = 5,        \
	.green_at = 5, .green_bits = 5, .blue_bits = 5
#define OF_16 .bits = 16, .pitch = 1280, .red_at = 11, .red_bits = 5,        \
	.green_at = 5, .green_bits = 6, .blue_bits = 5
#define OF_30 .red_at = 20, .red_bits = 10, .green_at = 10,                  \
	.green_bits = 10, .blue_bits = 10

#define ODD "its pixels have an unusual size"
#define WRONG "its colours do not fit its pixels"
#define SMALL "it is smaller than 80 columns of 25 rows"
#define OVERLAP "its lines overlap"
#define NOWHERE "it lies where the processor has no addresses"
#define LAST ((1ull << BITS) - 640 * 400 * 4)

static const struct {
	struct boot_framebuffer fb;
	const char *problem;
} framebuffers[] = {
	{ LEAST(), NULL }, { LEAST(OF_15), NULL }, { LEAST(OF_16), NULL },
	{ LEAST(OF_30), NULL }, { LEAST(.bits = 24, .pitch = 1920), NULL },
	{ LEAST(.type = FRAMEBUFFER_INDEXED), "its colours are indices" },
	{ LEAST(.type = 3), "its type is unknown" },
	{ LEAST(.type = FRAMEBUFFER_TEXT), "its type is unknown" },
	{ LEAST(.bits = 0), ODD }, { LEAST(.bits = 1), ODD },
	{ LEAST(.bits = 4), ODD }, { LEAST(.bits = 8), ODD },
	{ LEAST(.bits = 12), ODD }, { LEAST(.bits = 17), ODD },
	{ LEAST(.bits = 30), ODD }, { LEAST(.bits = 31), ODD },
	{ LEAST(.bits = 33), ODD }, { LEAST(.bits = 64), ODD },
	{ LEAST(.bits = 255), ODD },
	{ LEAST(.red_bits = 0), WRONG }, /* a tag without colours */
	{ LEAST(.red_at = 24), NULL }, { LEAST(.red_at = 25), WRONG },
	{ LEAST(.green_at = 255), WRONG }, { LEAST(.blue_bits = 33), WRONG },
	{ LEAST(.blue_bits = 32), NULL },
	{ USUAL(639, 400), SMALL }, { USUAL(640, 399), SMALL },
	{ USUAL(0, 0), SMALL },
	{ LEAST(.pitch = 2559), OVERLAP }, { LEAST(.pitch = 0), OVERLAP },
	{ LEAST(.address = 0), /* virtio-gpu's, by OVMF */
	  "only firmware that is gone could write it" },
	{ LEAST(.address = LAST), NULL }, { LEAST(.address = LAST + 1), NOWHERE },
	{ LEAST(.address = 1ull << BITS), NOWHERE },
	{ LEAST(.address = UINT64_MAX - 16), NOWHERE },
	{ LEAST(.pitch = UINT32_MAX, .height = UINT32_MAX), NOWHERE },
};

static struct surface surface;

static void begin(const struct boot_framebuffer *fb)
{
	CHECK_TEXT(surface_init(&surface, fb, BITS), NULL);
}

TEST(surface_is_refused_where_it_cannot_be_used)
{
	for (unsigned i = 0; i < COUNT(framebuffers); i++)
		CHECK_TEXT(surface_init(&surface, &framebuffers[i].fb, BITS),
			   framebuffers[i].problem);
}

/* Where the format has them; two thirds of 1023 are 682. */
static const struct {
	struct boot_framebuffer fb;
	unsigned bytes;
	uint32_t blue, brown, red, white;
} colours[] = {
	{ LEAST(), 4, 0x0000AA, 0xAA5500, 0xFF5555, 0xFFFFFF },
	{ LEAST(.red_at = 0, .blue_at = 16),
	  4, 0xAA0000, 0x0055AA, 0x5555FF, 0xFFFFFF },
	{ LEAST(OF_30), 4, 682, 682 << 20 | 341 << 10,
	  1023 << 20 | 341 << 10 | 341, 0x3FFFFFFF },
	{ LEAST(OF_15), 2, 20, 20 << 10 | 10 << 5, 31 << 10 | 10 << 5 | 10,
	  0x7FFF },
	{ LEAST(OF_16), 2, 20, 20 << 11 | 21 << 5, 31 << 11 | 21 << 5 | 10,
	  0xFFFF },
	{ LEAST(.bits = 24, .pitch = 1920),
	  3, 0x0000AA, 0xAA5500, 0xFF5555, 0xFFFFFF },
};

TEST(surface_colours_are_where_the_format_has_them)
{
	for (unsigned i = 0; i < COUNT(colours); i++) {
		begin(&colours[i].fb);
		CHECK_EQUAL(surface.bytes, colours[i].bytes);
		CHECK_EQUAL(surface.colour[0], 0);
		CHECK_EQUAL(surface.colour[1], colours[i].blue);
		CHECK_EQUAL(surface.colour[6], colours[i].brown);
		CHECK_EQUAL(surface.colour[12], colours[i].red);
		CHECK_EQUAL(surface.colour[15], colours[i].white);
	}
}

/* As large as both have room; alone where two would be too fine. */
static const struct {
	struct boot_framebuffer fb;
	unsigned across, module, left, top;
} codes[] = {
	{ USUAL(1024, 768), 2, 4, 0, 134 }, { USUAL(1280, 800), 2, 5, 0, 87 },
	{ USUAL(1280, 1024), 2, 5, 0, 199 }, { USUAL(1366, 768), 2, 5, 21, 71 },
	{ USUAL(1920, 1080), 2, 7, 32, 102 },
	{ USUAL(3840, 2160), 2, 15, 0, 142 },
	{ USUAL(16384, 16384), 2, 16, 3072, 7192 },
	{ USUAL(1023, 768), 1, 5, 191, 71 }, { USUAL(800, 600), 1, 4, 144, 50 },
	{ USUAL(640, 480), 1, 3, 128, 52 }, { USUAL(640, 400), 1, 2, 192, 75 },
};

TEST(surface_codes_leave_lines_of_text_at_both_edges)
{
	for (unsigned i = 0; i < COUNT(codes); i++) {
		const struct boot_framebuffer *fb = &codes[i].fb;
		uint64_t text, left;

		begin(fb);
		struct code_places p = surface_codes(&surface, fb);
		CHECK_EQUAL(p.across, codes[i].across);
		CHECK_EQUAL(p.module, codes[i].module);
		CHECK_EQUAL(p.code[0] - BASE, 4ull * (codes[i].top * fb->width +
						      codes[i].left));
		if (p.across > 1) /* the same room beside each */
			CHECK_EQUAL(p.code[1] - p.code[0],
				    4ull * (fb->width / 2));
		text = 16 * surface.scale;
		left = (fb->width - 640 * surface.scale) / 2;
		CHECK_EQUAL(p.head - BASE, 4 * left);
		CHECK_EQUAL(p.foot - BASE,
			    4 * ((fb->height - text) * fb->width + left));
		CHECK(p.code[0] > p.head + text * surface.pitch);
		CHECK(p.code[0] + p.module * CODE_HEIGHT * surface.pitch <=
		      p.foot + surface.pitch);
	}
}
