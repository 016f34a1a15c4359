/* SPDX-License-Identifier: MIT */
/* bench/stats/peaks.c: what counts as a peak, and whose a sample is. */
#include "bench/stats/peaks.h"
#include "tests/unit/test.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define MOST 8

static struct peak peak[MOST];

TEST(peaks_of_nothing_are_none)
{
	static const uint32_t empty[10];

	CHECK_EQUAL(peaks_find(empty, COUNT(empty), peak, MOST), 0);
	CHECK_EQUAL(peaks_find(empty, 0, peak, MOST), 0);
}

TEST(peaks_one_hill_is_one_peak_with_all_samples)
{
	static const uint32_t hill[] = { 0, 3, 40, 100, 60, 20, 1, 0 };

	CHECK_EQUAL(peaks_find(hill, COUNT(hill), peak, MOST), 1);
	CHECK_EQUAL(peak[0].bin, 3);
	CHECK_EQUAL(peak[0].first, 0);
	CHECK_EQUAL(peak[0].last, 7);
	CHECK_EQUAL(peak[0].count, 224);
}

TEST(peaks_the_published_three_are_found_and_parted_at_the_valleys)
{
	/* 100-200, 200-300 and 500-900 ticks, bins of 50. */
	static const uint32_t bins[] = {
		0, 5, 90, 400, 100, 300, 90, 30, 20, 40, 120, 180, 200, 190,
		150, 90, 40, 20, 10, 5, 0, 0 };

	CHECK_EQUAL(peaks_find(bins, COUNT(bins), peak, MOST), 3);
	CHECK_EQUAL(peak[0].bin, 3);
	CHECK_EQUAL(peak[1].bin, 5);
	CHECK_EQUAL(peak[2].bin, 12);
	CHECK_EQUAL(peak[0].last, 4);
	CHECK_EQUAL(peak[1].first, 5);
	CHECK_EQUAL(peak[1].last, 8);
	CHECK_EQUAL(peak[0].count + peak[1].count + peak[2].count, 2080);
}

TEST(peaks_a_wobble_on_a_slope_is_none)
{
	static const uint32_t slope[] = { 0, 1000, 800, 820, 700, 710, 300, 0 };

	CHECK_EQUAL(peaks_find(slope, COUNT(slope), peak, MOST), 1);
	CHECK_EQUAL(peak[0].bin, 1);
}

TEST(peaks_a_few_stray_samples_are_none)
{
	static const uint32_t few[] = { 7, 0, 7, 0, 7 };
	static const uint32_t rare[] = { 10000, 0, 0, 49, 0, 51, 0 };

	CHECK_EQUAL(peaks_find(few, COUNT(few), peak, MOST), 0);
	CHECK_EQUAL(peaks_find(rare, COUNT(rare), peak, MOST), 2);
	CHECK_EQUAL(peak[1].bin, 5); /* 5 per mille of 10,100 are 51 */
}

TEST(peaks_a_plateau_counts_once)
{
	static const uint32_t plain[] = { 50, 50, 50, 50 };
	static const uint32_t twins[] = { 0, 90, 10, 90, 0 };

	CHECK_EQUAL(peaks_find(plain, COUNT(plain), peak, MOST), 1);
	CHECK_EQUAL(peak[0].bin, 0);
	CHECK_EQUAL(peaks_find(twins, COUNT(twins), peak, MOST), 2);
}

TEST(peaks_no_more_than_asked_for)
{
	static const uint32_t comb[] = { 9, 0, 9, 0, 9, 0, 9, 0, 9, 0, 9 };

	CHECK_EQUAL(peaks_find(comb, COUNT(comb), peak, 3), 3);
	CHECK_EQUAL(peak[2].last, COUNT(comb) - 1);
}

TEST(peaks_a_wobble_on_a_rising_slope_is_none)
{
	static const uint32_t slope[] = { 0, 300, 710, 700, 820, 800, 1000, 0 };
	static const uint32_t next[] = { 0, 50, 100, 0 };

	CHECK_EQUAL(peaks_find(slope, COUNT(slope), peak, MOST), 1);
	CHECK_EQUAL(peak[0].bin, 6);
	CHECK_EQUAL(peaks_find(next, COUNT(next), peak, MOST), 1);
	CHECK_EQUAL(peak[0].bin, 2);
}

TEST(peaks_a_lower_one_before_a_higher_one_is_parted_at_the_first_low)
{
	static const uint32_t bins[] = { 0, 100, 10, 10, 40, 200, 0 };

	CHECK_EQUAL(peaks_find(bins, COUNT(bins), peak, MOST), 2);
	CHECK_EQUAL(peak[0].bin, 1);
	CHECK_EQUAL(peak[0].last, 2);
}

TEST(peaks_at_the_very_bounds)
{
	static const uint32_t least[] = { 0, PEAKS_LEAST_COUNT, 0 };
	static const uint32_t fewer[] = { 0, PEAKS_LEAST_COUNT - 1, 0 };
	static const uint32_t half_left[] = { 200, 50, 100, 0 };
	static const uint32_t half_right[] = { 0, 100, 50, 200 };
	static const uint32_t above_left[] = { 200, 51, 100, 0 };
	static const uint32_t above_right[] = { 0, 100, 51, 200 };

	CHECK_EQUAL(peaks_find(least, COUNT(least), peak, MOST), 1);
	CHECK_EQUAL(peaks_find(fewer, COUNT(fewer), peak, MOST), 0);
	CHECK_EQUAL(peaks_find(half_left, COUNT(half_left), peak, MOST), 2);
	CHECK_EQUAL(peaks_find(half_right, COUNT(half_right), peak, MOST), 2);
	CHECK_EQUAL(peaks_find(above_left, COUNT(above_left), peak, MOST), 1);
	CHECK_EQUAL(peaks_find(above_right, COUNT(above_right), peak, MOST),
		    1);
}

/* 5 per mille of all, the last bin included. */
TEST(peaks_at_the_very_share)
{
	static const uint32_t share[] = { 0, 50, 0, 9950 };
	static const uint32_t less[] = { 0, 50, 0, 9951 };
	static const uint32_t thirds[] = { 200, 40, 100, 0 };
	static const uint32_t deep[] = { 0, 100, 40, 200 };

	CHECK_EQUAL(peaks_find(share, COUNT(share), peak, MOST), 2);
	CHECK_EQUAL(peaks_find(less, COUNT(less), peak, MOST), 1);
	CHECK_EQUAL(peak[0].bin, 3);
	CHECK_EQUAL(peaks_find(thirds, COUNT(thirds), peak, MOST), 2);
	CHECK_EQUAL(peaks_find(deep, COUNT(deep), peak, MOST), 2);
}
