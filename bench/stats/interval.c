/* SPDX-License-Identifier: MIT */
#include "bench/stats/interval.h"

#include <stdint.h>

/* One side may miss the median in one case of so many: 2.5 %. */
#define ONE_SIDE 40u

unsigned interval_rank(unsigned n)
{
	uint64_t cases = 1ull << n; /* ways to lie above and below the median */
	uint64_t choose = 1;        /* C(n, k): k values lie below it */
	uint64_t missed = 0;        /* cases in which fewer than k do */
	unsigned k = 0;

	while (ONE_SIDE * (missed + choose) <= cases) {
		missed += choose;
		choose = choose * (n - k) / (k + 1);
		k++;
	}
	return k;
}
