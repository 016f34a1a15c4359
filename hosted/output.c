/* SPDX-License-Identifier: MIT */
#include "hosted/output.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "kernel/machine.h"

#define COLUMNS 80u
#define ROWS 1000u /* a terminal scrolls */

static bool terminal;
static bool status_shown;

/* All of it, or nothing more: whoever reads us may have gone. */
static void write_all(int to, const char *text, size_t length)
{
	while (length) {
		ssize_t done = write(to, text, length);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			_exit(1); /* no place left to say why */
		text += done;
		length -= (size_t)done;
	}
}

static void say(const char *text)
{
	write_all(STDERR_FILENO, text, strlen(text));
}

static void clear_status(void)
{
	if (status_shown)
		say("\r\033[K");
	status_shown = false;
}

void output_begin(void)
{
	terminal = isatty(STDERR_FILENO);
}

void output_end(void)
{
	clear_status();
	machine_style(MACHINE_PLAIN);
}

void machine_text(const char *text, size_t length)
{
	clear_status();
	write_all(STDERR_FILENO, text, length);
}

void machine_style(enum machine_style style)
{
	static const char *const escape[] = {
		[MACHINE_PLAIN] = "\033[0m", [MACHINE_TITLE] = "\033[1;36m",
		[MACHINE_DIM] = "\033[2m", [MACHINE_GOOD] = "\033[1;32m",
		[MACHINE_WARN] = "\033[1;33m", [MACHINE_BAD] = "\033[1;31m",
	};

	if (terminal)
		say(escape[style]);
}

void machine_record(const char *line, size_t length)
{
	write_all(STDOUT_FILENO, line, length);
}

/* What cannot be written ends the run: write_all(). */
uint64_t machine_dropped(void)
{
	return 0;
}

void machine_status(const char *text)
{
	if (!terminal)
		return;
	say("\r\033[K");
	say(text);
	status_shown = true;
}

/* The whole run scrolls by together here: the heading's warning is enough. */
void machine_caution(const char *text)
{
	(void)text;
}

void machine_screen(unsigned *columns, unsigned *rows)
{
	*columns = COLUMNS;
	*rows = ROWS;
}
