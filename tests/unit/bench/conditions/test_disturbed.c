/* SPDX-License-Identifier: MIT */
/* bench/conditions/disturbed.c: what disturbs a round, and what does not. */
#include "bench/conditions/disturbed.h"

#include "tests/unit/test.h"

#define GHZ 1000000000u /* a tick a nanosecond */
#define PAUSE DISTURBED_PAUSE
#define CLOCK DISTURBED_CLOCK

TEST(disturbed_at_the_very_bounds)
{
	static const struct {
		uint64_t hz;
		struct round_facts facts; /* median, largest, SMIs, clocks */
		unsigned by;
	} rows[] = {
		{ GHZ, { 100, 10000, 0, 0, 0, false, 0 }, 0 },
		/* Ten microseconds above the median. */
		{ GHZ, { 100, 10100, 0, 0, 0, false, 0 }, 0 },
		{ GHZ, { 100, 10101, 0, 0, 0, false, 0 }, PAUSE },
		{ GHZ - 1, { 100, 10100, 0, 0, 0, false, 0 }, PAUSE },
		/* Of long operations 50 medians, to a millisecond. */
		{ GHZ, { 1000, 51000, 0, 0, 0, false, 0 }, 0 },
		{ GHZ, { 1000, 51001, 0, 0, 0, false, 0 }, PAUSE },
		{ GHZ, { 100000, 1100000, 0, 0, 0, false, 0 }, 0 },
		{ GHZ, { 100000, 1100001, 0, 0, 0, false, 0 }, PAUSE },
		/* Of still longer ones a quarter. */
		{ GHZ, { 100000000, 125000000, 0, 0, 0, false, 0 }, 0 },
		{ GHZ, { 100000000, 125000001, 0, 0, 0, false, 0 }, PAUSE },
		/* A wait for each rival's bursts, to a millisecond. */
		{ GHZ, { 100, 110100, 0, 0, 0, false, 1 }, 0 },
		{ GHZ, { 100, 110101, 0, 0, 0, false, 1 }, PAUSE },
		{ GHZ, { 100, 110101, 0, 0, 0, false, 2 }, 0 },
		{ GHZ, { 100, 1000100, 0, 0, 0, false, 1000 }, 0 },
		{ GHZ, { 100, 1000101, 0, 0, 0, false, 1000 }, PAUSE },
		/* A median below 0 is no usual time; one of 1 is. */
		{ GHZ, { -5, 9995, 0, 0, 0, false, 0 }, 0 },
		{ GHZ, { -5, 9996, 0, 0, 0, false, 0 }, PAUSE },
		{ 1000000, { 1, 51, 0, 0, 0, false, 0 }, 0 },
		{ 1000000, { 1, 52, 0, 0, 0, false, 0 }, PAUSE },
		/* A clock so fast that each of its microseconds is seen. */
		{ 1000000000000, { 0, 10000000, 0, 0, 0, false, 0 }, 0 },
		{ 1000000000000, { 0, 10000001, 0, 0, 0, false, 0 }, PAUSE },
		/* A clock may be off by 2 %, and is known or not. */
		{ GHZ, { 100, 100, 0, 1200, 1200, false, 0 }, 0 },
		{ GHZ, { 100, 100, 0, 102000, 100000, false, 0 }, 0 },
		{ GHZ, { 100, 100, 0, 102001, 100000, false, 0 }, CLOCK },
		{ GHZ, { 100, 100, 0, 97999, 100000, false, 0 }, CLOCK },
		{ GHZ, { 100, 100, 0, 0, 1000, false, 0 }, 0 },
		{ GHZ, { 100, 100, 0, 1000, 0, false, 0 }, 0 },
		{ GHZ, { 100, 100, 1, 1021, 1000, false, 0 },
		  DISTURBED_SMI | CLOCK },
		{ GHZ, { 100, 100, 0, 0, 0, true, 0 }, DISTURBED_TURNS },
	};

	EACH_ROW(i, rows) {
		CHECK_EQUAL(disturbed_by(&rows[i].facts, rows[i].hz),
			    rows[i].by);
	}
}
