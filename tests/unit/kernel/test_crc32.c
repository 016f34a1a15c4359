/* SPDX-License-Identifier: MIT */
#include "kernel/common/crc32.h"

#include "tests/unit/test.h"

/* The definition, bit by bit, for every byte: the whole table is used. */
TEST(crc32_of_each_byte)
{
	for (unsigned value = 0; value < 256; value++) {
		uint8_t byte = (uint8_t)value;
		uint32_t crc = ~0u ^ byte;

		for (unsigned bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
		CHECK_EQUAL(crc32(0, &byte, 1), (uint32_t)~crc);
	}
}

TEST(crc32_continues)
{
	static const char text[] =
		"The quick brown fox jumps over the lazy dog";
	size_t length = sizeof(text) - 1;

	CHECK_EQUAL(crc32(0, "123456789", 9), 0xCBF43926); /* of catalogues */
	for (size_t cut = 0; cut <= length; cut++)
		CHECK_EQUAL(crc32(crc32(0, text, cut), text + cut,
				  length - cut), 0x414FA339);
}
