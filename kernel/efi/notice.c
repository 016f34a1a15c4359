/* SPDX-License-Identifier: MIT */
#include "kernel/efi/notice.h"

#include <stddef.h>

#include "kernel/console/display.h"
#include "kernel/console/glyph.h"
#include "kernel/console/surface.h"
#include "kernel/firmware/multiboot.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"

static struct surface surface;

void notice_draw(struct boot_info *boot, uint32_t magic, uintptr_t information,
		 const char *text)
{
	const struct boot_framebuffer *fb = &boot->framebuffer;
	uint8_t *at;

	(void)multiboot_read(boot, magic, information); /* it has no map */
	if (!boot->framebuffer_known || fb->type == FRAMEBUFFER_TEXT ||
	    surface_init(&surface, fb, cpu_address_bits()))
		return;
	at = (uint8_t *)surface.first;
	for (unsigned i = 0; text[i] && i < SCREEN_COLUMNS; i++) {
		glyph_draw(&surface, at, font[(uint8_t)text[i]],
			   CELL_PLAIN, 0);
		at += glyph_line_bytes(&surface);
	}
	sfence();
}
