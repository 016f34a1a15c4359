/* SPDX-License-Identifier: MIT */
#include "kernel/serial/pace.h"

void pace_add(struct pace *pace, size_t bytes, uint64_t ticks)
{
	pace->bytes += bytes;
	pace->ticks += ticks;
	if (pace->bytes < PACE_WINDOW)
		return;
	pace->window[pace->windows++ % PACE_WINDOWS] =
		pace->ticks * PACE_WINDOW / pace->bytes;
	pace->bytes = pace->ticks = 0;
}

uint64_t pace_bytes_per_second(const struct pace *pace, uint64_t hz)
{
	uint64_t least = UINT64_MAX;

	if (pace->windows < PACE_WINDOWS)
		return 0;
	for (unsigned i = 0; i < PACE_WINDOWS; i++)
		if (pace->window[i] < least)
			least = pace->window[i];
	return hz * PACE_WINDOW / (least ? least : 1);
}
