/* SPDX-License-Identifier: MIT */
/*
 * Bubble sort. Workers sort a part of the list each, but then the whole list
 * has to be sorted all the same: as published, by bubble sort again.
 */
#include "bench/bench.h"
#include "bench/experiments/workloads/workloads.h"

static struct {
	uint32_t *number;   /* sorted in place */
	uint32_t *shuffled; /* 0 .. n - 1 in random order */
	uint32_t n;
} sort;

/* Knuth, "The Art of Computer Programming", vol. 2, 3.4.2, algorithm P; the
 * same order each time. */
static void shuffle(uint32_t *number, uint32_t n)
{
	uint64_t state = 1;

	for (uint32_t i = n - 1; i > 0; i--) {
		uint32_t k, kept = number[i];

		state = state * 6364136223846793005u + 1442695040888963407u;
		k = (uint32_t)((state >> 32) * (i + 1) >> 32);
		number[i] = number[k];
		number[k] = kept;
	}
}

static bool sort_prepare(uint32_t items)
{
	sort.n = items;
	sort.number = bench_scratch(items * sizeof(*sort.number));
	sort.shuffled = bench_scratch(items * sizeof(*sort.shuffled));
	if (!sort.number || !sort.shuffled)
		return false;
	for (uint32_t i = 0; i < items; i++)
		sort.shuffled[i] = i;
	shuffle(sort.shuffled, items);
	return true;
}

static void sort_reset(void)
{
	for (uint32_t i = 0; i < sort.n; i++)
		sort.number[i] = sort.shuffled[i];
}

/* One sweep; false: nothing was out of order. */
static inline bool sweep(uint32_t *number, uint32_t n)
{
	bool swapped = false;

	for (uint32_t i = 1; i < n; i++) {
		uint32_t low = number[i - 1], high = number[i];

		if (low <= high)
			continue;
		number[i - 1] = high;
		number[i] = low;
		swapped = true;
	}
	return swapped;
}

__attribute__((noinline)) static void bubble(uint32_t *number, uint32_t n)
{
	while (n > 1 && sweep(number, n))
		n--;
}

static void sort_alone(void)
{
	bubble(sort.number, sort.n);
}

static void sort_part(unsigned worker, unsigned workers)
{
	uint32_t from = sort.n * worker / workers;
	uint32_t to = sort.n * (worker + 1) / workers;

	bubble(sort.number + from, to - from);
}

static bool sort_right(void)
{
	for (uint32_t i = 0; i < sort.n; i++)
		if (sort.number[i] != i)
			return false;
	return true;
}

const struct workload workload_sort = {
	.name = "sort", .summary = "bubble-sort lists of numbers",
	.per = "number", .items = 4096, .items_quick = 1024,
	.items_least = 64, .prepare = sort_prepare, .reset = sort_reset,
	.alone = sort_alone, .part = sort_part, .rest = sort_alone,
	.right = sort_right,
};
