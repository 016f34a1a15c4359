/* SPDX-License-Identifier: MIT */
#include "bench/experiments/workloads/workloads.h"

#include "bench/stats/stats.h"

#define PERCENT_MILLI 100000

struct gain workloads_gain(const int64_t *sequential, const int64_t *ticks,
			   unsigned rounds)
{
	int64_t one[WORKLOADS_ROUNDS] = { 0 };
	unsigned quarter = rounds / 4;

	for (unsigned r = 0; r < rounds; r++)
		one[r] = (sequential[r] - ticks[r]) * PERCENT_MILLI /
			 (sequential[r] + !sequential[r]);
	return (struct gain){
		.median = stats_median(one, rounds), .least = one[quarter],
		.most = one[rounds ? rounds - 1 - quarter : 0] };
}
