/* SPDX-License-Identifier: MIT */
/* kernel/codes/qr.c and below it; tests/unit/kernel/codes/test_codes.py holds
 * all of it against another encoder and its reader. */
#include "kernel/codes/qr.h"

#include <string.h>

#include "kernel/codes/qr_penalty.h"
#include "kernel/codes/reed_solomon.h"
#include "tests/unit/test.h"

static struct qr qr;

static void set(unsigned x, unsigned y, bool dark)
{
	uint8_t bit = (uint8_t)(1u << x % 8);

	qr.dark[y][x / 8] = dark ? qr.dark[y][x / 8] | bit
				 : qr.dark[y][x / 8] & (uint8_t)~bit;
}

/* The standard's example: version 1, level M, "01234567". */
TEST(reed_solomon_of_the_standards_example)
{
	static const uint8_t data[] = { 0x10, 0x20, 0x0C, 0x56, 0x61, 0x80,
		0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11 };
	static const uint8_t wanted[] = { 0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36,
		0xC7, 0x87, 0x2C, 0x55 };
	uint8_t rest[sizeof(wanted)];

	reed_solomon(data, sizeof(data), rest, sizeof(rest));
	CHECK(!memcmp(rest, wanted, sizeof(wanted)));
}

/* All light: each line is one run, each block alike, nothing is balanced. */
#define LIGHT_RUNS (2 * QR_SIDE * (QR_SIDE - 2))
#define LIGHT_BLOCKS (3 * (QR_SIDE - 1) * (QR_SIDE - 1))

TEST(qr_penalty_of_a_light_one)
{
	CHECK_EQUAL(qr_penalty(&qr), LIGHT_RUNS + LIGHT_BLOCKS + 100);
}

static void chessboard(void)
{
	for (unsigned y = 0; y < QR_SIDE; y++)
		for (unsigned x = 0; x < QR_SIDE; x++)
			set(x, y, (x + y) % 2);
}

TEST(qr_penalty_of_a_chessboard_is_none_but_for_what_is_like_a_finder)
{
	static const char *const finders[] = { "#.###.#....", "....#.###.#" };

	chessboard();
	CHECK_EQUAL(qr_penalty(&qr), 0);
	for (unsigned k = 0; k < 2; k++) {
		for (unsigned i = 0; i < 11; i++)
			set(50 + i, 60, finders[k][i] == '#');
		CHECK(qr_penalty(&qr) >= 40 && qr_penalty(&qr) < 80);
	}
}

TEST(qr_takes_the_mask_of_the_least_penalty)
{
	unsigned least = ~0u;
	struct qr best;

	for (unsigned mask = 0; mask < QR_MASKS; mask++) {
		qr_encode(&qr, "quietcore", 9, mask);
		if (qr_penalty(&qr) < least) {
			least = qr_penalty(&qr);
			best = qr;
		}
	}
	qr_encode(&qr, "quietcore", 9, QR_BEST);
	CHECK(!memcmp(&qr, &best, sizeof(qr)));
}

TEST(qr_cuts_a_text_that_is_too_long)
{
	static char text[QR_TEXT_MOST + 100];
	struct qr cut;

	memset(text, 'a', sizeof(text));
	qr_encode(&cut, text, QR_TEXT_MOST, 0);
	qr_encode(&qr, text, sizeof(text), 0);
	CHECK(!memcmp(&qr, &cut, sizeof(qr)));
}
