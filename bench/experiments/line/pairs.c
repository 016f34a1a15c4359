/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/pairs.h"

#include "bench/conditions/timesharing.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/harness/trial_old.h"
#include "bench/stats/stats.h"
#include "bench/report/table.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"

#define RECORDED_CORES 4u   /* a result of each pair up to here */
#define SAMPLE_SHARE 192u   /* of settings->samples for one line of a pair */
#define PAIR_MS_LEAST 2u
#define PAIR_MS_MOST 100u
#define PILOT_MS 2u
#define SLOW_US 10u         /* a round trip above: emulated, one a sample */

/* A pair above so many medians of all pairs is measured again, so often. */
#define DISTURBED_TIMES 50u
#define AGAIN_MOST 3u

static struct matrix *matrix;
static struct handover_order order;

/* On a machine of few cores, every pair's samples until they are final. */
static struct handover_samples kept[RECORDED_CORES * RECORDED_CORES];

/* ---- before the pairs -------------------------------------------------- */

static bool counted_right(const struct handover_samples *s)
{
	if (s->handed == s->counted)
		return true;
	log_warning("validation_failed", "line %s from %u to %u: %lu of %lu "
		    "hand-overs were counted", order.kind->variant,
		    order.asker, order.answerer, s->counted, s->handed);
	return false;
}

/* Where a round trip takes an emulator's whole time slice, one must do. */
static void choose_trips(void)
{
	uint64_t ms = ticks_of_ms(1), trip;
	struct handover_samples *s;

	order.trips = order.per_line = 1;
	order.ticks = ms * PILOT_MS;
	s = handover_run(&order);
	trip = (uint64_t)stats_median((int64_t *)s->ticks, s->n);
	if (timeshared() || trip > ms * SLOW_US / 1000)
		return;
	order.trips = HANDOVER_TRIPS;
	order.warm = HANDOVER_WARM;
}

static bool validate(void)
{
	const struct variant variant = {
		.name = order.kind->variant,
		.property = "the line goes there and back each time" };
	struct cell cell = { .variant = &variant, .experiment = "line",
			     .cores = 2 };
	const struct handover_samples *s = handover_run(&order);
	bool ok = counted_right(s);

	cell.checked = s->counted;
	old_validation(&cell, ok);
	return ok;
}

static uint32_t between(uint64_t value, uint32_t least, uint32_t most)
{
	return value < least ? least : value > most ? most : (uint32_t)value;
}

/* Chooses the sample, proves the hand-over; by the first two cores. */
static bool prepare(const struct settings *settings,
		    const struct handover_kind *kind)
{
	unsigned pairs = matrix->cores * (matrix->cores - 1);
	uint32_t ms = between(settings->budget_ms / pairs, PAIR_MS_LEAST,
			      PAIR_MS_MOST);

	machine_note("line", kind->variant);
	order = (struct handover_order){ .kind = kind,
					 .asker = matrix->core[0],
					 .answerer = matrix->core[1] };
	choose_trips();
	if (!validate()) {
		old_note(kind->variant, "VALIDATION FAILED: not timed");
		return false;
	}
	order.per_line = between(settings->samples / SAMPLE_SHARE, 1,
				 HANDOVER_PER_LINE_MAX);
	order.ticks = ticks_of_ms(ms);
	matrix->variant = kind->variant;
	matrix->batch = 2 * order.trips;
	return true;
}

/* ---- a pair ------------------------------------------------------------ */

static uint64_t median_of_line(const struct handover_samples *s, unsigned line)
{
	int64_t own[HANDOVER_PER_LINE_MAX];
	size_t n = 0;

	for (unsigned i = line; i < s->n; i += HANDOVER_LINES)
		own[n++] = (int64_t)s->ticks[i];
	return (uint64_t)stats_median(own, n);
}

static void keep_lines(const struct handover_samples *s, unsigned at)
{
	matrix->least[at] = UINT64_MAX;
	matrix->most[at] = 0;
	for (unsigned line = 0; line < HANDOVER_LINES && line < s->n; line++) {
		uint64_t ticks = median_of_line(s, line);

		if (ticks < matrix->least[at])
			matrix->least[at] = ticks;
		if (ticks > matrix->most[at])
			matrix->most[at] = ticks;
	}
}

static bool record_pair(unsigned from, unsigned to)
{
	struct handover_samples *s = &kept[from * matrix->cores + to];
	const struct param params[] = { { "from", matrix->core[from] },
					{ "to", matrix->core[to] },
					{ NULL, 0 } };
	const struct report report = {
		.experiment = "line", .variant = matrix->variant,
		.per = "hand-over (half a round trip)", .params = params,
		.cores = 2, .batch = matrix->batch, .quiet = true,
	};

	report_samples(&report, s->ticks, s->n);
	return true;
}

static bool measure_pair(unsigned from, unsigned to)
{
	unsigned at = from * matrix->cores + to;
	struct handover_samples *s;

	order.asker = matrix->core[from];
	order.answerer = matrix->core[to];
	s = handover_run(&order);
	keep_lines(s, at);
	matrix->ticks[at] = (uint64_t)stats_median((int64_t *)s->ticks, s->n);
	if (matrix->cores <= RECORDED_CORES)
		kept[at] = *s;
	return counted_right(s);
}

/* ---- all of them ------------------------------------------------------- */

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

	old_progress("line", matrix->variant, 1);
	return ok;
}

static bool measure_again(unsigned from, unsigned to)
{
	unsigned at = from * matrix->cores + to;
	bool ok = true;

	for (unsigned i = 0; i < AGAIN_MOST && matrix_disturbed(matrix, at);
	     i++) {
		ok &= measure_pair(from, to);
		old_progress("line", matrix->variant, 0);
	}
	return ok;
}

/* Fills matrix->all; returns how many pairs there are. */
static size_t gather(void)
{
	size_t pairs = 0;

	for (unsigned i = 0; i < matrix->cores * matrix->cores; i++)
		if (i / matrix->cores != i % matrix->cores)
			matrix->all[pairs++] = matrix->ticks[i];
	return pairs;
}

/* A host that took a core away for milliseconds is no distance of two. */
static bool settle(void)
{
	size_t pairs = gather(), disturbed = 0;
	bool ok = true;

	matrix->calm_most = DISTURBED_TIMES *
		(uint64_t)stats_median((int64_t *)matrix->all, pairs);
	if (!timeshared())
		ok = each_pair(measure_again);
	for (unsigned i = 0; i < matrix->cores * matrix->cores; i++)
		disturbed += matrix_disturbed(matrix, i);
	if (disturbed)
		log_warning("pairs_disturbed", "line %s: %zu of %zu pairs "
			    "stayed above %u times the median of all",
			    matrix->variant, disturbed, pairs,
			    DISTURBED_TIMES);
	gather();
	return ok;
}

bool line_pairs_run(const struct settings *settings,
		    const struct handover_kind *kind, struct matrix *wanted)
{
	bool ok;

	matrix = wanted;
	if (!prepare(settings, kind))
		return false;
	ok = each_pair(measure_first);
	ok &= settle();
	if (matrix->cores <= RECORDED_CORES)
		each_pair(record_pair);
	return ok;
}
