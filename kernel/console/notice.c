/* SPDX-License-Identifier: MIT */
#include "kernel/console/notice.h"

#include "kernel/console/display.h"
#include "kernel/console/glyph.h"
#include "kernel/console/surface.h"
#include "kernel/firmware/multiboot.h"
#include "kernel/x86/insn.h"

#define ROWS 2u

void notice_draw(uint32_t magic, uintptr_t information, unsigned address_bits,
		 uint8_t attribute, const char *text)
{
	struct boot_framebuffer fb;
	struct surface s;

	if (!multiboot_framebuffer(&fb, magic, information) ||
	    surface_init(&s, &fb, address_bits))
		return; /* text memory is none, either */
	for (unsigned i = 0; text[i] && i < ROWS * SCREEN_COLUMNS; i++)
		glyph_draw(&s, (uint8_t *)s.first +
			   i / SCREEN_COLUMNS * FONT_HEIGHT * s.scale * s.pitch +
			   i % SCREEN_COLUMNS * glyph_line_bytes(&s),
			   font[(uint8_t)text[i]], attribute & 0xFu,
			   attribute >> 4);
	sfence();
}
