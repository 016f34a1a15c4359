/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/line.h"

#include "bench/conditions/timesharing.h"
#include "bench/harness/trial.h"
#include "bench/stats/stats.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"

#define RECORDED_CORES 4u   /* a result of each pair up to here */
#define SAMPLE_SHARE 192u   /* of settings->samples for one line of a pair */
#define PAIR_MS_LEAST 2u
#define PAIR_MS_MOST 100u
#define PILOT_MS 2u
#define SLOW_US 10u         /* a round trip above: emulated, one a sample */

/* A pair above so many medians of all pairs is measured again, so often. */
#define DISTURBED_TIMES 50
#define AGAIN_MOST 3u

static struct matrix *matrix;
static struct handover_order order;

/* On a machine of few cores, every pair's samples until they are final. */
static struct handover_samples kept[RECORDED_CORES * RECORDED_CORES];

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
	order.per_line = (uint32_t)clamp_u64(settings->samples / SAMPLE_SHARE,
					     1, HANDOVER_PER_LINE_MAX);
	order.ticks = trial_box(settings, matrix->cores * (matrix->cores - 1),
				PAIR_MS_LEAST, PAIR_MS_MOST);
	matrix->batch = 2 * order.trips;
	return true;
}

/* ---- a pair ------------------------------------------------------------- */

static int64_t median_of_line(const struct handover_samples *s, unsigned line)
{
	int64_t own[HANDOVER_PER_LINE_MAX];
	size_t n = 0;

	for (unsigned i = line; i < s->n; i += HANDOVER_LINES)
		own[n++] = s->ticks[i];
	return stats_median(own, n);
}

static void keep_lines(const struct handover_samples *s, unsigned at)
{
	matrix->least[at] = INT64_MAX;
	matrix->most[at] = 0;
	for (unsigned line = 0; line < HANDOVER_LINES && line < s->n; line++) {
		int64_t ticks = median_of_line(s, line);

		if (ticks < matrix->least[at])
			matrix->least[at] = ticks;
		if (ticks > matrix->most[at])
			matrix->most[at] = ticks;
	}
}

static bool report_pair(unsigned from, unsigned to)
{
	struct handover_samples *s = &kept[from * matrix->cores + to];
	const struct param params[] = { { "from", matrix->core[from] },
					{ "to", matrix->core[to] },
					{ NULL, 0 } };

	trial_report(&(struct result){
		.key = key_of_pair(params), .batch = matrix->batch,
		.per = "hand-over (half a round trip)", .quiet = true,
	}, s->ticks, s->n);
	return true;
}

static bool measure_pair(unsigned from, unsigned to)
{
	const struct record_key key = key_of_pair(NULL);
	unsigned at = from * matrix->cores + to;
	struct handover_samples *s;

	order.asker = matrix->core[from];
	order.answerer = matrix->core[to];
	s = handover_run(&order);
	keep_lines(s, at);
	matrix->ticks[at] = stats_median(s->ticks, s->n);
	if (matrix->cores <= RECORDED_CORES)
		kept[at] = *s;
	if (s->counted == s->handed)
		return true;
	return trial_wrong(&key, "from %u to %u %lu of %lu hand-overs were "
			   "counted", order.asker, order.answerer, s->counted,
			   s->handed);
}

/* ---- all of them -------------------------------------------------------- */

/* Calls visit() for each ordered pair; false if one returned false. */
static bool each_pair(bool (*visit)(unsigned from, unsigned to))
{
	bool ok = true;

	for (unsigned from = 0; from < matrix->cores; from++)
		for (unsigned to = 0; to < matrix->cores; to++)
			if (from != to)
				ok &= visit(from, to);
	return ok;
}

static bool measure_first(unsigned from, unsigned to)
{
	bool ok = measure_pair(from, to);

	trial_step(1);
	return ok;
}

static bool measure_again(unsigned from, unsigned to)
{
	unsigned at = from * matrix->cores + to;
	bool ok = true;

	for (unsigned i = 0; i < AGAIN_MOST && matrix_disturbed(matrix, at);
	     i++) {
		ok &= measure_pair(from, to);
		trial_step(0);
	}
	return ok;
}

/* Fills matrix->all; returns how many pairs there are. */
static size_t gather_medians(void)
{
	size_t pairs = 0;

	for (unsigned i = 0; i < matrix->cores * matrix->cores; i++)
		if (i / matrix->cores != i % matrix->cores)
			matrix->all[pairs++] = matrix->ticks[i];
	return pairs;
}

/* A host that took a core away for milliseconds is no distance of two. */
static bool settle_disturbed(void)
{
	size_t pairs = gather_medians(), disturbed = 0;
	bool ok = true;

	matrix->calm_most = DISTURBED_TIMES * stats_median(matrix->all, pairs);
	if (!timeshared())
		ok = each_pair(measure_again);
	for (unsigned i = 0; i < matrix->cores * matrix->cores; i++)
		disturbed += matrix_disturbed(matrix, i);
	if (disturbed)
		log_warning("pairs_disturbed", "line %s: %zu of %zu pairs "
			    "stayed above %d times the median of all",
			    matrix->variant, disturbed, pairs,
			    DISTURBED_TIMES);
	gather_medians();
	return ok;
}

bool matrix_measure(const struct settings *settings,
		    const struct handover_kind *kind, struct matrix *wanted)
{
	bool ok;

	matrix = wanted;
	if (!choose_sample(settings, kind))
		return false;
	ok = each_pair(measure_first);
	ok &= settle_disturbed();
	if (matrix->cores <= RECORDED_CORES)
		each_pair(report_pair);
	return ok;
}
