/* SPDX-License-Identifier: MIT */
/*
 * Text for people, on the screen and the serial line. Both machines implement
 * what begins with machine_. All of it: core 0 only, never timed.
 */
#ifndef KERNEL_PRINT_H
#define KERNEL_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* printf-like (kernel/format.h); at most 511 characters a call. */
void print(const char *text, ...) __attribute__((format(__printf__, 1, 2)));

/* The same text as it stands. */
void machine_text(const char *text, size_t length);

/* How the text that follows looks on the screen; the serial line is plain. */
enum machine_style {
	MACHINE_PLAIN, MACHINE_TITLE, MACHINE_DIM, MACHINE_GOOD, MACHINE_WARN,
	MACHINE_BAD,
};
void machine_style(enum machine_style style);

/*
 * What the lines are that end from now on. The pages of a run can be turned
 * after it, and each repeats the last MACHINE_HEAD above its MACHINE_ROWS.
 */
enum machine_part { MACHINE_PROSE, MACHINE_HEAD, MACHINE_ROWS };
void machine_part(enum machine_part part);

/* The screen's bottom line. Replaces what stood there. */
void machine_status(const char *text);

/*
 * Words for the right end of the bottom line from now on, on every page and
 * after the run: what no page may be read without. Stays the caller's.
 */
void machine_caution(const char *text);

/* What follows begins at the top of the screen; where text scrolls, after an
 * empty line. */
void machine_page(void);

/* Columns and rows of the text screen; rows exclude the status line. */
void machine_screen(unsigned *columns, unsigned *rows);

/* ---- other places ------------------------------------------------------- */

/*
 * Where results could go while something is measured, instead of to memory: to
 * the screen, to the serial port, to what an operating system has. For the
 * experiment that asks what a byte costs there; nobody reads what it writes.
 */
enum machine_sink_kind {
	MACHINE_TEXT_CELL,  /* the text screen's last cell */
	MACHINE_PIXEL,      /* the framebuffer's first 32 bits, written out */
	MACHINE_PORT,       /* the log's serial port, sent round the chip */
	MACHINE_FILE,       /* one in memory */
	MACHINE_TERMINAL,   /* one that nobody looks at */
	MACHINE_SINKS,
};

/*
 * Between begin() and end() it takes bytes, and nothing else of it is used; end()
 * gives it back as it was. A log line that comes in between takes its port back
 * at once. Core 0 only, outside any run but for write().
 */
struct machine_sink {
	const char *missing;    /* why it is not there; NULL: the rest holds */
	void (*begin)(void);
	void (*clear)(void);    /* makes room, before some 1,000 bytes */
	void (*write)(uint64_t count); /* so many, one by one */
	void (*end)(void);
	bool (*intact)(void);   /* after end(): is it as it was before? */
};

/* Its `missing` may become NULL while the machine starts, not later. */
const struct machine_sink *machine_sink(enum machine_sink_kind kind);

#endif
