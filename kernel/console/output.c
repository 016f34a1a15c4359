/* SPDX-License-Identifier: MIT */
#include "kernel/console/output.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/codes/kept.h"
#include "kernel/codes/kept_record.h"
#include "kernel/common/warnings.h"
#include "kernel/console/framebuffer.h"
#include "kernel/console/log_whole.h"
#include "kernel/console/screen.h"
#include "kernel/console/scrollback.h"
#include "kernel/console/text_memory.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/print.h"
#include "kernel/serial/choice.h"
#include "kernel/serial/pace.h"
#include "kernel/serial/queue.h"
#include "kernel/serial/serial.h"
#include "kernel/tsc.h"

/* ---- the ring of the log ----------------------------------------------- */

#define LOG_RING_SIZE 65536u

/*
 * Byte i of the log (from 0) lies at data[i % LOG_RING_SIZE] as long as
 * written - i <= LOG_RING_SIZE.
 */
struct log_ring {
	char magic[8];            /* "QCRING1\n" */
	uint64_t written;         /* bytes ever written */
	char data[LOG_RING_SIZE];
};


extern struct log_ring log_ring;

struct log_ring log_ring;

/* Writes the magic, by which memory can be searched for the ring. */
static void log_ring_init(void)
{
	static const char magic[8] = { 'Q', 'C', 'R', 'I', 'N', 'G', '1', '\n' };

	for (unsigned i = 0; i < sizeof(magic); i++)
		log_ring.magic[i] = magic[i];
}

static void log_ring_write(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		log_ring.data[log_ring.written++ % LOG_RING_SIZE] = text[i];
}

/* ---- output ------------------------------------------------------------ */

static struct pace pace; /* of the serial line */
static uint64_t dropped; /* records that the serial line did not take */

/* ---- which screen ------------------------------------------------------ */

static bool screen_known;

static display_show_fn *open_framebuffer(const struct boot_framebuffer *fb)
{
	const char *problem;
	display_show_fn *show = framebuffer_open(fb, &problem);

	if (!show)
		warnings_add("no_screen", "the framebuffer cannot be used: %s "
			     "(%u x %u pixels of %u bits, lines of %u bytes, "
			     "type %u, at %lx)", problem, fb->width, fb->height,
			     fb->bits, fb->pitch, fb->type, fb->address);
	return show;
}

/* What a run of some hundred cores says; less where memory is short. */
#define SCROLLBACK_MOST (1u << 20)
#define SCROLLBACK_PART 16u /* of the memory */

static void start_scrollback(void)
{
	static uint8_t least[1024]; /* to say that memory is short */
	size_t bytes = min_u64(machine_memory_left() / SCROLLBACK_PART,
			       SCROLLBACK_MOST);

	if (bytes < sizeof(least))
		scrollback_begin(least, sizeof(least));
	else
		scrollback_begin(machine_alloc(bytes, MACHINE_PAGE), bytes);
}

/* Room for some 50 codes; less where memory is short. */
#define KEPT_MOST (1u << 16)
#define KEPT_PART 64u /* of the memory */

static void start_keeping(void)
{
	size_t bytes = min_u64(machine_memory_left() / KEPT_PART, KEPT_MOST);

	if (framebuffer_codes())
		kept_begin(machine_alloc(bytes, MACHINE_PAGE), bytes);
}

static void start_screen(const struct boot_info *boot)
{
	const struct boot_framebuffer *fb = &boot->framebuffer;
	display_show_fn *show = NULL;

	if (!boot->framebuffer_known)
		warnings_add("no_screen", "the boot loader names no screen");
	else if (fb->type == FRAMEBUFFER_TEXT)
		show = text_memory_open();
	else
		show = open_framebuffer(fb);
	screen_known = true;
	if (show)
		screen_display(show);
	start_keeping();
}

/* ---- public ------------------------------------------------------------ */

void output_early(void)
{
	log_ring_init();
	screen_init();
	serial_choose_early();
}

void output_init(const struct boot_info *boot)
{
	start_scrollback();
	start_screen(boot);
	serial_choose(boot);
}

void output_last_words(void)
{
	if (!screen_known)
		screen_display(text_memory_open());
}

void output_drain(void)
{
	serial_drain();
}

static bool write_timed(const char *text, size_t length)
{
	uint64_t start = tsc_read();
	bool taken = serial_write(text, length);

	pace_add(&pace, length, tsc_read() - start);
	return taken;
}

void machine_text(const char *text, size_t length)
{
	screen_write(text, length);
	(void)write_timed(text, length);
}

void machine_style(enum machine_style style)
{
	screen_style(style);
}

void machine_part(enum machine_part part)
{
	screen_part(part);
}

void machine_record(const char *line, size_t length)
{
	log_ring_write(line, length);
	log_whole_write(line, length);
	kept_record(line, length);
	dropped += !write_timed(line, length);
}

const char *machine_log_advice(void)
{
	return NULL;
}

uint64_t machine_log_pace(void)
{
	return pace_bytes_per_second(&pace, machine_clock()->hz);
}

uint64_t machine_dropped(void)
{
	serial_queue_last();
	return dropped;
}

void machine_status(const char *text)
{
	char line[SCREEN_COLUMNS + 1];

	if (dropped) {
		format(line, sizeof(line), "%s - serial line: %lu record%s "
		       "lost", text, dropped, format_s(dropped));
		text = line;
	}
	screen_status(text);
}

void machine_caution(const char *text)
{
	screen_caution(text);
}

void machine_page(void)
{
	screen_page();
	(void)write_timed("\n", 1);
}

void machine_screen(unsigned *columns, unsigned *rows)
{
	*columns = SCREEN_COLUMNS;
	*rows = SCREEN_TEXT_ROWS;
}
