/* SPDX-License-Identifier: MIT */
#include "bench/samples/history.h"

#include "bench/conditions/disturbed.h"
#include "bench/stats/stats.h"
#include "kernel/ticks.h"

struct core_counts core_counts_between(const struct machine_counters *before,
				       const struct machine_counters *after)
{
	uint64_t mperf = after->mperf - before->mperf;

	return (struct core_counts){
		.smi = after->smi - before->smi,
		.clock = mperf ? (after->aperf - before->aperf) * 1000 / mperf
			       : 0 };
}

/* The lowest median until now: that of a round of few samples may be the very
 * pause it is to be compared with. */
static int64_t usual_median(const struct history *h, unsigned round)
{
	int64_t least = h->p50[round];

	for (unsigned r = 0; r < round; r++)
		least = h->p50[r] < least ? h->p50[r] : least;
	return least;
}

unsigned history_judge(struct history *h, unsigned round, int64_t *samples,
		       size_t n, struct core_counts counts)
{
	h->p50[round] = stats_median(samples, n);
	h->mean_milli[round] = stats_mean_milli(samples, n);
	if (!h->usual_clock)
		h->usual_clock = counts.clock;
	h->disturbed[round] = disturbed_by(&(struct round_facts){
		.median = usual_median(h, round), .max = samples[n - 1],
		.smi = counts.smi, .clock = counts.clock,
		.usual_clock = h->usual_clock }, ticks_of_seconds(1));
	return h->disturbed[round];
}

void history_begin(struct history *h)
{
	h->before = machine_counters();
}

void history_add(struct history *h, int64_t *samples, size_t n)
{
	struct machine_counters after = machine_counters();

	if (!n || h->rounds == SETTINGS_ROUNDS_MAX)
		return;
	history_judge(h, h->rounds++, samples, n,
		      core_counts_between(&h->before, &after));
}

unsigned history_disturbed_by(const struct history *h)
{
	unsigned reasons = 0;

	for (unsigned r = 0; r < h->rounds; r++)
		reasons |= h->disturbed[r];
	return reasons;
}
