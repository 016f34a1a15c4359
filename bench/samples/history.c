/* SPDX-License-Identifier: MIT */
#include "bench/samples/history.h"

#include "bench/conditions/disturbed.h"
#include "bench/conditions/timesharing.h"
#include "bench/conditions/together.h"
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

/* The lowest median: that of a round of few samples may be the very pause it is
 * to be compared with. */
static int64_t usual_median(const struct history *h, unsigned rounds)
{
	int64_t least = h->pilot ? h->pilot : h->p50[0];

	for (unsigned r = 0; r < rounds; r++)
		least = h->p50[r] < least ? h->p50[r] : least;
	return least;
}

/* A pause shows where other rounds were shorter, later ones, too. */
static void judge_pauses(struct history *h, unsigned rounds)
{
	int64_t usual = usual_median(h, rounds);

	for (unsigned r = 0; r < rounds; r++)
		h->disturbed[r] |= disturbed_by(&(struct round_facts){
			.median = usual, .max = h->max[r],
			.rivals = h->rivals },
			ticks_of_seconds(1));
}

static bool done_again(struct history *h, unsigned round)
{
	if (!h->disturbed[round] || timeshared() || settings_tails() ||
	    h->repeated == HISTORY_REPEATS)
		return false;
	h->repeated++;
	return true;
}

bool history_judge(struct history *h, int64_t *samples, size_t n,
		   struct core_counts counts)
{
	unsigned round = h->rounds;

	if (round == SETTINGS_ROUNDS_MAX)
		return true;
	h->p50[round] = stats_median(samples, n);
	h->mean_milli[round] = stats_mean_milli(samples, n);
	h->max[round] = samples[n - 1];
	if (h->count)
		h->count[round] = (uint32_t)n;
	if (!h->usual_clock)
		h->usual_clock = counts.clock;
	h->disturbed[round] = disturbed_by(&(struct round_facts){
		.smi = counts.smi, .clock = counts.clock,
		.usual_clock = h->usual_clock, .turns = counts.turns },
		ticks_of_seconds(1));
	judge_pauses(h, round + 1);
	if (done_again(h, round))
		return false;
	h->rounds++;
	return true;
}

void history_probe(struct history *h, unsigned cores)
{
	struct probe after = probe_take(cores);

	if (h->rounds < SETTINGS_ROUNDS_MAX)
		h->around[h->rounds] = around_between(&h->probe, &after);
}

void history_begin(struct history *h, unsigned cores)
{
	h->cores = cores;
	h->probe = probe_take(cores);
	h->before = machine_counters();
}

bool history_add(struct history *h, int64_t *samples, size_t n)
{
	struct machine_counters after = machine_counters();
	struct core_counts counts = core_counts_between(&h->before, &after);

	if (!n)
		return true;
	history_probe(h, h->cores);
	counts.turns = together_no_more(h->cores);
	return history_judge(h, samples, n, counts);
}

unsigned history_disturbed_by(const struct history *h)
{
	unsigned reasons = 0;

	for (unsigned r = 0; r < h->rounds; r++)
		reasons |= h->disturbed[r];
	return reasons;
}
