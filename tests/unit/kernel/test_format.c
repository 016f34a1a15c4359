/* SPDX-License-Identifier: MIT */
#include "kernel/format.h"

#include <string.h>

#include "tests/unit/test.h"

/* Wrong on purpose in places: the compiler must not check them. */
static size_t (*volatile unchecked)(char *, size_t, const char *, ...) = format;

#define CHECK_FORMAT(wanted, ...)                                            \
	do {                                                                 \
		char text[128];                                              \
		size_t length = unchecked(text, sizeof(text), __VA_ARGS__);  \
		CHECK_TEXT(text, wanted);                                    \
		CHECK_EQUAL(length, strlen(wanted));                         \
	} while (0)

TEST(format_of_each_kind)
{
	char open[3] = { 'a', 'b', 'c' }; /* no NUL: must not be passed */

	CHECK_FORMAT("", "%s", "");
	CHECK_FORMAT("100%", "100%%");
	CHECK_FORMAT("a-b", "%c-%c", 'a', 'b');
	CHECK_FORMAT("<one|two>", "<%s|%s>", "one", "two");
	CHECK_FORMAT("0", "%u", 0u);
	CHECK_FORMAT("4294967295", "%u", UINT32_MAX);
	CHECK_FORMAT("0", "%d", 0);
	CHECK_FORMAT("-1", "%d", -1);
	CHECK_FORMAT("-2147483648", "%d", INT32_MIN);
	CHECK_FORMAT("18446744073709551615", "%lu", UINT64_MAX);
	CHECK_FORMAT("18446744073709551615", "%llu", UINT64_MAX);
	CHECK_FORMAT("18446744073709551615", "%zu", SIZE_MAX);
	CHECK_FORMAT("-9223372036854775808", "%ld", INT64_MIN);
	CHECK_FORMAT("deadbeef", "%x", 0xDEADBEEFu);
	CHECK_FORMAT("ffffffffffffffff", "%lx", UINT64_MAX);
	CHECK_FORMAT("0x0123456789abcdef", "%p", (void *)0x0123456789ABCDEF);
	CHECK_FORMAT("0x0000000000000001", "%-3p", (void *)1);
	CHECK_FORMAT("[   42]", "[%5u]", 42u);
	CHECK_FORMAT("[42   ]", "[%-5u]", 42u);
	CHECK_FORMAT("[00042]", "[%05u]", 42u);
	CHECK_FORMAT("[42   ]", "[%-05u]", 42u);
	CHECK_FORMAT("[  -42]", "[%5d]", -42);
	CHECK_FORMAT("[-0042]", "[%05d]", -42);
	CHECK_FORMAT("[12345]", "[%3u]", 12345u);
	CHECK_FORMAT("[   42]", "[%*u]", 5, 42u);
	CHECK_FORMAT("[42   ]", "[%*u]", -5, 42u);
	CHECK_FORMAT("[   ab]", "[%5s]", "ab");
	CHECK_FORMAT("[ab   ]", "[%-5s]", "ab");
	CHECK_FORMAT("[  x]", "[%3c]", 'x');
	CHECK_FORMAT("[000000000000000000000001]", "[%024x]", 1u);
	CHECK_FORMAT("[ab]", "[%.2s]", "abc");
	CHECK_FORMAT("[abc]", "[%.9s]", "abc");
	CHECK_FORMAT("[]", "[%.s]", "abc");
	CHECK_FORMAT("[   ab]", "[%5.2s]", "abc");
	CHECK_FORMAT("[abc] 7", "[%.*s] %u", 3, open, 7u);
	CHECK_FORMAT("[abc]", "[%.*s]", -1, "abc");
	/* A mistake shows, and nothing after it reads a wrong argument. */
	CHECK_FORMAT("1 %i %s", "%u %i %s", 1u, 2, "three");
	CHECK_FORMAT("%f", "%f", 1.0);
	CHECK_FORMAT("%.3d|", "%.3d|", 1);
	CHECK_FORMAT("%.d|", "%.d|", 1);
	CHECK_FORMAT("50%", "50%");
	CHECK_FORMAT("%-5", "%-5");
	CHECK_FORMAT("%l", "%l");
}

TEST(format_cuts)
{
	char text[8];

	memset(text, 'x', sizeof(text));
	CHECK_EQUAL(format(text, 4, "%s", "abcdef"), 6);
	CHECK_TEXT(text, "abc");
	CHECK_EQUAL(text[4], 'x');
	CHECK_EQUAL(format(text, 4, "%s", "abc"), 3);
	CHECK_TEXT(text, "abc");
	CHECK_EQUAL(format(text, 1, "%u", 12345u), 5);
	CHECK_TEXT(text, "");
	CHECK_EQUAL(format(NULL, 0, "%u", 12345u), 5);
}

/* More digits than a count holds: large, but no overflow on the way. */
TEST(format_absurd_width)
{
	char text[8];

	CHECK(unchecked(text, sizeof(text), "%99999999999999999999u", 1u) >
	      1000);
	CHECK_TEXT(text, "       ");
}

TEST(format_milli_has_no_spare_digits)
{
	static const struct { int64_t value; const char *text; } cases[] = {
		{ 0, "0" }, { 3000, "3" }, { 3500, "3.5" }, { 3050, "3.05" },
		{ 3005, "3.005" }, { 1, "0.001" }, { -125, "-0.125" },
		{ -1000, "-1" }, { 10000, "10" }, { 1000000, "1000" },
		{ INT64_MAX, "9223372036854775.807" },
		{ INT64_MIN, "-9223372036854775.808" },
	};
	char buffer[FORMAT_MILLI_MAX];

	EACH_ROW(i, cases)
		CHECK_TEXT(format_milli(buffer, cases[i].value),
			   cases[i].text);
}

TEST(format_four_digits_are_whole_up_to_the_very_bounds)
{
	static const int64_t of[][2] = {
		{ 9999, 9999 }, { 10004, 10000 }, { 10005, 10010 },
		{ 99994, 99990 }, { 99995, 100000 }, { 100049, 100000 },
		{ 100050, 100100 }, { 999949, 999900 }, { 999950, 1000000 },
		{ 1000499, 1000000 }, { 1000500, 1001000 }, { 0, 0 } };

	EACH_ROW(i, of) {
		CHECK_EQUAL(format_four_digits(of[i][0]), of[i][1]);
		CHECK_EQUAL(format_four_digits(-of[i][0]), -of[i][1]);
	}
}
