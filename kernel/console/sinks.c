/* SPDX-License-Identifier: MIT */
#include "kernel/print.h"

#include "kernel/console/framebuffer.h"
#include "kernel/console/text_memory.h"
#include "kernel/serial/serial.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"

static void no_room_needed(void)
{
}

/* ---- text: the same cell again and again, so nobody sees it -------------- */

static uint16_t cell;

static void text_begin(void)
{
	cell = *text_memory_cell();
}

static void text_write(uint64_t count)
{
	volatile uint16_t *at = text_memory_cell();
	uint16_t value = cell;

	while (count--)
		*at = value;
}

static void text_end(void)
{
	*text_memory_cell() = cell;
}

static bool text_intact(void)
{
	return *text_memory_cell() == cell;
}

/* ---- pixels: written combined, so each is sent on its way --------------- */

static uint32_t pixel;

static void pixel_begin(void)
{
	pixel = *framebuffer_pixel();
}

static void pixel_write(uint64_t count)
{
	volatile uint32_t *at = framebuffer_pixel();
	uint32_t value = pixel;

	while (count--) {
		*at = value;
		sfence();
	}
}

static void pixel_end(void)
{
	*framebuffer_pixel() = pixel;
	sfence();
}

static bool pixel_intact(void)
{
	return *framebuffer_pixel() == pixel;
}

/* ---- the port ----------------------------------------------------------- */

static void port_write(uint64_t count)
{
	while (count-- && serial_loop_put(0))
		;
}

/* ---- which of them are there -------------------------------------------- */

static struct machine_sink sinks[MACHINE_SINKS] = {
	[MACHINE_TEXT_CELL] = { .begin = text_begin, .clear = no_room_needed,
				.write = text_write, .end = text_end,
				.intact = text_intact },
	[MACHINE_PIXEL] = { .begin = pixel_begin, .clear = no_room_needed,
			    .write = pixel_write, .end = pixel_end,
			    .intact = pixel_intact },
	[MACHINE_PORT] = { .begin = serial_loop_begin, .clear = no_room_needed,
			   .write = port_write, .end = serial_loop_end,
			   .intact = serial_loop_left },
	[MACHINE_FILE] = { .missing = "there is no file system" },
	[MACHINE_TERMINAL] = { .missing = "there is no terminal but the port" },
};

const struct machine_sink *machine_sink(enum machine_sink_kind kind)
{
	sinks[MACHINE_TEXT_CELL].missing =
		text_memory_cell() ? NULL : "the screen is no text memory";
	sinks[MACHINE_PIXEL].missing =
		framebuffer_pixel() ? NULL : "the screen is not of pixels";
	sinks[MACHINE_PORT].missing =
		serial_is_open() ? NULL : "no serial port is in use";
	return &sinks[kind];
}
