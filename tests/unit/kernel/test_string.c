/* SPDX-License-Identifier: MIT */
/*
 * The image's own memcpy() and the rest, under other names, so that they
 * stand next to the C library's.
 */
#define memcpy image_memcpy
#define memmove image_memmove
#define memset image_memset
#define memcmp image_memcmp
#define strlen image_strlen
#define strcmp image_strcmp
#define strncmp image_strncmp
#include "kernel/memory/string.c"

#include "tests/unit/test.h"

#define SIZE 16

/* A pattern in which each byte tells where it came from. */
static void fill(uint8_t *bytes)
{
	for (unsigned i = 0; i < SIZE; i++)
		bytes[i] = (uint8_t)(i + 1);
}

/* Every source, target and length inside one small buffer. */
TEST(string_memmove_overlaps)
{
	for (unsigned from = 0; from < SIZE; from++)
		for (unsigned to = 0; to < SIZE; to++)
			for (unsigned n = 0; from + n <= SIZE && to + n <= SIZE;
			     n++) {
				uint8_t bytes[SIZE];
				bool right = true;

				fill(bytes);
				CHECK(memmove(bytes + to, bytes + from, n) ==
				      bytes + to);
				for (unsigned i = 0; i < SIZE; i++)
					right &= bytes[i] ==
						 (i >= to && i < to + n ?
						  i - to + from : i) + 1;
				CHECK(right);
			}
}

TEST(string_memcpy_and_memset)
{
	uint8_t to[4] = { 1, 2, 3, 4 };

	CHECK(memcpy(to + 1, "ab", 2) == to + 1);
	CHECK(!memcmp(to, "\1ab\4", 4));
	CHECK(memset(to + 1, 0x1FF, 2) == to + 1);
	CHECK(!memcmp(to, "\1\xFF\xFF\4", 4));
}

TEST(string_compare_and_length)
{
	CHECK(memcmp("a\0b", "a\0b", 3) == 0);
	CHECK(memcmp("a\0b", "a\0c", 3) < 0);
	CHECK(memcmp("\xFF", "a", 1) > 0);
	CHECK(memcmp("a", "b", 0) == 0);
	CHECK(strcmp("abc", "abc") == 0);
	CHECK(strcmp("ab", "abc") < 0);
	CHECK(strcmp("abc", "ab") > 0);
	CHECK(strcmp("\xFF", "a") > 0);
	CHECK(strncmp("abx", "aby", 2) == 0);
	CHECK(strncmp("abx", "aby", 3) < 0);
	CHECK(strncmp("a\0x", "a\0y", 3) == 0);
	CHECK(strlen("") == 0 && strlen("abc") == 3);
}
