/* SPDX-License-Identifier: MIT */
/* hosted/output.c: all of a text is written, or the run ends and says why. */
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hosted/fail.h"
#include "tests/unit/test.h"

static char written[64], said[96];
static size_t most;                 /* bytes at a time */
static unsigned interrupted;        /* calls that a signal ends */
static int error;                   /* of each call; 0: it writes */
static int room;   /* what poll() gives: 1, the reader makes room; 0, never */
static int opened; /* what open() gives */
static jmp_buf ended;

static ssize_t play_write(const char *text, size_t length);
static _Noreturn void play_exit(int status);
static void play_say(FILE *to, const char *text, ...);

static int play_open(const char *path)
{
	(void)path;
	return opened;
}

static int play_wait(void)
{
	if (room)
		error = 0;
	return room;
}

#define open(path, ...) play_open(path)
#define poll(file, count, ms) ((void)(file), play_wait())
#define write(to, text, length) ((void)(to), play_write(text, length))
#define _exit play_exit
#define fprintf play_say
/* Beside those of the fake machine. */
#define machine_text text_apart
#define machine_style(style) style_apart(style)
#define machine_record record_apart
#define machine_log_advice log_advice_apart
#define machine_log_begun begun_apart
#define machine_log_keep log_keep_apart
#define machine_log_pace pace_apart
#define machine_dropped dropped_apart
#define machine_status status_apart
#define machine_caution caution_apart
#define machine_part part_apart
#define machine_page page_apart
#define machine_screen screen_apart
#define output_end end_apart
#define hosted_fail(...) play_exit(2)
#include "hosted/output.c"

static ssize_t play_write(const char *text, size_t length)
{
	errno = interrupted ? EINTR : error;
	if (errno) {
		interrupted -= interrupted > 0;
		return -1;
	}
	length = length < most ? length : most;
	strncat(written, text, length);
	return (ssize_t)length;
}

static _Noreturn void play_exit(int status)
{
	longjmp(ended, status);
}

static void play_say(FILE *to, const char *text, ...)
{
	va_list args;

	CHECK(to == stderr);
	va_start(args, text);
	vsnprintf(said, sizeof(said), text, args);
	va_end(args);
}

#define CANNOT "quietcore-hosted: cannot write the "
#define LOG STDOUT_FILENO
enum { RECORD, TEXT };

/* A line to each; with which status the program ends (0: it goes on). */
static const struct {
	const char *what;
	int to, line;     /* where records go; a record or a text */
	size_t most;
	unsigned interrupted;
	int error, room, status;
	const char *written, *said;
} lines[] = {
	{ "in parts", LOG, RECORD, 3, 0, 0, 0, 0, "a line\n", "" },
	{ "after signals", LOG, RECORD, 100, 2, 0, 0, 0, "a line\n", "" },
	{ "a full disk", LOG, RECORD, 100, 0, ENOSPC, 0, 1, "",
	  CANNOT "log: No space left on device\n" },
	{ "nothing is written, and no reason told", LOG, RECORD, 0, 0, 0, 0, 1,
	  "", CANNOT "log: Input/output error\n" },
	{ "a reader that has gone", LOG, RECORD, 100, 0, EPIPE, 0,
	  128 + SIGPIPE, "", "" },
	{ "a reader that is late", LOG, RECORD, 100, 0, EAGAIN, 1, 0,
	  "a line\n", "" },
	{ "a reader that does not come", LOG, RECORD, 100, 0, EAGAIN, 0, 1, "",
	  CANNOT "log: nobody has read for 600 s\n" },
	{ "a log that is not kept", NOWHERE, RECORD, 100, 0, EIO, 0, 0, "", "" },
	{ "text beside a log", LOG, TEXT, 100, 0, EBADF, 0, 0, "", "" },
	{ "text that is all there is", NOWHERE, TEXT, 100, 0, ENOSPC, 0, 1, "",
	  CANNOT "tables: No space left on device\n" },
};

static int write_line(int line)
{
	int status = setjmp(ended);

	if (status)
		return status;
	if (line == TEXT)
		text_apart("a line\n", 7);
	else
		record_apart("a line\n", 7);
	return 0;
}

TEST(output_is_whole_or_the_run_ends_and_says_why)
{
	EACH_CASE(i, lines) {
		written[0] = said[0] = 0;
		records_to = lines[i].to;
		text_to = STDERR_FILENO;
		most = lines[i].most;
		interrupted = lines[i].interrupted;
		error = lines[i].error;
		room = lines[i].room;
		CHECK_EQUAL(write_line(lines[i].line), lines[i].status);
		CHECK_TEXT(written, lines[i].written);
		CHECK_TEXT(said, lines[i].said);
	}
}

TEST(output_for_people_that_cannot_be_written_is_left_out_of_a_log)
{
	most = 100;
	error = EBADF;
	CHECK_EQUAL(write_line(TEXT), 0);
	error = 0;
	CHECK_EQUAL(write_line(TEXT), 0); /* nor tried again */
	CHECK_EQUAL(write_line(RECORD), 0);
	CHECK_TEXT(written, "a line\n");
}

static int opens(int file)
{
	int status = setjmp(ended);

	opened = file;
	return status ? -status : create_log("a.log");
}

/* Of a program whose standard input is closed the first file is 0. */
TEST(output_log_may_be_any_file_that_opens)
{
	CHECK_EQUAL(opens(0), 0);
	CHECK_EQUAL(opens(7), 7);
	CHECK_EQUAL(opens(-1), -2);
}
