/* SPDX-License-Identifier: MIT */
/* kernel/codes/parts.c: a text cut into codes, and put together again. */
#include "kernel/codes/parts.h"

#include <stdio.h>
#include <string.h>

#include "kernel/common/crc32.h"
#include "tests/unit/test.h"

#define ROWS 280u
#define CONTEXT "kvm-emulated kvm-emulated 123456789012 123456789012"
#define FIRST_LINE "QC2 0000000000000012 1/1 9x2 " CONTEXT " "

static char text[1 << 15], joined[1 << 15];
static char part[QR_TEXT_MOST + 1];

static struct parts_text all(void)
{
	return (struct parts_text){ text, strlen(text), 0x12, 9, 2, CONTEXT };
}

/* Of all but itself and what ends its line. */
static void has_its_checksum(void)
{
	const char *end = strchr(part, '\n');
	unsigned said = 0;

	CHECK_EQUAL(sscanf(end - 8, "%8x", &said), 1);
	CHECK_EQUAL(said, crc32(crc32(0, part, (size_t)(end - 8 - part)),
				end + 1, strlen(end + 1)));
}

static const char *lines_of(const struct parts_text *t, unsigned index,
			    unsigned count)
{
	size_t length = parts_write(part, t, index, count);

	CHECK_EQUAL(length, strlen(part));
	CHECK(length <= QR_TEXT_MOST);
	has_its_checksum();
	return strchr(part, '\n') + 1;
}

TEST(parts_one_of_one_says_what_it_is)
{
	struct parts_text t = all();

	CHECK_EQUAL(parts_count(&t), 1);
	CHECK_TEXT(lines_of(&t, 0, 1), "");
	strcat(text, " page\n>lock 1 ticks\nmcs 12\n=ok 1 0\n");
	t = all();
	CHECK_EQUAL(parts_count(&t), 1);
	CHECK_TEXT(lines_of(&t, 0, 1), text);
	CHECK_EQUAL(strlen(CONTEXT), PARTS_CONTEXT_MOST);
	*(strchr(part, '\n') - 8) = 0;
	CHECK_TEXT(part, FIRST_LINE);
}

TEST(parts_repeat_the_head_and_cut_no_line)
{
	struct parts_text t;
	unsigned count, rows = 0;

	strcat(text, " page\n>lock 1 ticks\n");
	for (unsigned i = 0; i < ROWS; i++)
		snprintf(text + strlen(text), 32, "variant/%u 12.%u~\n", i, i);
	strcat(text, "=ok 280 0\n");
	t = all();
	count = parts_count(&t);
	CHECK(count > 3);
	for (unsigned i = 0; i < count; i++) {
		const char *lines = lines_of(&t, i, count);
		const char *below = strchr(lines, '\n') + 1;

		CHECK_TEXT(lines + strlen(lines) - 1, "\n");
		CHECK(!i || !strncmp(lines, ">lock 1 ticks\n", 14));
		for (const char *at = lines; (at = strstr(at, "variant/")); at++)
			rows++;
		strcat(joined, i ? below : lines);
	}
	CHECK_EQUAL(rows, ROWS);
	CHECK_TEXT(joined, text);
}

TEST(parts_repeat_no_head_above_another_one_or_the_end)
{
	struct parts_text t;

	strcat(text, ">lock 1 ticks\n");
	while (strlen(text) < 1165) /* a line more has no room in one code */
		strcat(text, "a 1234567\n");
	strcat(text, ">queue 1 ticks\nb 1\n");
	t = all();
	CHECK_EQUAL(parts_count(&t), 2);
	CHECK_TEXT(lines_of(&t, 1, 2), ">queue 1 ticks\nb 1\n");
	*strchr(text, 'q') = 0;
	strcpy(text + strlen(text) - 1, "=ok 12345678 0\n");
	t = all();
	CHECK_EQUAL(parts_count(&t), 2);
	CHECK_TEXT(lines_of(&t, 1, 2), "=ok 12345678 0\n");
}
