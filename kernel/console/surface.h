/* SPDX-License-Identifier: MIT */
/*
 * A linear framebuffer as a grid of character cells: where a cell lies, how
 * large it is, and what a colour is there. Pure.
 */
#ifndef KERNEL_CONSOLE_SURFACE_H
#define KERNEL_CONSOLE_SURFACE_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/codes/qr_matrix.h"
#include "kernel/firmware/multiboot.h"

#define SURFACE_COLOURS 16u   /* VGA's */
#define SURFACE_SCALE_MAX 16u /* 10240 x 6400 pixels */

struct surface {
	uint64_t first;   /* address of the upper left cell's first byte */
	size_t pitch;     /* bytes from a line of pixels to the next */
	unsigned bytes;   /* of a pixel: 2, 3 or 4 */
	unsigned scale;   /* the font's pixels are squares of so many */
	uint32_t colour[SURFACE_COLOURS]; /* as its pixels have them */
};

/*
 * Puts the screen's cells into the middle of the framebuffer, as large as whole
 * numbers make them. address_bits: of physical addresses. NULL, or why nothing
 * can be shown there; the surface is then not to be used.
 */
const char *surface_init(struct surface *surface,
			 const struct boot_framebuffer *framebuffer,
			 unsigned address_bits);

/*
 * Where a page of QR codes has what it shows: text at the upper and the lower
 * edge, in between one code, or two side by side. Addresses of upper left pixels.
 */
#define SURFACE_CODES 2u
struct code_places {
	unsigned across;  /* codes side by side; 0: there is no room */
	unsigned module;  /* pixels of its side */
	uint64_t code[SURFACE_CODES]; /* quiet zone included */
	uint64_t head, foot;          /* lines of text */
};

/* A code with its quiet zone. The width is one of whole words in each format. */
#define CODE_WIDTH 128u /* modules */
#define CODE_HEIGHT (QR_SIDE + 2 * QR_QUIET)

/* Of a surface that surface_init() made of that framebuffer. */
struct code_places surface_codes(const struct surface *surface,
				 const struct boot_framebuffer *framebuffer);

/* Bytes of the framebuffer, its lines' unseen ends included. */
uint64_t framebuffer_bytes(const struct boot_framebuffer *framebuffer);

#endif
