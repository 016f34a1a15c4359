/* SPDX-License-Identifier: MIT */
#include "kernel/console/framebuffer.h"

#include "kernel/console/glyph.h"
#include "kernel/memory/memory.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/pat.h"

/* A code is drawn in strips, as a panic's stack is small. A line of pixels of
 * one, and what is written past its last one. */
#define STRIP 8u /* modules: whole words in each format */
#define STRIP_WORDS (STRIP * SURFACE_SCALE_MAX / 2 + 1)
#define WHITE 15u

static struct surface surface;
static struct boot_framebuffer whole;
static struct code_places places;
static bool shown, has_codes;

/* NULL: the row is not shown where codes are. */
static uint8_t *row_at(unsigned row)
{
	if (has_codes)
		return row == 0 ? (uint8_t *)places.head :
		       row == SCREEN_ROWS - 1 ? (uint8_t *)places.foot : NULL;
	return (uint8_t *)surface.first +
	       row * FONT_HEIGHT * surface.scale * surface.pitch;
}

static void show(unsigned row, unsigned column, const uint16_t *cells,
		 unsigned count)
{
	uint8_t *at = row_at(row);

	for (unsigned i = 0; at && i < count; i++)
		glyph_draw(&surface,
			   at + (column + i) * glyph_line_bytes(&surface),
			   font[CELL_CODE(cells[i])], CELL_INK(cells[i]),
			   CELL_PAPER(cells[i]));
	sfence(); /* nothing is left to be written while we measure */
}

/* Black is 0 in every format. */
static void blacken(const struct boot_framebuffer *fb)
{
	static const uint64_t black[64];
	uint8_t *to = (uint8_t *)fb->address;
	uint64_t left = framebuffer_bytes(fb);

	while (left >= sizeof(*black)) {
		uint64_t now = left < sizeof(black) ? left & -sizeof(*black)
						    : sizeof(black);

		pixels_copy(to, black, now);
		to += now;
		left -= now;
	}
}

display_show_fn *framebuffer_open(const struct boot_framebuffer *fb,
				  const char **problem)
{
	uint64_t bytes = framebuffer_bytes(fb);

	*problem = surface_init(&surface, fb, cpu_address_bits());
	if (*problem)
		return NULL;
	*problem = "no memory for its page tables";
	if (!memory_map(fb->address, bytes))
		return NULL;
	if (pat_set())
		memory_combine_writes(fb->address, bytes);
	whole = *fb;
	places = surface_codes(&surface, fb);
	blacken(fb);
	shown = true;
	return show;
}

volatile uint32_t *framebuffer_pixel(void)
{
	return shown ? (volatile uint32_t *)surface.first : NULL;
}

/* ---- codes ------------------------------------------------------------- */

unsigned framebuffer_codes(void)
{
	return shown ? places.across : 0;
}

void framebuffer_make_room(bool for_codes)
{
	has_codes = for_codes;
	blacken(&whole);
	sfence();
}

/* In modules from the upper left of the quiet zone. */
static bool is_dark(const struct qr *qr, unsigned x, unsigned y)
{
	unsigned left = (CODE_WIDTH - QR_SIDE) / 2;

	return x >= left && x < left + QR_SIDE && y >= QR_QUIET &&
	       y < QR_QUIET + QR_SIDE && qr_dark(qr, x - left, y - QR_QUIET);
}

/* A pixel writes four bytes, and the next one lies over those that it has
 * not. */
static void fill_line(uint8_t *to, const struct qr *qr, unsigned left,
		      unsigned y)
{
	for (unsigned x = left; x < left + STRIP; x++)
		for (unsigned i = 0; i < places.module; i++) {
			__builtin_memcpy(to, &surface.colour[is_dark(qr, x, y) ?
							      0 : WHITE],
					 sizeof(surface.colour[0]));
			to += surface.bytes;
		}
}

static void draw_strip(uint8_t *to, const struct qr *qr, unsigned left)
{
	uint64_t line[STRIP_WORDS];
	size_t bytes = (size_t)STRIP * places.module * surface.bytes;

	for (unsigned y = 0; y < CODE_HEIGHT; y++) {
		fill_line((uint8_t *)line, qr, left, y);
		for (unsigned i = 0; i < places.module; i++) {
			pixels_copy(to, line, bytes);
			to += surface.pitch;
		}
	}
}

void framebuffer_draw_code(unsigned place, const struct qr *qr)
{
	uint8_t *first = (uint8_t *)places.code[place];

	for (unsigned x = 0; x < CODE_WIDTH; x += STRIP)
		draw_strip(first + (size_t)x * places.module * surface.bytes,
			   qr, x);
	sfence();
}
