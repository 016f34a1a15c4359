/* SPDX-License-Identifier: MIT */
#include "bench/experiments/threads/threads.h"

#define PPM 1000000u

uint64_t utilisation_ppm(uint64_t busy, uint64_t whole)
{
	/* Both down to 2^40, so that the product fits. */
	while (busy >> 40 || whole >> 40) {
		busy >>= 1;
		whole >>= 1;
	}
	return whole ? busy * PPM / whole : 0;
}

uint64_t utilisation_threads_milli(unsigned cores, uint64_t ppm)
{
	return ppm ? ((uint64_t)cores * PPM * 1000 + ppm / 2) / ppm : 0;
}

/* Tasks that each core does in 10^12 ticks. */
static uint64_t throughput(const struct utilisation_point *point)
{
	return (uint64_t)point->k * PPM * PPM / (point->ticks ? point->ticks : 1);
}

unsigned utilisation_best_k(const struct utilisation_point *point, size_t n)
{
	uint64_t most = 0;

	for (size_t i = 0; i < n; i++)
		if (throughput(&point[i]) > most)
			most = throughput(&point[i]);
	for (size_t i = 0; i < n; i++)
		if (throughput(&point[i]) * 100 >=
		    most * (100 - UTILISATION_NEAR_PERCENT))
			return point[i].k;
	return 0;
}

unsigned utilisation_flat_to(const struct utilisation_point *point, size_t n)
{
	unsigned flat = 0;

	for (size_t i = 0; i < n; i++) {
		if (point[i].ticks * 100 >
		    point[0].ticks * (100 + UTILISATION_FLAT_PERCENT))
			break;
		flat = point[i].k;
	}
	return flat;
}
