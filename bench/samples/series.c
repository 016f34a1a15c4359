/* SPDX-License-Identifier: MIT */
#include "bench/samples/series.h"

#include "bench/conditions/disturbed.h"
#include "bench/conditions/timesharing.h"
#include "bench/samples/round.h"
#include "kernel/machine.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

/*
 * The rounds agree when the spread of their medians is within 1 % after at
 * least six of them: smallest and largest of six bound the median with a
 * confidence of 1 - 2 / 2^6 = 97 % (order statistics, no assumption on the
 * distribution).
 */
#define SETTLED_ROUNDS 6u
#define SETTLED_PERCENT 1u

static unsigned rounds_most;

bool series_prepare(struct series *s, uint32_t samples, unsigned rounds)
{
	size_t participants = round_participants(s->cell);

	rounds_most = rounds;
	s->per_round = (samples + rounds - 1) / rounds;
	s->samples = bench_scratch(participants * rounds * s->per_round *
				   sizeof(*s->samples));
	s->count = bench_scratch(participants * rounds * sizeof(*s->count));
	s->share = bench_scratch(participants * sizeof(*s->share));
	return s->samples && s->count && s->share;
}

/* ---- samples ----------------------------------------------------------- */

static int64_t *samples_of(const struct series *s, unsigned participant,
			   unsigned round)
{
	size_t stride = (size_t)rounds_most * s->per_round;

	return s->samples + participant * stride + round * s->per_round;
}

const int64_t *series_samples(const struct series *s, unsigned participant,
			      unsigned round, uint32_t *n)
{
	*n = s->count[participant * rounds_most + round];
	return samples_of(s, participant, round);
}

/*
 * Closes the gaps that rounds ended by time have left: all samples of the
 * rounds from .. to - 1 in a row, at the start of the first one's place.
 */
static size_t gather(const struct series *s, unsigned from, unsigned to,
		     int64_t **start)
{
	size_t n = 0;

	*start = samples_of(s, 0, from);
	for (unsigned p = 0; p < round_participants(s->cell); p++) {
		for (unsigned r = from; r < to; r++) {
			uint32_t count = s->count[p * rounds_most + r];
			memmove(*start + n, samples_of(s, p, r),
				count * sizeof(**start));
			n += count;
		}
	}
	return n;
}

/* ---- one round --------------------------------------------------------- */

/* What the cores' own counters say of the last round, all together. */
static void count_clock(struct series *s, struct round_facts *facts)
{
	for (unsigned p = 0; p < round_participants(s->cell); p++) {
		facts->smi += round_result_of(p)->smi;
		facts->clock += round_result_of(p)->clock;
	}
	if (!s->usual_clock)
		s->usual_clock = facts->clock;
	facts->usual_clock = s->usual_clock;
}

/* The lowest median until now: that of a round of few samples may be the very
 * pause it is to be compared with. */
static int64_t usual_median(const struct series *s, unsigned round)
{
	int64_t least = s->round_p50[round];

	for (unsigned r = 0; r < round; r++)
		least = s->round_p50[r] < least ? s->round_p50[r] : least;
	return least;
}

/* Median, mean and the largest sample of a round, found in a copy. */
static void judge(struct series *s, unsigned round, int64_t *scratch)
{
	struct round_facts facts = { 0 };
	size_t n = 0;

	for (unsigned p = 0; p < round_participants(s->cell); p++) {
		uint32_t count = s->count[p * rounds_most + round];
		memcpy(scratch + n, samples_of(s, p, round),
		       count * sizeof(*scratch));
		n += count;
	}
	s->round_p50[round] = stats_median(scratch, n);
	s->round_mean_milli[round] = stats_mean_milli(scratch, n);
	facts.median = usual_median(s, round);
	facts.max = scratch[n - 1];
	count_clock(s, &facts);
	s->round_disturbed[round] = disturbed_by(&facts, ticks_of_seconds(1));
}

static void judge_settled(struct series *s)
{
	int64_t low = INT64_MAX, high = INT64_MIN;

	for (unsigned r = 0; r < s->rounds; r++) {
		low = s->round_p50[r] < low ? s->round_p50[r] : low;
		high = s->round_p50[r] > high ? s->round_p50[r] : high;
	}
	s->settled = s->rounds >= SETTLED_ROUNDS &&
		     (high - low) * 100 <= low * SETTLED_PERCENT;
}

static void run_once(struct series *s, unsigned round, uint64_t ticks,
		     int64_t *scratch)
{
	round_run(&(struct round_order){
		.cell = s->cell, .batch = s->batch, .most = s->per_round,
		.ticks = ticks, .samples = samples_of(s, 0, round),
		.stride = (size_t)rounds_most * s->per_round,
	});
	for (unsigned p = 0; p < round_participants(s->cell); p++) {
		uint32_t n = round_result_of(p)->n;
		s->count[p * rounds_most + round] = n;
		s->out_of_time |= n < s->per_round;
	}
	judge(s, round, scratch);
}

void series_round(struct series *s, uint64_t ticks, int64_t *scratch)
{
	run_once(s, s->rounds, ticks, scratch);
	while (s->round_disturbed[s->rounds] && !timeshared() &&
	       s->repeated < SERIES_REPEATS) {
		s->repeated++;
		run_once(s, s->rounds, ticks, scratch);
	}
	s->rounds++;
	judge_settled(s);
}

/* ---- the result -------------------------------------------------------- */

static void accumulate(struct series *s, uint64_t ticks)
{
	struct sample_sum all = { 0 };

	round_run(&(struct round_order){
		.cell = s->cell, .batch = s->batch, .most = s->per_round,
		.ticks = ticks,
	});
	for (unsigned p = 0; p < round_participants(s->cell); p++) {
		all.n += round_result_of(p)->sum.n;
		all.sum += round_result_of(p)->sum.sum;
		s->share[p] = round_result_of(p)->sum.n * s->batch;
	}
	s->accumulate_mean_milli = (int64_t)(all.sum / all.n * 1000 +
					     all.sum % all.n * 1000 / all.n);
	s->jain_milli = stats_jain_milli(s->share, round_participants(s->cell));
}

void series_finish(struct series *s, uint64_t ticks)
{
	int64_t *samples;
	size_t n;

	accumulate(s, ticks);
	n = gather(s, 0, s->rounds, &samples);
	s->summary = stats_summarise(samples, n);
	s->sorted = samples;
}

const char *series_stop(const struct series *s)
{
	return s->settled ? "confidence" : s->out_of_time ? "budget" : "samples";
}

unsigned series_disturbed_by(const struct series *s)
{
	unsigned reasons = 0;

	for (unsigned r = 0; r < s->rounds; r++)
		reasons |= s->round_disturbed[r];
	return reasons;
}

bool series_passes_differ(const struct series *s)
{
	int64_t low = INT64_MAX, high = INT64_MIN;
	int64_t apart = s->accumulate_mean_milli - s->summary.mean_milli;

	for (unsigned r = 0; r < s->rounds; r++) {
		int64_t mean = s->round_mean_milli[r];

		low = mean < low ? mean : low;
		high = mean > high ? mean : high;
	}
	return (apart < 0 ? -apart : apart) >
	       s->overhead * 1000 + 2 * (high - low);
}
