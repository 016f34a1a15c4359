/* SPDX-License-Identifier: MIT */
/* kernel/efi/log_file.c on a medium that loses, or changes, what it is given. */
#include <string.h>

#include "kernel/console/log_whole.h"
#include "kernel/efi/server.h"
#include "kernel/efi/services.h"
#include "kernel/options.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define LOG_BYTES 200000u

static char whole[LOG_BYTES];
static size_t whole_bytes;

/* ---- the medium ------------------------------------------------------------ */

static struct {
	char bytes[LOG_BYTES];
	size_t size, position;
	size_t wrong;      /* this byte is read otherwise */
	size_t ends;       /* nothing is read from here on */
	bool no_position;
	size_t flushed;    /* has this many bytes of the log, whatever its size */
	unsigned sizes;    /* how often the directory got one */
	efi_status gone;   /* says the marker */
} medium;

static efi_status EFI_CALL medium_open(struct efi_file *in,
				       struct efi_file **out,
				       const uint16_t *name, uint64_t mode,
				       uint64_t attributes)
{
	(void)name, (void)mode, (void)attributes;
	*out = in;
	medium.position = 0;
	return EFI_SUCCESS;
}

static efi_status EFI_CALL medium_close(struct efi_file *f)
{
	(void)f;
	return EFI_SUCCESS;
}

static efi_status EFI_CALL medium_write(struct efi_file *f, uint64_t *bytes,
					const void *from)
{
	(void)f;
	CHECK(medium.position + *bytes <= LOG_BYTES);
	memcpy(medium.bytes + medium.position, from, *bytes);
	medium.position += *bytes;
	medium.size = medium.position;
	return EFI_SUCCESS;
}

static efi_status EFI_CALL medium_read(struct efi_file *f, uint64_t *bytes,
				       void *to)
{
	size_t end = medium.size < medium.ends ? medium.size : medium.ends;
	size_t left = end - medium.position;

	(void)f;
	if (*bytes > left)
		*bytes = left;
	memcpy(to, medium.bytes + medium.position, *bytes);
	if (medium.wrong >= medium.position &&
	    medium.wrong < medium.position + *bytes)
		((char *)to)[medium.wrong - medium.position] ^= 1;
	medium.position += *bytes;
	return EFI_SUCCESS;
}

static efi_status EFI_CALL medium_set_position(struct efi_file *f,
					       uint64_t position)
{
	(void)f;
	if (medium.no_position && !position)
		return 3; /* EFI_UNSUPPORTED */
	medium.position = position;
	return EFI_SUCCESS;
}

/* The directory gets the size. */
static efi_status EFI_CALL log_flush(struct efi_file *f)
{
	(void)f;
	if (!medium.gone)
		CHECK_EQUAL(medium.flushed, medium.size);
	medium.sizes++;
	return EFI_SUCCESS;
}

static struct efi_file medium_file = {
	.open = medium_open, .close = medium_close, .read = medium_read,
	.write = medium_write, .set_position = medium_set_position,
	.flush = log_flush,
};

static efi_status EFI_CALL marker_flush(struct efi_file *f)
{
	(void)f;
	medium.flushed = medium.size;
	return medium.gone;
}

static struct efi_file marker = { .flush = marker_flush };
static const struct volume medium_volume = { &medium_file, &marker };

/* ---- the rest of the firmware ------------------------------------------------ */

static const char *no_log_whole(size_t *bytes, bool *full)
{
	*bytes = whole_bytes;
	*full = false;
	return whole;
}

static void no_time(struct efi_time *now)
{
	*now = (struct efi_time){ .year = 2026, .month = 2, .day = 3 };
}

static const char *unvisited; /* why it was left, after its work */
static unsigned paused;

static const char *visit_it(void (*work)(void))
{
	work();
	return unvisited;
}

#define qc_options efi_log_file_options
#define log_whole no_log_whole
#define efi_services() EFI_KEPT
#define efi_refused() NULL
#define efi_volume() (&medium_volume)
#define efi_server() ((struct efi_pxe *)NULL)
#define efi_visit(call) visit_it(call)
#define efi_pause(ms) ((void)(paused += (ms)))
#define efi_time(now) no_time(now)
#define log_file_begin log_file_apart_begin
#define log_file_end log_file_apart_end
#define log_file_keep log_file_apart_keep
#define log_file_whole log_file_apart_whole
#define machine_log_begun log_file_apart_begun
#define machine_log_keep log_file_apart_kept
#include "kernel/efi/log_file.c"

static void run_over(void)
{
	memset(&file, 0, sizeof(file));
	memset(&medium, 0, sizeof(medium));
	medium.wrong = medium.ends = LOG_BYTES;
	for (size_t i = 0; i < LOG_BYTES; i++)
		whole[i] = (char)(i % 100 == 99 ? '\n' : 'a' + i % 23);
	whole_bytes = 3000;
	log_file_begin();
	whole_bytes = LOG_BYTES;
}

TEST(efi_log_file_holds_all_and_is_read_back)
{
	run_over();
	log_file_end();
	CHECK(log_file_whole());
	CHECK_EQUAL(medium.size, LOG_BYTES);
	CHECK(!memcmp(medium.bytes, whole, LOG_BYTES));
	CHECK_EQUAL(medium.position, LOG_BYTES); /* to its end */
}

TEST(efi_log_file_that_differs_in_one_byte_is_not_whole)
{
	static const size_t places[] = { 0, 2999, 100000, LOG_BYTES - 1 };

	for (unsigned i = 0; i < 4; i++) {
		run_over();
		medium.wrong = places[i];
		log_file_end();
		CHECK(!log_file_whole());
		CHECK_TEXT(file.problem, "what is read back differs");
	}
}

TEST(efi_log_file_that_ends_early_or_cannot_be_read_is_not_whole)
{
	run_over();
	medium.ends = 4096;
	log_file_end();
	CHECK(!log_file_whole());
	run_over();
	medium.no_position = true;
	log_file_end();
	CHECK_TEXT(file.problem, "it cannot be read back");
}

TEST(efi_log_file_of_a_firmware_that_is_left_is_not_whole)
{
	run_over();
	unvisited = "the firmware's clock stands";
	log_file_end();
	CHECK(!log_file_whole());
	CHECK_TEXT(file.problem, unvisited);
	/* No word is cut at the screen's edge. */
	CHECK(strstr(fake.text, "is not whole:\nthe firmware's clock"));
	fake.records = 0;
	run_over();
	CHECK_EQUAL(file.state, ENDED);
	CHECK_EQUAL(fake.records, 1); /* log_not_kept */
}

TEST(efi_log_file_s_firmware_gets_time_to_see_that_a_stick_is_gone)
{
	run_over();
	CHECK_EQUAL(paused, 0);
	log_file_end();
	CHECK(paused >= 2000); /* it looks once a second */
}

TEST(efi_log_file_has_what_came_until_it_was_kept)
{
	run_over();
	CHECK_EQUAL(medium.size, 3000);
	whole_bytes = 90000;
	log_file_keep();
	CHECK_EQUAL(medium.size, 90000);
	CHECK(!memcmp(medium.bytes, whole, 90000));
	CHECK_EQUAL(paused, 0);
	whole_bytes = LOG_BYTES;
	log_file_end();
	CHECK(log_file_whole());
	CHECK_EQUAL(medium.size, LOG_BYTES);
}

/* A second wait for it would be as long. */
TEST(efi_log_file_of_a_stick_that_is_gone_gets_no_size)
{
	run_over();
	CHECK_EQUAL(medium.sizes, 1);
	medium.gone = 7; /* EFI_DEVICE_ERROR */
	log_file_keep();
	CHECK_EQUAL(medium.sizes, 1);
	CHECK(strstr(fake.record[0], "it cannot be written"));
	medium.gone = EFI_ACCESS_DENIED; /* a marker that is read-only */
	log_file_keep();
	CHECK_EQUAL(medium.sizes, 5);
}

TEST(efi_log_file_that_cannot_be_kept_is_warned_of_and_tried_again)
{
	run_over();
	unvisited = "the firmware's clock stands";
	whole_bytes = 90000;
	log_file_keep();
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"log_not_kept\""));
	CHECK(strstr(fake.record[0], "the firmware's clock stands"));
	unvisited = NULL;
	whole_bytes = 95000;
	log_file_keep();
	CHECK_EQUAL(medium.size, 95000);
	CHECK_EQUAL(fake.records, 1);
}

/* A stick that is gone would be waited for each time. */
TEST(efi_log_file_that_cannot_be_kept_twice_is_tried_once_more_at_the_end)
{
	run_over();
	unvisited = "the firmware's clock stands";
	whole_bytes = 90000;
	for (unsigned i = 0; i < 3; i++)
		log_file_keep();
	CHECK_EQUAL(fake.records, 2);
	unvisited = NULL;
	whole_bytes = 95000;
	log_file_keep();
	CHECK_EQUAL(medium.size, 90000); /* the first tries' */
	whole_bytes = LOG_BYTES;
	log_file_end();
	CHECK(log_file_whole());
	log_file_keep(); /* nothing comes after the end */
	CHECK_EQUAL(medium.size, LOG_BYTES);
}
