/* SPDX-License-Identifier: MIT */
#include "bench/report/result.h"

#include "bench/conditions/disturbed.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/rows.h"
#include "bench/report/noted.h"
#include "bench/report/quantity.h"
#include "bench/report/record.h"
#include "bench/samples/round.h"
#include "kernel/log.h"

bool result_has_tail(const struct result *r, unsigned per_mille)
{
	/* At least one sample is to lie beyond the percentile. */
	return r->batch == 1 && r->summary.n * (1000 - per_mille) >= 1000;
}

static void log_ticks(const char *key, int64_t ticks, uint32_t batch)
{
	log_milli(key, ticks * 1000 / batch);
}

/* A log is read over a slow line: what most results lack is left out. */
static void log_tail(const struct result *r, const char *key,
		     unsigned per_mille, int64_t ticks)
{
	if (result_has_tail(r, per_mille))
		log_ticks(key, ticks, r->batch);
}

void result_of_history(struct result *r, const struct history *h)
{
	r->rounds = h->rounds;
	r->round_p50 = h->p50;
	r->round_mean_milli = h->mean_milli;
	r->round_together_milli = h->together_milli;
	r->round_around = h->around;
	r->round_disturbed = h->disturbed;
	r->round_count = h->count;
	r->disturbed = history_disturbed_by(h);
	r->repeated = h->repeated;
}

/* Cores that shared the operations; 0 where that is no question. */
static unsigned sharers(const struct series *s)
{
	unsigned most = s && s->share ? round_participants(s->cell) : 0;

	return most < 2 ? 0 : most;
}

int64_t result_together_milli(const struct result *r)
{
	unsigned most = sharers(r->series);

	return most ? r->series->accumulate_mean_milli / r->batch / most : 0;
}

static void log_fairness(const struct result *r)
{
	unsigned most = sharers(r->series);

	if (!most)
		return;
	log_milli("together", result_together_milli(r));
	log_milli("jain", (int64_t)r->series->jain_milli);
	log_array("per_core"); /* of a longer list the first ones */
	for (unsigned p = 0; p < most && p < LOG_ARRAY_MAX / 4; p++)
		log_number(NULL, r->series->share[p]);
	log_array_end();
}

static void log_disturbed_rounds(const struct result *r)
{
	log_array("disturbed_rounds");
	for (unsigned i = 0; i < r->rounds; i++)
		if (r->round_disturbed[i])
			log_number(NULL, i);
	log_array_end();
}

bool result_in_turns(const struct result *r)
{
	return r->key.cores > 1 && timeshared();
}

/* Where it says nothing of that it is clean. */
static void log_quiet(const struct result *r)
{
	if (r->repeated)
		log_number("repeated", r->repeated);
	if (!r->disturbed)
		return;
	log_text("quiet", "disturbed");
	if (r->round_disturbed)
		log_disturbed_rounds(r);
	log_array("disturbed_by");
	for (unsigned i = 0; i < DISTURBANCES; i++)
		if (r->disturbed & 1u << i)
			log_text(NULL, disturbed_word(1u << i));
	log_array_end();
}

static void log_p9999(const struct result *r)
{
	if (r->batch == 1 && r->summary.n >= 10000)
		log_ticks("p9999", r->summary.p9999, r->batch);
	else
		log_null("p9999");
}

static void log_summary(const struct result *r)
{
	const struct summary *sum = &r->summary;

	log_number("batch", r->batch);
	log_number("n", sum->n);
	log_ticks("min", sum->min, r->batch);
	log_ticks("p50", sum->p50, r->batch);
	log_ticks("p90", sum->p90, r->batch);
	log_tail(r, "p99", 990, sum->p99);
	log_tail(r, "p999", 999, sum->p999);
	if (settings_tails())
		log_p9999(r);
	log_tail(r, "max", 0, sum->max);
	log_milli("mean", sum->mean_milli / r->batch);
	if (sum->mad == STATS_UNKNOWN)
		log_null("mad");
	else
		log_ticks("mad", sum->mad, r->batch);
}

static bool means_are_medians(const int64_t *p50, const int64_t *mean, unsigned n)
{
	while (n && mean[n - 1] == p50[n - 1] * 1000)
		n--;
	return !n;
}

static void log_rounds(const struct result *r)
{
	unsigned rounds = r->rounds ? r->rounds : 1;
	const int64_t *p50 = r->rounds ? r->round_p50 : &r->summary.p50;
	const int64_t *mean = r->rounds ? r->round_mean_milli
					: &r->summary.mean_milli;

	log_array("rounds");
	for (unsigned i = 0; i < rounds; i++)
		log_ticks(NULL, p50[i], r->batch);
	log_array_end();
	if (means_are_medians(p50, mean, rounds)) /* as of one sample each */
		return;
	log_array("round_means");
	for (unsigned i = 0; i < rounds; i++)
		log_milli(NULL, mean[i] / r->batch);
	log_array_end();
}

/* Where several cores shared the operations: the time between two of any. */
static void log_together(const struct result *r)
{
	if (!r->rounds || !r->round_together_milli || !result_together_milli(r))
		return;
	log_array("together_rounds");
	for (unsigned i = 0; i < r->rounds; i++)
		log_milli(NULL, r->round_together_milli[i] / r->batch);
	log_array_end();
}

/* What lay around each round. */
static void log_around(const struct result *r)
{
	const struct around *around = r->round_around;

	if (!around || !r->rounds || !around[0].chain)
		return;
	log_array("clock_rounds");
	for (unsigned i = 0; i < r->rounds; i++)
		log_number(NULL, around[i].chain);
	log_array_end();
	log_array("width_rounds");
	for (unsigned i = 0; i < r->rounds; i++)
		log_number(NULL, around[i].wide_milli);
	log_array_end();
	if (r->key.cores < 2)
		return;
	log_array("line_rounds");
	for (unsigned i = 0; i < r->rounds; i++)
		log_number(NULL, around[i].line);
	log_array_end();
}

static void log_stop(const struct series *s)
{
	if (s && series_stop(s))
		log_text("stop", series_stop(s));
}

/* What the runner's series know beyond that. */
static void log_series(const struct series *s)
{
	if (s->slope_known)
		log_milli("slope", s->slope_milli);
	if (!s->accumulate_mean_milli) /* no such pass */
		return;
	log_milli("accumulate_mean", s->accumulate_mean_milli / s->batch);
	if (series_passes_differ(s))
		log_bool("passes_differ", true);
}

/* Of a round: thousandths between two operations. */
static int64_t pace_milli(const struct result *r, unsigned round)
{
	return r->round_together_milli && result_together_milli(r) ?
	       r->round_together_milli[round] / r->batch :
	       r->round_p50[round] * 1000 / r->batch;
}

static int64_t if_clean(const struct result *r, unsigned round, int64_t milli)
{
	return r->round_disturbed && r->round_disturbed[round] ? QUANTITY_NONE
							       : milli;
}

/* What one core's takes where several share the operations, as the host reckons
 * it; else 0. */
static int64_t each_milli(const struct result *r)
{
	int64_t milli[SETTINGS_ROUNDS_MAX];
	struct page_row each = { .median = 0 };

	if (!result_together_milli(r))
		return 0;
	if (!r->rounds)
		return r->summary.mean_milli / r->batch;
	for (unsigned i = 0; i < r->rounds; i++)
		milli[i] = if_clean(r, i, r->round_mean_milli[i] / r->batch);
	noted_summarise(&each, milli, r->rounds);
	return each.median;
}

static void note_for_page(const struct result *r)
{
	int64_t milli[SETTINGS_ROUNDS_MAX];
	unsigned rounds = r->rounds ? r->rounds : 1;

	for (unsigned i = 0; i < rounds; i++)
		milli[i] = !r->rounds ? r->summary.p50 * 1000 / r->batch :
			   if_clean(r, i, pace_milli(r, i));
	noted_figure(&r->key, milli, rounds, &(struct page_row){
		.batch = r->batch, .unit = record_unit(), .proven = r->proven,
		.turns = result_in_turns(r), .each = each_milli(r) });
}

void record_result(const struct result *r)
{
	noted_experiment(r->key.experiment)->results++;
	if (!r->elsewhere)
		note_for_page(r);
	log_begin("result");
	log_key(&r->key, r->series ? r->series->mode : NULL, NULL);
	log_primitive(&r->key, r->primitive);
	if (rows_yours_named(r->key.experiment, r->key.variant))
		log_bool("user", true);
	if (r->capacity)
		log_number("capacity", r->capacity);
	if (r->method > 1)
		log_number("method", r->method);
	log_text("per", r->per);
	log_summary(r);
	log_rounds(r);
	log_together(r);
	log_around(r);
	log_ticks("overhead", r->overhead, r->batch);
	if (r->series)
		log_series(r->series);
	log_fairness(r);
	if (r->fields)
		r->fields(r->of);
	log_quiet(r);
	if (result_in_turns(r))
		log_bool("crowded", true);
	if (r->proven != PROVEN)
		log_text("proven", proven_word(r->proven));
	log_stop(r->series);
	log_end();
}
