/* SPDX-License-Identifier: MIT */
#include "bench/samples/series.h"

#include "bench/conditions/together.h"
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

/* What the cores' own counters say of the last round, all together, and whether
 * the cores still run at the same time. */
static struct core_counts counts_of_all(const struct series *s)
{
	struct core_counts all = {
		.turns = together_no_more(round_participants(s->cell)) };

	for (unsigned p = 0; p < round_participants(s->cell); p++) {
		all.smi += round_result_of(p)->counts.smi;
		all.clock += round_result_of(p)->counts.clock;
	}
	return all;
}

/* Samples that a core takes in so long a time, by those of a round. */
#define TOGETHER_TICKS 1000000000000ull

static uint64_t pace_of(const int64_t *samples, uint32_t n)
{
	int64_t mean_milli = stats_mean_milli(samples, n);

	return TOGETHER_TICKS * 1000 / (uint64_t)(mean_milli > 0 ? mean_milli
								 : 1);
}

/* All cores' samples of a round in a copy, which is then sorted. */
static bool judge(struct series *s, int64_t *scratch)
{
	unsigned most = round_participants(s->cell), round = s->history.rounds;
	uint64_t pace = 0;
	uint32_t count;
	size_t n = 0;

	for (unsigned p = 0; p < most; p++) {
		const int64_t *own = series_samples(s, p, round, &count);

		memcpy(scratch + n, own, count * sizeof(*scratch));
		pace += pace_of(own, count);
		n += count;
	}
	s->history.together_milli[round] = most > 1 && pace ?
		(int64_t)(TOGETHER_TICKS * 1000 / pace) : 0;
	s->history.rivals = most - 1;
	return history_judge(&s->history, scratch, n, counts_of_all(s));
}

static void judge_settled(struct series *s)
{
	int64_t low = INT64_MAX, high = INT64_MIN;

	for (unsigned r = 0; r < s->history.rounds; r++) {
		low = s->history.p50[r] < low ? s->history.p50[r] : low;
		high = s->history.p50[r] > high ? s->history.p50[r] : high;
	}
	s->settled = s->history.rounds >= SETTLED_ROUNDS &&
		     (high - low) * 100 <= low * SETTLED_PERCENT;
}

/* False: it was disturbed and is to be done again. */
static bool run_once(struct series *s, uint64_t ticks, int64_t *scratch)
{
	unsigned round = s->history.rounds;

	s->history.probe = probe_take(s->cell->cores);
	round_run(&(struct round_order){
		.cell = s->cell, .batch = s->batch, .most = s->per_round,
		.ticks = ticks, .samples = samples_of(s, 0, round),
		.stride = (size_t)rounds_most * s->per_round,
	});
	history_probe(&s->history, s->cell->cores);
	for (unsigned p = 0; p < round_participants(s->cell); p++) {
		uint32_t n = round_result_of(p)->n;
		s->count[p * rounds_most + round] = n;
		s->out_of_time |= n < s->per_round;
	}
	return judge(s, scratch);
}

void series_round(struct series *s, uint64_t ticks, int64_t *scratch)
{
	while (!run_once(s, ticks, scratch))
		;
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
	n = gather(s, 0, s->history.rounds, &samples);
	s->summary = stats_summarise(samples, n);
	s->sorted = samples;
}

const char *series_stop(const struct series *s)
{
	return s->settled ? "confidence" : s->out_of_time ? "budget" : NULL;
}

bool series_passes_differ(const struct series *s)
{
	int64_t low = INT64_MAX, high = INT64_MIN;
	int64_t apart = s->accumulate_mean_milli - s->summary.mean_milli;

	if (!s->history.rounds)
		return false;
	for (unsigned r = 0; r < s->history.rounds; r++) {
		int64_t mean = s->history.mean_milli[r];

		low = mean < low ? mean : low;
		high = mean > high ? mean : high;
	}
	return (apart < 0 ? -apart : apart) >
	       s->overhead * 1000 + 2 * (high - low);
}
