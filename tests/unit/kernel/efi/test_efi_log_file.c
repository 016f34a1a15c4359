/* SPDX-License-Identifier: MIT */
/* kernel/efi/log_file.c on a medium that loses, or changes, what it is given. */
#include <string.h>

#include "kernel/console/log_whole.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/kernel/efi/fake_efi.h"
#include "tests/unit/test.h"

/* The fake machine has its own. */
#define qc_options efi_log_file_options
#define machine_log_begun log_file_apart_begun
#define machine_log_keep log_file_apart_kept
#include "kernel/efi/log_file.c"

#define ALL FAKE_MEDIUM_BYTES
#define RECORD 100u

static struct boot_info boot;

/* Records, each of a letter of its own. */
static void write_up_to(size_t wanted)
{
	char record[RECORD];
	size_t bytes;
	bool full;

	for (log_whole(&bytes, &full); bytes < wanted; bytes += RECORD) {
		memset(record, 'a' + bytes / RECORD % 23, RECORD - 1);
		record[RECORD - 1] = '\n';
		log_whole_write(record, RECORD);
	}
}

/* Whether the medium has all of it. */
static bool has(size_t wanted)
{
	size_t bytes;
	bool full;
	const char *all = log_whole(&bytes, &full);

	return bytes == wanted && its.size == wanted && its.flushed == wanted &&
	       !memcmp(its.bytes, all, wanted);
}

static void begin(enum efi_fault fault)
{
	memset(&file, 0, sizeof(file));
	memset(fake.text, 0, fake.text_length);
	fake.text_length = 0;
	fake.records = 0;
	fake_efi_begin();
	fake_efi_arrive("");
	efi_memory(&boot);
	its.fault = fault;
	write_up_to(3000);
	log_file_begin();
}

/* The machine's last words of the log. */
static bool told(const char *what)
{
	return fake.text_length >= strlen(what) &&
	       !strcmp(fake.text + fake.text_length - strlen(what), what);
}

TEST(efi_log_file_holds_all_and_is_read_back)
{
	begin(NO_FAULT);
	CHECK(has(3000));
	CHECK(!log_file_whole());
	its.paused = 0;
	write_up_to(90000);
	log_file_keep();
	CHECK(has(90000));
	CHECK_EQUAL(its.paused, 1000000); /* until its clock has ticked */
	write_up_to(ALL);
	log_file_end();
	CHECK(log_file_whole() && has(ALL));
	CHECK_EQUAL(its.position, ALL); /* to its end */
	/* It looks once a second whether a stick is gone. */
	CHECK(its.paused >= 2 * 1000000 + 20000000);
	CHECK(told("\n200 KB in the folder quietcore, read back and the same.\n"));
	CHECK(strstr(fake.text, "Writing the log to the stick. Nothing is "
		     "written but this log.\nLog on the stick: 20260203-"));
	CHECK(strstr(fake.text, "-0123456789abcdef.log\n"));
	CHECK_EQUAL(fake.records, 0);
	log_file_keep(); /* nothing comes after the end */
	log_file_end();
	CHECK_EQUAL(its.visits, 3);
}

#define DIFFERS "what is read back differs"
#define NOT_THERE "the stick is not there any more, read-only or full"
#define NOT_WRITTEN "it cannot be written: the stick is full, or gone"
#define STANDS "the firmware's clock stands"

static const struct {
	enum efi_fault fault;
	size_t wrong;
	const char *why;
} ends[] = {
	{ WRONG_BYTE, 0, DIFFERS }, { WRONG_BYTE, 2999, DIFFERS },
	{ WRONG_BYTE, 100000, DIFFERS }, { WRONG_BYTE, ALL - 1, DIFFERS },
	{ ENDS_EARLY, 0, DIFFERS }, { CANNOT_READ, 0, DIFFERS },
	{ NO_READING_BACK, 0, "it cannot be read back" },
	{ NO_FILE, 0, NOT_THERE }, { NO_FILE, 0, NOT_THERE },
	{ CANNOT_GO_ON, 0, "the file cannot be gone on with" },
	{ CANNOT_WRITE, 0, NOT_WRITTEN }, { WRITES_LESS, 0, NOT_WRITTEN },
	{ MARKER_GONE, 0, NOT_WRITTEN }, { NOT_FLUSHED, 0, NOT_WRITTEN },
	{ NOT_CLOSED, 0, "it cannot be closed" },
	{ CLOCK_STANDS, 0, STANDS },
};

/* No word is cut at the screen's edge. */
TEST(efi_log_file_is_not_whole_where_its_end_fails)
{
	EACH_ROW(i, ends) {
		begin(NO_FAULT);
		write_up_to(ALL);
		its.fault = ends[i].fault;
		its.wrong = ends[i].wrong;
		its.gives_null = i % 2;
		log_file_end();
		CHECK(!log_file_whole());
		CHECK_TEXT(file.problem, ends[i].why);
		CHECK(strstr(fake.text, "The log on the stick is not whole:\n"));
	}
	CHECK(told("is not whole:\nthe firmware's clock stands\n"));
}

TEST(efi_log_file_that_cannot_be_begun_is_warned_of)
{
	begin(NO_FILE);
	CHECK_EQUAL(file.state, ENDED);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"log_not_kept\""));
	CHECK(strstr(fake.record[0], "no log is kept: " NOT_THERE));
	log_file_keep();
	log_file_end();
	CHECK_EQUAL(its.visits, 1);
	begin(CLOCK_STANDS);
	CHECK(strstr(fake.record[0], "no log is kept: " STANDS));
}

/* One is its own; a firmware that ended its services has none. */
TEST(efi_log_file_needs_a_place)
{
	memset(&file, 0, sizeof(file));
	fake_efi_begin();
	fake_efi_arrive("log=off");
	log_file_begin();
	CHECK_EQUAL(its.visits, 0);
	begin(NOT_OPEN_AGAIN); /* who makes the file need not have it */
	CHECK_EQUAL(fake.records, 0);
	log_file_keep();
	CHECK(strstr(fake.record[0], NOT_THERE));
}

/* A second wait for it would be as long. */
TEST(efi_log_file_of_a_stick_that_is_gone_gets_no_size)
{
	begin(NO_FAULT);
	write_up_to(ALL);
	CHECK_EQUAL(its.sizes, 1);
	its.fault = MARKER_GONE;
	log_file_keep();
	CHECK_EQUAL(its.sizes, 1);
	CHECK(strstr(fake.record[0], NOT_WRITTEN));
	its.fault = MARKER_READ_ONLY;
	log_file_keep();
	CHECK_EQUAL(its.sizes, 5);
}

/* A stick that is gone would be waited for each time. */
TEST(efi_log_file_that_cannot_be_kept_twice_is_tried_once_more_at_the_end)
{
	begin(CLOCK_STANDS);
	begin(NO_FAULT);
	its.fault = CLOCK_STANDS;
	write_up_to(90000);
	log_file_keep();
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "the log on the stick is not gone on with "
		     "now: " STANDS));
	its.fault = NO_FAULT;
	log_file_keep(); /* what fails is tried again, and counts anew */
	CHECK(has(90000));
	its.fault = CLOCK_STANDS;
	for (unsigned i = 0; i < 3; i++)
		log_file_keep();
	CHECK_EQUAL(fake.records, 3);
	its.fault = NO_FAULT;
	write_up_to(95000);
	log_file_keep();
	CHECK_EQUAL(its.size, 90000);
	write_up_to(ALL);
	log_file_end();
	CHECK(log_file_whole() && has(ALL));
}
