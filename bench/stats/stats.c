/* SPDX-License-Identifier: MIT */
#include "bench/stats/stats.h"

/* ---- heapsort ---------------------------------------------------------- */

static void sift_down(int64_t *heap, size_t at, size_t n)
{
	int64_t value = heap[at];
	size_t child;

	while ((child = 2 * at + 1) < n) {
		if (child + 1 < n && heap[child + 1] > heap[child])
			child++;
		if (heap[child] <= value)
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = value;
}

void stats_sort(int64_t *samples, size_t n)
{
	for (size_t i = n / 2; i-- > 0;)
		sift_down(samples, i, n);
	for (size_t end = n; end-- > 1;) {
		int64_t largest = samples[0];

		samples[0] = samples[end];
		samples[end] = largest;
		sift_down(samples, 0, end);
	}
}

/* ---- summaries --------------------------------------------------------- */

int64_t stats_percentile(const int64_t *sorted, size_t n, unsigned per_mille)
{
	size_t rank = (n * per_mille + 999) / 1000;

	if (!n)
		return 0;
	return sorted[rank ? rank - 1 : 0];
}

int64_t stats_mean_milli(const int64_t *samples, size_t n)
{
	int64_t sum = 0, count = (int64_t)n; /* n would make it unsigned */

	for (size_t i = 0; i < n; i++)
		sum += samples[i];
	/* In two parts: the sum times 1000 may not fit. */
	return n ? sum / count * 1000 + sum % count * 1000 / count : 0;
}

/*
 * The median of |sample - middle|, without a second array: in sorted samples
 * the deviations fall towards the middle from either end, so the largest ones
 * are peeled off from outside until the one of the median's rank is left.
 */
static int64_t deviation(const int64_t *sorted, size_t n, int64_t middle)
{
	size_t low = 0, high = n, peel = n - (n + 1) / 2;

	for (;;) {
		int64_t below = sorted[low] < middle ? middle - sorted[low] : 0;
		int64_t above = sorted[high - 1] > middle ?
				 sorted[high - 1] - middle : 0;

		if (!peel--)
			return below > above ? below : above;
		if (below > above)
			low++;
		else
			high--;
	}
}

int64_t stats_median(int64_t *samples, size_t n)
{
	stats_sort(samples, n);
	return stats_percentile(samples, n, 500);
}

struct summary stats_summarise(int64_t *samples, size_t n)
{
	struct summary s = { .n = n };

	if (!n)
		return s;
	s.p50 = stats_median(samples, n);
	s.min = samples[0];
	s.p90 = stats_percentile(samples, n, 900);
	s.p99 = stats_percentile(samples, n, 990);
	s.p999 = stats_percentile(samples, n, 999);
	s.p9999 = samples[n - n / 10000 - 1]; /* of rank ceil(n * 0.9999) */
	s.max = samples[n - 1];
	s.mean_milli = stats_mean_milli(samples, n);
	s.mad = deviation(samples, n, s.p50);
	return s;
}

uint64_t stats_jain_milli(const uint64_t *share, size_t n)
{
	uint64_t most = 0, sum = 0, squares = 0;
	unsigned shift = 0;

	for (size_t i = 0; i < n; i++)
		most = share[i] > most ? share[i] : most;
	while (most >> shift > UINT16_MAX)
		shift++; /* sum^2 * 1000 < 2^62 for n <= 1,024 */
	for (size_t i = 0; i < n; i++) {
		uint64_t x = share[i] >> shift;

		sum += x;
		squares += x * x;
	}
	return squares ? sum * sum * 1000 / (n * squares) : 1000;
}
