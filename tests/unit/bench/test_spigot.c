/* SPDX-License-Identifier: MIT */
/* Decimals of pi: the right ones, wherever the spigot is left in between. */
#include "bench/experiments/threads/spigot.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

#define FIRST "14159265358979323846264338327950288419716939937510"

static uint32_t *memory_for(uint32_t decimals)
{
	return malloc(spigot_words(decimals) * sizeof(uint32_t));
}

TEST(spigot_gives_the_first_decimals)
{
	uint32_t *memory = memory_for(SPIGOT_LEAST);
	char text[SPIGOT_LEAST + 1] = "";
	struct spigot s;

	spigot_init(&s, SPIGOT_LEAST, memory, text);
	CHECK(!spigot_run(&s, UINT64_MAX));
	CHECK_TEXT(text, FIRST);
	free(memory);
}

/* 762 decimals on, six nines in a row: the digits that wait for a carry. */
TEST(spigot_holds_nines_back)
{
	uint32_t *memory = memory_for(1000);
	char text[1001] = "";
	struct spigot s;

	spigot_init(&s, 1000, memory, text);
	CHECK(!spigot_run(&s, UINT64_MAX));
	CHECK(!strncmp(text + 761, "999999837297804995", 18));
	CHECK(s.known);
	free(memory);
}

TEST(spigot_knows_the_published_number_of_decimals)
{
	uint32_t *memory = memory_for(3000);
	struct spigot s;

	spigot_init(&s, 3000, memory, NULL);
	spigot_run(&s, UINT64_MAX);
	CHECK(s.known);
	CHECK(s.turns <= spigot_turns(3000) + 8 * s.words);
	CHECK(s.turns >= (uint64_t)3000 * s.words);
	free(memory);
}

TEST(spigot_tells_wrong_decimals)
{
	uint32_t *memory = memory_for(1000);
	struct spigot s;

	spigot_init(&s, 1000, memory, NULL);
	spigot_run(&s, 12345);
	memory[7] ^= 1;
	spigot_run(&s, UINT64_MAX);
	CHECK(!s.known);
	free(memory);
}

TEST(spigot_goes_on_where_it_was_left)
{
	uint32_t *memory = memory_for(300);
	struct spigot whole, cut;
	uint64_t calls = 1;

	spigot_init(&whole, 300, memory, NULL);
	spigot_run(&whole, UINT64_MAX);
	spigot_init(&cut, 300, memory, NULL);
	while (spigot_run(&cut, 17))
		calls++;
	CHECK_EQUAL(cut.checksum, whole.checksum);
	CHECK_EQUAL(cut.turns, whole.turns);
	CHECK_EQUAL(calls, (whole.turns + 16) / 17);
	free(memory);
}

/* Each length ends with the same decimals as a longer one has there. */
TEST(spigot_of_any_length_is_right_to_the_last_decimal)
{
	static char all[1001], some[1001];
	uint32_t *memory = memory_for(1000);
	struct spigot s;

	spigot_init(&s, 1000, memory, all);
	spigot_run(&s, UINT64_MAX);
	for (uint32_t n = SPIGOT_LEAST; n <= 900; n += n < 100 ? 1 : 23) {
		memset(some, 0, sizeof(some));
		spigot_init(&s, n, memory, some);
		spigot_run(&s, UINT64_MAX);
		CHECK(!memcmp(some, all, n) && !some[n]);
	}
	free(memory);
}
