/* SPDX-License-Identifier: MIT */
/* kernel/codes/qr.c and below it; tests/unit/kernel/codes/test_codes.py holds
 * all of it against another encoder and its reader. */
#include "kernel/codes/qr.h"

#include <string.h>

#include "kernel/codes/qr_penalty.h"
#include "tests/unit/test.h"

static struct qr qr;

static void set(unsigned x, unsigned y, bool dark)
{
	uint8_t bit = (uint8_t)(1u << x % 8);

	qr.dark[y][x / 8] = dark ? qr.dark[y][x / 8] | bit
				 : qr.dark[y][x / 8] & (uint8_t)~bit;
}

/* Of a light one each line is one run, each block alike, nothing balanced. */
#define LIGHT_RUNS (2 * QR_SIDE * (QR_SIDE - 2))
#define LIGHT_BLOCKS (3 * (QR_SIDE - 1) * (QR_SIDE - 1))

TEST(qr_penalty_of_a_light_one_a_chessboard_and_what_is_like_a_finder)
{
	static const char *const finders[] = { "#.###.#....", "....#.###.#" };

	CHECK_EQUAL(qr_penalty(&qr), LIGHT_RUNS + LIGHT_BLOCKS + 100);
	for (unsigned y = 0; y < QR_SIDE; y++)
		for (unsigned x = 0; x < QR_SIDE; x++)
			set(x, y, (x + y) % 2);
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
