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
