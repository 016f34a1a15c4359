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
