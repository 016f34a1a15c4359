/* SPDX-License-Identifier: MIT */
/* hosted/output.c: all of a text is written, or the run ends and says why. */
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/test.h"

static char written[64];
static size_t most;                 /* bytes at a time */
static unsigned interrupted;        /* calls that a signal ends */
static int error;                   /* of each call; 0: it writes */
static char said[96];
static jmp_buf ended;

static ssize_t write_apart(int to, const void *text, size_t length);
static _Noreturn void exit_apart(int status);
static void say_apart(FILE *to, const char *text, ...);

static int opened; /* what open() gives */
static int room;   /* what poll() gives: 1, the reader makes room; 0, never */

static int open_apart(const char *path)
{
	(void)path;
	return opened;
}

static int wait_apart(void)
{
	if (room)
		error = 0;
	return room;
}

#define open(path, ...) open_apart(path)
#define poll(file, count, ms) ((void)(file), wait_apart())
#define write write_apart
#define _exit exit_apart
#define fprintf say_apart
#define output_begin begin_apart
#define output_end end_apart
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
#define hosted_fail output_fail_apart
#include "hosted/output.c"

static ssize_t write_apart(int to, const void *text, size_t length)
{
	(void)to;
	if (interrupted) {
		interrupted--;
		errno = EINTR;
		return -1;
	}
	errno = error;
	if (error)
		return -1;
	length = length < most ? length : most;
	strncat(written, text, length);
	return (ssize_t)length;
}

static _Noreturn void exit_apart(int status)
{
	longjmp(ended, status);
}

static void say_apart(FILE *to, const char *text, ...)
{
	va_list args;

	CHECK(to == stderr);
	va_start(args, text);
	vsnprintf(said, sizeof(said), text, args);
	va_end(args);
}

_Noreturn void output_fail_apart(const char *text, ...)
{
	(void)text;
	exit_apart(2);
}

/* The status with which the program ends; 0: it goes on. */
static int record(const char *line)
{
	int status = setjmp(ended);

	if (!status)
		record_apart(line, strlen(line));
	return status;
}

TEST(output_is_whole_though_it_is_written_in_parts)
{
	most = 3;
	CHECK_EQUAL(record("a line of text\n"), 0);
	CHECK_TEXT(written, "a line of text\n");
}

TEST(output_goes_on_after_a_signal)
{
	most = 100;
	interrupted = 2;
	CHECK_EQUAL(record("a line\n"), 0);
	CHECK_TEXT(written, "a line\n");
}

TEST(output_that_cannot_be_written_ends_the_run_and_says_so)
{
	error = ENOSPC;
	CHECK_EQUAL(record("a line\n"), 1);
	CHECK_TEXT(said, "quietcore-hosted: cannot write the log: No space "
		   "left on device\n");
	error = 0; /* nothing is written, and no reason told */
	CHECK_EQUAL(record("a line\n"), 1);
	CHECK_TEXT(said, "quietcore-hosted: cannot write the log: "
		   "Input/output error\n");
}

TEST(output_to_a_reader_that_has_gone_ends_without_a_word)
{
	error = EPIPE;
	CHECK_EQUAL(record("a line\n"), 128 + SIGPIPE);
	CHECK_TEXT(said, "");
}

/* The status with which the program ends; 0: it goes on. */
static int text(const char *line)
{
	int status = setjmp(ended);

	if (!status)
		text_apart(line, strlen(line));
	return status;
}

TEST(output_waits_for_a_reader_that_is_late)
{
	most = 100;
	error = EAGAIN;
	room = 1;
	CHECK_EQUAL(record("a line\n"), 0);
	CHECK_TEXT(written, "a line\n");
	error = EAGAIN;
	room = 0;
	CHECK_EQUAL(record("a line\n"), 1);
	CHECK_TEXT(said, "quietcore-hosted: cannot write the log: nobody has "
		   "read for 600 s\n");
}

TEST(output_for_people_that_cannot_be_written_is_left_out_of_a_log)
{
	most = 100;
	error = EBADF;
	CHECK_EQUAL(text("text"), 0);
	error = 0;
	CHECK_EQUAL(text("text"), 0);
	CHECK_EQUAL(record("a line\n"), 0);
	CHECK_TEXT(written, "a line\n");
	CHECK_TEXT(said, "");
}

TEST(output_that_is_all_there_is_ends_the_run_and_says_so)
{
	records_to = NOWHERE;
	error = ENOSPC;
	CHECK_EQUAL(text("text"), 1);
	CHECK_TEXT(said, "quietcore-hosted: cannot write the tables: No space "
		   "left on device\n");
}

TEST(output_of_records_may_go_nowhere)
{
	records_to = NOWHERE;
	error = EIO;
	CHECK_EQUAL(record("a line\n"), 0);
}

TEST(output_clears_the_status_line_before_a_text)
{
	most = 100;
	status_apart("busy");
	CHECK_TEXT(written, ""); /* no terminal */
	colours = true;
	status_apart("busy");
	text_apart("text", 4);
	text_apart("more", 4);
	CHECK_TEXT(written, "\r\033[Kbusy\r\033[Ktextmore");
	written[0] = 0;
	status_apart("busy");
	end_apart();
	CHECK_TEXT(written, "\r\033[Kbusy\r\033[K\033[0m");
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
