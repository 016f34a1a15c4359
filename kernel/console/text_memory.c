/* SPDX-License-Identifier: MIT */
#include "kernel/console/text_memory.h"

#include "kernel/console/screen.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

static void show(unsigned row, unsigned column, const uint16_t *cells,
		 unsigned count)
{
	volatile uint16_t *adapter = (volatile uint16_t *)(uintptr_t)VGA_TEXT;

	for (unsigned i = 0; i < count; i++)
		adapter[row * SCREEN_COLUMNS + column + i] = cells[i];
}

static bool shown;

display_show_fn *text_memory_open(void)
{
	shown = true;
	outb(CRTC_INDEX, CRTC_CURSOR_START);
	outb(CRTC_DATA, CRTC_CURSOR_OFF);
	return show;
}

volatile uint16_t *text_memory_cell(void)
{
	volatile uint16_t *adapter = (volatile uint16_t *)(uintptr_t)VGA_TEXT;

	return shown ? adapter + SCREEN_ROWS * SCREEN_COLUMNS - 1 : NULL;
}
