/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/line.h"

#include "bench/conditions/timesharing.h"
#include "bench/harness/trial.h"
#include "bench/samples/history.h"
#include "bench/stats/stats.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

#define SAMPLE_SHARE 192u   /* of settings->samples for one line of a pair */
#define PAIR_MS_LEAST 2u
#define PAIR_MS_MOST 100u
#define PILOT_MS 2u
#define SLOW_US 10u         /* a round trip above: emulated, one a sample */

/* A pair above so many medians of all pairs was disturbed. */
#define DISTURBED_TIMES 50

static struct matrix *matrix;
static struct handover_order order;

static struct record_key key_of_pair(const struct param *params)
{
	return (struct record_key){ "line", matrix->variant, 2, params };
}

/* ---- before the pairs --------------------------------------------------- */

/* Where a round trip takes an emulator's whole time slice, one must do. */
static void choose_trips(void)
{
	struct handover_samples *s;

	order.trips = order.per_line = 1;
	order.ticks = ticks_of_ms(PILOT_MS);
	s = handover_run(&order);
	if (timeshared() || stats_median(s->ticks, s->n) >
			    (int64_t)ticks_of_us(SLOW_US))
		return;
	order.trips = HANDOVER_TRIPS;
	order.warm = HANDOVER_WARM;
}

static bool prove_handover(void)
{
	const struct record_key key = key_of_pair(NULL);
	const struct handover_samples *s = handover_run(&order);

	return trial_verdict(&key, &(struct proof){
		.property = "the line goes there and back each time",
		.operations = s->counted,
		.proven = proven_if(s->counted == s->handed),
		.why = "hand-overs are miscounted" });
}

/* Rounds share what a pair may take; the only one has it all. */
static void choose_sizes(const struct settings *settings)
{
	unsigned rounds = timeshared() ? 1 : LINE_ROUNDS;
	uint64_t per_line = clamp_u64(settings->samples / SAMPLE_SHARE, 1,
				      HANDOVER_PER_LINE_MAX);

	order.per_line = (uint32_t)((per_line + rounds - 1) / rounds);
	order.ticks = trial_box(settings, matrix->cores * (matrix->cores - 1),
				PAIR_MS_LEAST, PAIR_MS_MOST) / rounds;
	matrix->batch = 2 * order.trips;
}

/* Chooses the sample, proves the hand-over; by the first two cores. */
static bool choose_sample(const struct settings *settings,
			  const struct handover_kind *kind)
{
	const struct record_key key = key_of_pair(NULL);

	trial_begin(&key);
	order = (struct handover_order){ .kind = kind,
					 .asker = matrix->core[0],
					 .answerer = matrix->core[1] };
	choose_trips();
	if (!prove_handover())
		return false;
	choose_sizes(settings);
	return true;
}

/* ---- a pair in a round --------------------------------------------------- */

static int64_t median_of_line(const struct handover_samples *s, unsigned line)
{
	int64_t own[HANDOVER_PER_LINE_MAX];
	size_t n = 0;

	for (unsigned i = line; i < s->n; i += HANDOVER_LINES)
		own[n++] = s->ticks[i];
	return stats_median(own, n);
}

static void compare_lines(const struct handover_samples *s,
			  struct pair_round *r)
{
	r->least = INT64_MAX;
	r->most = 0;
	for (unsigned line = 0; line < HANDOVER_LINES && line < s->n; line++) {
		int64_t ticks = median_of_line(s, line);

		r->least = min_i64(r->least, ticks);
		r->most = max_i64(r->most, ticks);
	}
}

static bool handed_over(const struct handover_samples *s)
{
	const struct record_key key = key_of_pair(NULL);

	return s->counted == s->handed ||
	       trial_wrong(&key, "from %u to %u %lu of %lu hand-overs were "
			   "counted", order.asker, order.answerer, s->counted,
			   s->handed);
}

/* Once more where it was disturbed. Its samples, sorted; NULL: miscounted. */
static const struct handover_samples *sample_pair(struct history *history,
						  struct pair_round *r)
{
	struct handover_samples *s;

	do {
		history_begin(history, (unsigned)max_u64(order.asker,
							 order.answerer) + 1);
		s = handover_run(&order);
		if (!handed_over(s))
			return NULL;
		compare_lines(s, r);
	} while (!history_add(history, s->ticks, s->n));
	r->ticks = history->p50[history->rounds - 1];
	r->disturbed = history->disturbed[history->rounds - 1];
	return s;
}

static void keep_samples(struct pair_kept *k, const struct handover_samples *s)
{
	memcpy(k->ticks + k->n, s->ticks, s->n * sizeof(*s->ticks));
	k->n += s->n;
}

static bool measure_pair(void *of, unsigned pair, unsigned round)
{
	static struct history alone; /* of this round: many pairs keep none */
	struct pair_kept *k = matrix->kept ? &matrix->kept[pair] : NULL;
	unsigned at = matrix_at(matrix, pair);
	const struct handover_samples *s;

	(void)of;
	alone = (struct history){ 0 };
	order.asker = matrix->core[at / matrix->cores];
	order.answerer = matrix->core[at % matrix->cores];
	s = sample_pair(k ? &k->history : &alone,
			matrix_round(matrix, round, at));
	if (s && k)
		keep_samples(k, s);
	trial_step(timeshared() ? LINE_ROUNDS : 1);
	return s;
}

/* ---- all of them -------------------------------------------------------- */

static unsigned count_pairs(void)
{
	return matrix->cores * (matrix->cores - 1);
}

static bool measure_rounds(void)
{
	for (unsigned pair = 0; matrix->kept && pair < count_pairs(); pair++) {
		struct pair_kept *k = &matrix->kept[pair];

		k->n = 0;
		k->history = (struct history){ .count = k->count };
	}
	return trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = count_pairs(), .wanted = LINE_ROUNDS },
		.pass = measure_pair },
		&matrix->rounds);
}

/* Later rounds may have shown that an earlier one was disturbed. */
static void judge_again(unsigned pair)
{
	const struct history *h = &matrix->kept[pair].history;
	unsigned at = matrix_at(matrix, pair);

	for (unsigned r = 0; r < matrix->rounds; r++)
		matrix_round(matrix, r, at)->disturbed = h->disturbed[r];
}

static void take_medians(unsigned at)
{
	int64_t ticks[LINE_ROUNDS], least[LINE_ROUNDS], most[LINE_ROUNDS];

	for (unsigned r = 0; r < matrix->rounds; r++) {
		const struct pair_round *p = matrix_round(matrix, r, at);

		ticks[r] = p->ticks;
		least[r] = p->least;
		most[r] = p->most;
	}
	matrix->ticks[at] = stats_median(ticks, matrix->rounds);
	matrix->least[at] = stats_median(least, matrix->rounds);
	matrix->most[at] = stats_median(most, matrix->rounds);
}

/* A host that took a core away for milliseconds is no distance of two. */
static void find_disturbed(void)
{
	unsigned pairs = count_pairs(), disturbed = 0;

	for (unsigned pair = 0; pair < pairs; pair++)
		matrix->all[pair] = matrix->ticks[matrix_at(matrix, pair)];
	matrix->calm_most = DISTURBED_TIMES * stats_median(matrix->all, pairs);
	for (unsigned pair = 0; pair < pairs; pair++)
		disturbed += matrix_disturbed(matrix, matrix_at(matrix, pair));
	if (disturbed)
		log_warning("pairs_disturbed", "line %s: %u of %u pairs "
			    "stayed above %d times the median of all",
			    matrix->variant, disturbed, pairs,
			    DISTURBED_TIMES);
}

static void report_pair(unsigned pair)
{
	struct pair_kept *k = &matrix->kept[pair];
	unsigned at = matrix_at(matrix, pair);
	const struct param params[] = {
		{ "from", matrix->core[at / matrix->cores] },
		{ "to", matrix->core[at % matrix->cores] }, { NULL, 0 } };

	trial_report_rounds(&(struct result){
		.key = key_of_pair(params), .batch = matrix->batch,
		.per = "hand-over (half a round trip)", .quiet = true,
	}, &k->history, k->ticks, k->n);
}

bool matrix_measure(const struct settings *settings,
		    const struct handover_kind *kind, struct matrix *wanted)
{
	matrix = wanted;
	if (!choose_sample(settings, kind) || !measure_rounds())
		return false;
	for (unsigned pair = 0; pair < count_pairs(); pair++) {
		if (matrix->kept)
			judge_again(pair);
		take_medians(matrix_at(matrix, pair));
	}
	find_disturbed();
	for (unsigned pair = 0; matrix->kept && pair < count_pairs(); pair++)
		report_pair(pair);
	return true;
}
