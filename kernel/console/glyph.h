/* SPDX-License-Identifier: MIT */
/* Draws characters. Only ever writes pixels: reading them may take ages. */
#ifndef KERNEL_CONSOLE_GLYPH_H
#define KERNEL_CONSOLE_GLYPH_H

#include "kernel/console/font.h"
#include "kernel/console/surface.h"

/*
 * Draws a glyph into the cell whose upper left pixel lies at `to`; ink and
 * paper are indices of the surface's colours.
 */
void glyph_draw(const struct surface *surface, uint8_t *to,
		const uint8_t glyph[FONT_HEIGHT], unsigned ink, unsigned paper);

/* Bytes of a line of pixels of one cell: a multiple of 8. */
size_t glyph_line_bytes(const struct surface *surface);

/*
 * Copies so many bytes, a multiple of 8, eight at a time and in order: what a
 * framebuffer takes best. No overlap.
 */
void pixels_copy(uint8_t *to, const uint64_t *from, size_t bytes);

#endif
