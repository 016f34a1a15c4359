/* SPDX-License-Identifier: MIT */
#include "kernel/console/framebuffer.h"

#include "kernel/console/glyph.h"
#include "kernel/memory/memory.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/pat.h"

static struct surface surface;
static bool shown;

static uint8_t *cell_at(unsigned row, unsigned column)
{
	return (uint8_t *)surface.first +
	       row * FONT_HEIGHT * surface.scale * surface.pitch +
	       column * glyph_line_bytes(&surface);
}

static void show(unsigned row, unsigned column, const uint16_t *cells,
		 unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		glyph_draw(&surface, cell_at(row, column + i),
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
	if (pat_set() && !memory_combine_writes(fb->address, bytes))
		return NULL;
	blacken(fb);
	shown = true;
	return show;
}

volatile uint32_t *framebuffer_pixel(void)
{
	return shown ? (volatile uint32_t *)surface.first : NULL;
}
