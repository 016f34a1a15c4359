/* SPDX-License-Identifier: MIT */
#include "kernel/console/glyph.h"

/* A line of the largest cell, and what is written past its last pixel. */
#define LINE_WORDS (FONT_WIDTH * SURFACE_SCALE_MAX / 2 + 1)

/* A string instruction: no compiler makes single bytes or a call of it. */
void pixels_copy(uint8_t *to, const uint64_t *from, size_t bytes)
{
	size_t words = bytes / sizeof(*from);

	__asm__ volatile("rep movsq"
			 : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}

size_t glyph_line_bytes(const struct surface *s)
{
	return (size_t)FONT_WIDTH * s->scale * s->bytes;
}

/* One line of a glyph, magnified in width. A pixel writes four bytes, and the
 * next one lies over those that it has not. */
static void magnify(const struct surface *s, uint8_t *to, uint8_t bits,
		    unsigned ink, unsigned paper)
{
	for (unsigned x = 0; x < FONT_WIDTH; x++) {
		unsigned which = bits >> (FONT_WIDTH - 1 - x) & 1 ? ink : paper;

		for (unsigned i = 0; i < s->scale; i++, to += s->bytes)
			__builtin_memcpy(to, &s->colour[which],
					 sizeof(s->colour[0]));
	}
}

void glyph_draw(const struct surface *s, uint8_t *to,
		const uint8_t glyph[FONT_HEIGHT], unsigned ink, unsigned paper)
{
	uint64_t line[LINE_WORDS];
	size_t bytes = glyph_line_bytes(s);

	for (unsigned y = 0; y < FONT_HEIGHT; y++) {
		magnify(s, (uint8_t *)line, glyph[y], ink, paper);
		for (unsigned i = 0; i < s->scale; i++, to += s->pitch)
			pixels_copy(to, line, bytes);
	}
}
