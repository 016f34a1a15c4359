/* SPDX-License-Identifier: MIT */
/* kernel/log.c: what fits no line or field. Fields of each kind, and what is
 * counted, golden runs show. */
#include "kernel/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/common/crc32.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/json.h"
#include "tests/unit/test.h"

/* What docs/log-format.md asks of any line. */
static void check_line(unsigned number)
{
	const char *line = fake.record[number];
	const char *tail = line + strlen(line) - 19;
	char start[64], wanted[32];

	CHECK(json_is_object(line));
	CHECK(strlen(line) < LOG_LINE_MAX);
	CHECK(strchr(line, '\n') == line + strlen(line) - 1);
	snprintf(start, sizeof(start), "{\"q\":3,\"seq\":%u,\"run\":"
		 "\"0123456789abcdef\",\"record\":\"", number);
	CHECK(!strncmp(line, start, strlen(start)));
	snprintf(wanted, sizeof(wanted), ",\"crc\":\"%08x\"}\n",
		 crc32(0, line, (size_t)(tail - line)));
	CHECK_TEXT(tail, wanted);
}

/* The fields of a record that follow its kind. */
static const char *fields(unsigned number)
{
	static char text[LOG_LINE_MAX];
	const char *at;

	if (!CHECK(number < fake.records))
		return "";
	check_line(number);
	at = strstr(fake.record[number], "\"record\":");
	at = strchr(at + strlen("\"record\":"), ',');
	snprintf(text, sizeof(text), "%.*s", (int)(strlen(at) - 19), at);
	return text;
}

TEST(log_escapes_what_is_no_printable_ascii)
{
	char all[256];

	for (unsigned i = 0; i < 255; i++)
		all[i] = (char)(i + 1);
	all[255] = 0;
	log_begin("note");
	log_text("a\"b", "\"\\\n\x01\x7F\xC3\xA9/");
	log_end();
	log_begin("note");
	log_text("all", all);
	log_end();
	CHECK_TEXT(fields(0), ",\"a\\\"b\":\"\\\"\\\\\\u000a\\u0001\\u007f"
		   "\\u00c3\\u00a9/\"");
	check_line(1);
	for (const char *c = fake.record[1]; *c != '\n'; c++)
		CHECK(*c >= ' ' && *c < 0x7F);
}

/* ---- lines that are too long ------------------------------------------- */

/* An array that takes so many bytes: brackets, "x" and commas. At least 6. */
static void put_long(const char *key, size_t bytes)
{
	char rest[8] = "xxxxxxx";

	log_array(key);
	for (; bytes >= 12; bytes -= 4)
		log_text(NULL, "x");
	rest[bytes - 4] = 0;
	log_text(NULL, rest);
	log_array_end();
}

#define TOO_LONG ",\"code\":\"line_too_long\",\"text\":\"record 0 (series): "

TEST(log_fields_too_long_are_left_out_and_the_first_is_named)
{
	log_begin("series");
	log_number("before", 1);
	put_long("a", LOG_LINE_MAX);
	put_long("b", LOG_LINE_MAX);
	log_number("after", 2);
	log_end();
	CHECK_EQUAL(fake.records, 2);
	CHECK_TEXT(fields(0), ",\"before\":1,\"after\":2");
	CHECK_TEXT(fields(1), TOO_LONG "a did not fit; fields left out: 2\"");
}

TEST(log_group_too_long_is_left_out_whole)
{
	log_begin("series");
	log_object("outer");
	put_long("inner", LOG_LINE_MAX);
	log_number("small", 1);
	log_object_end();
	log_number("after", 2);
	log_end();
	CHECK_TEXT(fields(0), ",\"after\":2");
	CHECK_TEXT(fields(1), TOO_LONG
		   "outer did not fit; fields left out: 1\"");
}

/* Too long for a field: it is cut. */
static const char *long_text(char byte, size_t bytes)
{
	static char text[2 * LOG_LINE_MAX];

	memset(text, byte, bytes);
	text[bytes] = 0;
	return text;
}

/* Nor is there the mark of its cut, for which there would be room. */
TEST(log_text_too_long_is_left_out_with_its_mark)
{
	log_begin("series");
	put_long("fill", 3800);
	log_text("text", long_text('x', LOG_TEXT_MAX + 1));
	log_end();
	CHECK(!strstr(fields(0), "text"));
	CHECK_TEXT(fields(1), TOO_LONG
		   "text did not fit; fields left out: 1\"");
}

/* Each filling up to the brim, then a field or a group on top of it. */
TEST(log_at_the_brim)
{
	for (size_t room = 0; room < 64; room++) {
		unsigned number = fake.records;

		log_begin("series");
		put_long("fill", 3940 - room);
		log_array("array");
		log_array(NULL);
		log_number(NULL, 1);
		log_array_end();
		log_array_end();
		log_null("n");
		log_end();
		for (; number < fake.records; number++)
			check_line(number);
	}
}

/* LOG_ARRAY_MAX promises this much. */
TEST(log_array_of_the_longest_numbers)
{
	log_begin("result");
	log_array("values");
	for (unsigned i = 0; i < LOG_ARRAY_MAX; i++)
		log_number(NULL, UINT64_MAX);
	log_array_end();
	put_long("other", 300);
	log_end();
	CHECK_EQUAL(fake.records, 1);
	check_line(0);
}

/* ---- texts that are too long ------------------------------------------- */

/* Bytes between the quotes of the field "text" of a record. */
static size_t text_size(unsigned number)
{
	const char *at = strstr(fake.record[number], "\"text\":\"");

	return at ? strcspn(at + strlen("\"text\":\""), "\"") : 0;
}

/* A number of bytes, their size escaped, up to which nothing is cut. */
static void check_cut(void (*put)(const char *key, const char *value),
		      char byte, size_t each, size_t most)
{
	for (size_t count = 0; count < 2 * most; count++) {
		unsigned number = fake.records;
		bool cut = count * each > most;

		log_begin("note");
		put("text", long_text(byte, count));
		log_number("after", 1);
		log_end();
		check_line(number);
		CHECK(strstr(fake.record[number], ",\"after\":1,"));
		CHECK_EQUAL(!!strstr(fake.record[number],
				     "...\",\"text_cut\":true,\"after\""), cut);
		CHECK_EQUAL(text_size(number), cut ?
			    (most - 3) / each * each + 3 : count * each);
		if (fake.records == FAKE_RECORDS)
			return;
	}
}

TEST(log_text_is_cut_and_says_so)
{
	check_cut(log_text, '\xFF', 6, LOG_TEXT_MAX);
}

TEST(log_name_is_cut_sooner)
{
	check_cut(log_name, 'x', 1, LOG_NAME_MAX);
}

/* As the image writes them of one option that fills the command line. */
TEST(log_keeps_every_field_beside_a_long_option)
{
	static const char *const name[] = { "lock", "queue", "trust_claimed" };
	const char *option = long_text('\xFF', 2000);

	log_begin("context");
	log_text("cmdline", option);
	for (unsigned i = 0; i < 3; i++)
		log_name(name[i], option);
	log_format("format", "%5000u", 1u);
	log_text("last", option);
	log_end();
	CHECK_EQUAL(fake.records, 1);
	check_line(0);
	CHECK(strstr(fake.record[0], "\"cmdline_cut\":true"));
	CHECK(strstr(fake.record[0], "\"trust_claimed_cut\":true"));
	CHECK(strstr(fake.record[0], "\"format_cut\":true"));
	CHECK(strstr(fake.record[0], "\"last_cut\":true"));
}

TEST(log_cut_in_an_array_has_its_mark)
{
	log_begin("note");
	log_array("list");
	log_text(NULL, long_text('x', LOG_TEXT_MAX + 1));
	log_array_end();
	log_end();
	CHECK(strstr(fields(0), "xxx...\"]"));
}

/* ---- panic and end ----------------------------------------------------- */

TEST(log_begin_twice_is_a_bug)
{
	CHECK(!log_busy());
	log_begin("note");
	CHECK(log_busy());
	CHECK(PANICS(log_begin("note")));
	log_end();
	CHECK(!log_busy());
	CHECK(!PANICS(log_begin("note")));
}

TEST(log_seize_gives_up_a_line)
{
	log_begin("note");
	log_array("half");
	put_long(NULL, LOG_LINE_MAX / 2);
	log_seize();
	CHECK(!log_busy());
	CHECK_EQUAL(fake.records, 1);
	CHECK_TEXT(fake.record[0], "\n");
	CHECK(!PANICS(log_begin("panic")));
	log_number("core", 0);
	put_long("long", LOG_LINE_MAX);
	log_number("vector", 14);
	log_end();
	CHECK_TEXT(fields(1), ",\"core\":0,\"vector\":14");
	CHECK_EQUAL(fake.records, 3); /* the warning about "long" */
	CHECK_EQUAL(log_counts()->records, 3);
}

TEST(log_finish_counts_itself)
{
	fake.clock.hz = 0;
	log_begin("result");
	log_end();
	log_warning("code", "text");
	fake.dropped = 5;
	log_finish("ok");
	CHECK_TEXT(fields(2), ",\"status\":\"ok\",\"records\":3,\"results\":1,"
		   "\"warnings\":1,\"panics\":0,\"dropped\":5,"
		   "\"seconds\":null");
}
