/* SPDX-License-Identifier: MIT */
#include "bench/conditions/disturbed.h"

#include "kernel/minmax.h"

/* A sample this far above the median was interrupted: short operations vary by
 * many medians, and a long one by a part of it. */
#define PAUSE_US 10
#define PAUSE_FACTOR 50
#define PAUSE_LONG_US 1000
#define PAUSE_PART 4

/* And for each rival, whose bursts a core may have to wait for: those of the
 * back-off lock take 60 us at most where nothing interrupts them. */
#define PAUSE_RIVAL_US 100

/* A clock that is off by more than this has changed. */
#define CLOCK_PERCENT 2u

const char *disturbed_word(enum disturbance reason)
{
	return reason == DISTURBED_PAUSE ? "pause" :
	       reason == DISTURBED_SMI ? "smi" :
	       reason == DISTURBED_CLOCK ? "clock" : "turns";
}

static int64_t pause_above(int64_t median, unsigned rivals, uint64_t hz)
{
	uint64_t us = hz / 1000000, usual = median > 0 ? (uint64_t)median : 0;
	uint64_t of_long = max_u64(us * PAUSE_LONG_US, usual / PAUSE_PART);
	uint64_t least = us * min_u64(PAUSE_US + rivals * PAUSE_RIVAL_US,
				      PAUSE_LONG_US);

	return median + (int64_t)max_u64(least, min_u64(usual * PAUSE_FACTOR,
							of_long));
}

unsigned disturbed_by(const struct round_facts *f, uint64_t hz)
{
	uint64_t off = f->clock > f->usual_clock ? f->clock - f->usual_clock
						 : f->usual_clock - f->clock;
	unsigned reasons = 0;

	if (f->max > pause_above(f->median, f->rivals, hz))
		reasons |= DISTURBED_PAUSE;
	if (f->smi)
		reasons |= DISTURBED_SMI;
	if (f->clock && f->usual_clock &&
	    off * 100 > f->usual_clock * CLOCK_PERCENT)
		reasons |= DISTURBED_CLOCK;
	if (f->turns)
		reasons |= DISTURBED_TURNS;
	return reasons;
}
