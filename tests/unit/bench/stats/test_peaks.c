/* SPDX-License-Identifier: MIT */
/* bench/stats/peaks.c: what counts as a peak, and whose a sample is. */
#include "bench/stats/peaks.h"

#include "tests/unit/test.h"

#define MOST 8u
#define BINS 24u
#define LEAST PEAKS_LEAST_COUNT

TEST(peaks_stand_out_and_share_all_samples)
{
	static const struct {
		unsigned bins;
		uint32_t count[BINS];
		unsigned peaks, bin[3], last[3]; /* of the first three */
	} rows[] = {
		{ 0, { 9 }, 0, { 0 }, { 0 } },
		{ 9, { 0 }, 0, { 0 }, { 0 } },
		{ 8, { 0, 3, 40, 100, 60, 20, 1, 0 }, 1, { 3 }, { 7 } },
		/* The published three: 100-200, 200-300, 500-900 ticks. */
		{ 22, { 0, 5, 90, 400, 100, 300, 90, 30, 20, 40, 120, 180, 200,
			190, 150, 90, 40, 20, 10, 5, 0, 0 },
		  3, { 3, 5, 12 }, { 4, 8, 21 } },
		/* A wobble on a slope is none. */
		{ 8, { 0, 1000, 800, 820, 700, 710, 300, 0 }, 1, { 1 }, { 7 } },
		{ 8, { 0, 300, 710, 700, 820, 800, 1000, 0 }, 1, { 6 }, { 7 } },
		{ 4, { 0, 50, 100, 0 }, 1, { 2 }, { 3 } },
		/* Nor is one of a few samples: of 10,100 these are 51 (5 per
		 * mille), the last bin included. */
		{ 5, { 7, 0, 7, 0, 7 }, 0, { 0 }, { 0 } },
		{ 7, { 10000, 0, 0, 49, 0, 51, 0 }, 2, { 0, 5 }, { 1, 6 } },
		{ 4, { 0, 50, 0, 9950 }, 2, { 1, 3 }, { 2, 3 } },
		{ 4, { 0, 50, 0, 9951 }, 1, { 3 }, { 3 } },
		{ 3, { 0, LEAST, 0 }, 1, { 1 }, { 2 } },
		{ 3, { 0, LEAST - 1, 0 }, 0, { 0 }, { 0 } },
		/* A plateau counts once, two of a height do not. */
		{ 4, { 50, 50, 50, 50 }, 1, { 0 }, { 3 } },
		{ 5, { 0, 90, 10, 90, 0 }, 2, { 1, 3 }, { 2, 4 } },
		/* Parted at the first low, which is half as high or lower. */
		{ 7, { 0, 100, 10, 10, 40, 200, 0 }, 2, { 1, 5 }, { 2, 6 } },
		{ 4, { 200, 50, 100, 0 }, 2, { 0, 2 }, { 1, 3 } },
		{ 4, { 0, 100, 50, 200 }, 2, { 1, 3 }, { 2, 3 } },
		{ 4, { 200, 51, 100, 0 }, 1, { 0 }, { 3 } },
		{ 4, { 0, 100, 51, 200 }, 1, { 3 }, { 3 } },
		{ 4, { 200, 40, 100, 0 }, 2, { 0, 2 }, { 1, 3 } },
		{ 4, { 0, 100, 40, 200 }, 2, { 1, 3 }, { 2, 3 } },
	};

	EACH_ROW(i, rows) {
		struct peak peak[MOST];
		uint64_t all = 0, shared = 0;
		unsigned n = peaks_find(rows[i].count, rows[i].bins, peak,
					MOST);

		CHECK_EQUAL(n, rows[i].peaks);
		for (unsigned p = 0; p < n; p++) {
			CHECK_EQUAL(peak[p].bin, rows[i].bin[p]);
			CHECK_EQUAL(peak[p].last, rows[i].last[p]);
			CHECK_EQUAL(peak[p].first,
				    p ? rows[i].last[p - 1] + 1 : 0);
			shared += peak[p].count;
		}
		for (unsigned b = 0; b < rows[i].bins; b++)
			all += rows[i].count[b];
		CHECK_EQUAL(shared, n ? all : 0);
	}
}

TEST(peaks_are_no_more_than_asked_for)
{
	static const uint32_t comb[] = { 9, 0, 9, 0, 9, 0, 9, 0, 9, 0, 9 };
	struct peak peak[3];

	CHECK_EQUAL(peaks_find(comb, 11, peak, 3), 3);
	CHECK_EQUAL(peak[2].last, 10);
}
