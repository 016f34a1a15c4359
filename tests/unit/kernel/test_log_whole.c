/* SPDX-License-Identifier: MIT */
#include "kernel/console/log_whole.h"

#include <string.h>

#include "tests/unit/test.h"

static bool holds(const char *text, bool full)
{
	size_t bytes;
	bool is_full;
	const char *log = log_whole(&bytes, &is_full);

	return bytes == strlen(text) && is_full == full &&
	       (log ? !memcmp(log, text, bytes) : !bytes);
}

TEST(log_whole_keeps_records_up_to_the_first_that_does_not_fit)
{
	char buffer[16];

	log_whole_begin(buffer, sizeof(buffer));
	log_whole_write("one\n", 4);
	log_whole_write("two\n", 4);
	CHECK(holds("one\ntwo\n", false));
	log_whole_write("12345678", 8);
	CHECK(holds("one\ntwo\n12345678", false));
	log_whole_begin(buffer, 8);
	log_whole_write("one\n", 4);
	log_whole_write("longer\n", 7);
	CHECK(holds("one\n", true));
	log_whole_write("2\n", 2); /* it would fit */
	CHECK(holds("one\n", true));
	log_whole_begin(NULL, 0);
	log_whole_write("one\n", 4);
	CHECK(holds("", false));
}
