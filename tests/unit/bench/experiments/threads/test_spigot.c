/* SPDX-License-Identifier: MIT */
/* Decimals of pi: the right ones, wherever the spigot is left in between. */
#include "bench/experiments/threads/spigot.h"

#include <string.h>

#include "tests/unit/test.h"

#define FIRST "14159265358979323846264338327950288419716939937510"
#define MOST 3000u

static uint32_t memory[16384]; /* spigot_words(MOST) are fewer */
static struct spigot s;

/* In calls of so many turns; returns how many. */
static uint64_t run(uint32_t decimals, char *text, uint64_t turns)
{
	uint64_t calls = 1;

	CHECK(spigot_words(decimals) <= sizeof(memory) / sizeof(memory[0]));
	spigot_init(&s, decimals, memory, text);
	while (spigot_run(&s, turns))
		calls++;
	return calls;
}

/* 762 decimals on, six nines in a row: the digits that wait for a carry. Each
 * length ends with the same decimals as a longer one has there. */
TEST(spigot_of_any_length_is_right_to_the_last_decimal)
{
	static char all[1001], some[1001];

	CHECK_EQUAL(run(1000, all, UINT64_MAX), 1);
	CHECK(!memcmp(all, FIRST, strlen(FIRST)));
	CHECK(!strncmp(all + 761, "999999837297804995", 18));
	CHECK(s.known);
	for (uint32_t n = SPIGOT_LEAST; n <= 900; n += n < 100 ? 1 : 23) {
		memset(some, 0, sizeof(some));
		run(n, some, UINT64_MAX);
		CHECK(!memcmp(some, all, n) && !some[n]);
	}
}

TEST(spigot_knows_the_published_number_of_decimals_and_tells_wrong_ones)
{
	run(MOST, NULL, UINT64_MAX);
	CHECK(s.known);
	CHECK(s.turns <= spigot_turns(MOST) + 8 * s.words);
	CHECK(s.turns >= (uint64_t)MOST * s.words);
	spigot_init(&s, 1000, memory, NULL);
	spigot_run(&s, 12345);
	memory[7] ^= 1;
	spigot_run(&s, UINT64_MAX);
	CHECK(!s.known);
}

TEST(spigot_goes_on_where_it_was_left)
{
	struct spigot whole;

	run(300, NULL, UINT64_MAX);
	whole = s;
	CHECK_EQUAL(run(300, NULL, 17), (whole.turns + 16) / 17);
	CHECK_EQUAL(s.checksum, whole.checksum);
	CHECK_EQUAL(s.turns, whole.turns);
}
