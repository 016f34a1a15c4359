/* SPDX-License-Identifier: MIT */
#include "hosted/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "hosted/fail.h"
#include "kernel/log.h"
#include "kernel/print.h"

#define COLUMNS 80u
#define ROWS 1000u /* a terminal scrolls */

#define NOWHERE (-1)
#define READER_MS 600000 /* for one that reads late */
#define STATUS_OF_SIGNAL 128 /* and the signal's number, as shells count */

static int records_to = STDOUT_FILENO, text_to = STDERR_FILENO;
static bool colours; /* text goes to a terminal that knows escape sequences */
static bool status_shown;

/* Text that cannot be written is left out: the log goes on. The log ends the run;
 * so does a reader that has gone, of either. */
static void cannot_write(int to, const char *why, int error)
{
	if (error == EPIPE)
		_exit(STATUS_OF_SIGNAL + SIGPIPE);
	if (to != records_to && records_to != NOWHERE) {
		text_to = NOWHERE;
		colours = false;
		return;
	}
	fprintf(stderr, "quietcore-hosted: cannot write the %s: %s\n",
		to == records_to ? "log" : "tables", why);
	_exit(1);
}

/* Where what we write to does not block: until its reader has made room. */
static bool wait_for_room(int to)
{
	struct pollfd file = { .fd = to, .events = POLLOUT };
	int ready;

	do
		ready = poll(&file, 1, READER_MS);
	while (ready < 0 && errno == EINTR);
	return ready > 0;
}

/* All of it, or nothing more: whoever reads us may have gone. */
static void write_all(int to, const char *text, size_t length)
{
	while (length && to != NOWHERE) {
		ssize_t done = write(to, text, length);

		if (done > 0) {
			text += done;
			length -= (size_t)done;
		} else if (done < 0 && errno == EAGAIN) {
			if (!wait_for_room(to))
				return cannot_write(to, "nobody has read for 600 s",
						    EAGAIN);
		} else if (!done || errno != EINTR) {
			int error = done ? errno : EIO;

			return cannot_write(to, strerror(error), error);
		}
	}
}

static void say_text(const char *text)
{
	write_all(text_to, text, strlen(text));
}

static void clear_status(void)
{
	if (status_shown)
		say_text("\r\033[K");
	status_shown = false;
}

static int create_log(const char *log)
{
	int to = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (to < 0)
		hosted_fail("cannot write the log '%s': %s", log,
			    strerror(errno));
	return to;
}

static bool is_open(int file)
{
	return fcntl(file, F_GETFD) >= 0;
}

/* Closed standard files: the next one opened must not take their place. */
static void fill_closed(bool needed)
{
	if (needed && !is_open(STDOUT_FILENO))
		hosted_fail("standard output is closed: write '>FILE' or '--log FILE'");
	for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
		if (!is_open(file))
			open("/dev/null", O_RDWR);
}

/* As https://no-color.org asks; a dumb terminal knows no escape sequence. */
static bool knows_colours(int file)
{
	const char *refused = getenv("NO_COLOR"), *kind = getenv("TERM");

	return isatty(file) && !(refused && *refused) &&
	       !(kind && !strcmp(kind, "dumb"));
}

void output_begin(const char *log, bool text_only)
{
	signal(SIGPIPE, SIG_IGN); /* write() tells */
	fill_closed(!log);
	if (log || text_only || isatty(STDOUT_FILENO)) {
		text_to = STDOUT_FILENO;
		records_to = log ? create_log(log) : NOWHERE;
	}
	colours = knows_colours(text_to);
}

void output_end(void)
{
	clear_status();
	machine_style(MACHINE_PLAIN);
}

void machine_text(const char *text, size_t length)
{
	clear_status();
	write_all(text_to, text, length);
}

void machine_style(enum machine_style style)
{
	static const char *const escape[] = {
		[MACHINE_PLAIN] = "\033[0m", [MACHINE_TITLE] = "\033[1;36m",
		[MACHINE_DIM] = "\033[2m", [MACHINE_GOOD] = "\033[1;32m",
		[MACHINE_WARN] = "\033[1;33m", [MACHINE_BAD] = "\033[1;31m",
	};

	if (colours)
		say_text(escape[style]);
}

/* A terminal scrolls: no page of it is turned. */
void machine_part(enum machine_part part)
{
	(void)part;
}

void machine_record(const char *line, size_t length)
{
	write_all(records_to, line, length);
}

const char *machine_log_advice(void)
{
	return records_to != NOWHERE ? NULL :
	       "No log was kept: quietcore-hosted >FILE keeps one, "
	       "tools/qc show FILE reads it.";
}

/* Each record is written as it comes. */
void machine_log_begun(void)
{
}

void machine_log_keep(void)
{
}

uint64_t machine_log_pace(void)
{
	return 0;
}

/* What cannot be written ends the run: write_all(). */
uint64_t machine_dropped(void)
{
	return 0;
}

void machine_status(const char *text)
{
	if (!colours)
		return;
	say_text("\r\033[K");
	say_text(text);
	status_shown = true;
}

/* The whole run scrolls by together here: the heading's warning is enough. */
void machine_caution(const char *text)
{
	(void)text;
}

/* A terminal scrolls. */
void machine_page(void)
{
	machine_text("\n", 1);
}

void machine_screen(unsigned *columns, unsigned *rows)
{
	*columns = COLUMNS;
	*rows = ROWS;
}
