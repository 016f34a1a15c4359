/* SPDX-License-Identifier: MIT */
/* kernel/common/symbols.c: which function an address lies in. */
#include "kernel/common/symbols.h"

#include "kernel/recall.h"
#include "tests/unit/test.h"

static const uint16_t step[] = { 0, 16, 0xFFFF, 1, 4 };
static const struct symbols some = {
	.base = 0x200000, .count = 5, .step = step,
	.name = "first\0second\0\0far\0last\0",
};

static const char *found(uint64_t address, uint64_t offset)
{
	uint64_t is = 0;
	const char *name = symbol_find(&some, address, &is);

	CHECK(!name || is == offset);
	return name ? name : "none";
}

TEST(symbols_are_found_from_their_first_byte_to_the_next)
{
	CHECK_TEXT(found(0x1FFFFF, 0), "none");
	CHECK_TEXT(found(0x200000, 0), "first");
	CHECK_TEXT(found(0x20000F, 15), "first");
	CHECK_TEXT(found(0x200010, 0), "second");
	CHECK_TEXT(found(0x21000E, 0xFFFE), "second");
	CHECK_TEXT(found(0x21000F, 0), "none"); /* a distance goes on */
	CHECK_TEXT(found(0x210010, 0), "far");
	CHECK_TEXT(found(0x210014, 0), "last");
	CHECK_TEXT(found(0x300000, 0xEFFEC), "last");
}

/* This program was linked once. */
TEST(symbols_that_are_not_there_leave_the_address)
{
	char text[MACHINE_PLACE];

	machine_place(text, sizeof(text), 0x200010);
	CHECK_TEXT(text, "0000000000200010");
}
