/* SPDX-License-Identifier: MIT */
#include "kernel/console/log_whole.h"

#include <string.h>

#include "tests/unit/test.h"

static bool holds(const char *text, bool full)
{
	size_t bytes;
	bool is_full;
	const char *log = log_whole(&bytes, &is_full);

	return bytes == strlen(text) && !memcmp(log, text, bytes) &&
	       is_full == full;
}

TEST(log_whole_keeps_records_in_order)
{
	char buffer[16];

	log_whole_begin(buffer, sizeof(buffer));
	log_whole_write("one\n", 4);
	log_whole_write("two\n", 4);
	CHECK(holds("one\ntwo\n", false));
	log_whole_write("12345678", 8);
	CHECK(holds("one\ntwo\n12345678", false));
}

TEST(log_whole_leaves_out_all_behind_what_does_not_fit)
{
	char buffer[8];

	log_whole_begin(buffer, sizeof(buffer));
	log_whole_write("one\n", 4);
	log_whole_write("longer\n", 7);
	CHECK(holds("one\n", true));
	log_whole_write("2\n", 2); /* it would fit */
	CHECK(holds("one\n", true));
}

TEST(log_whole_without_a_buffer_keeps_nothing)
{
	size_t bytes;
	bool full;

	log_whole_begin(NULL, 0);
	log_whole_write("one\n", 4);
	CHECK(!log_whole(&bytes, &full));
	CHECK_EQUAL(bytes, 0);
	CHECK(!full);
}
