/* SPDX-License-Identifier: MIT */
#include "bench/report/result.h"

#include "bench/conditions/disturbed.h"
#include "bench/report/results.h"
#include "bench/stats/histogram.h"
#include "bench/report/record.h"
#include "bench/report/record_parts.h"
#include "bench/samples/round.h"
#include "bench/report/thin.h"
#include "kernel/log.h"

/* ---- result ------------------------------------------------------------ */

bool record_has_tail(const struct series *s, unsigned per_mille)
{
	/* At least one sample is to lie beyond the percentile. */
	return s->batch == 1 && s->summary.n * (1000 - per_mille) >= 1000;
}

static void log_ticks(const char *key, int64_t ticks, uint32_t batch)
{
	log_milli(key, ticks * 1000 / batch);
}

static void log_tail(const struct series *s, const char *key,
		     unsigned per_mille, int64_t ticks)
{
	if (record_has_tail(s, per_mille))
		log_ticks(key, ticks, s->batch);
	else
		log_null(key);
}

int64_t record_together_milli(const struct series *s)
{
	unsigned most = round_participants(s->cell);

	if (most < 2 || !s->share)
		return 0;
	return s->accumulate_mean_milli / s->batch / most;
}

static void log_fairness(const struct series *s)
{
	unsigned most = round_participants(s->cell);

	if (most < 2 || !s->share)
		return;
	log_milli("together", record_together_milli(s));
	log_milli("jain", (int64_t)s->jain_milli);
	log_array("per_core"); /* of a longer list the first ones */
	for (unsigned p = 0; p < most && p < LOG_ARRAY_MAX / 4; p++)
		log_number(NULL, s->share[p]);
	log_array_end();
}

static void log_quiet(const struct series *s)
{
	log_text("quiet", series_quiet(s));
	if (s->repeated)
		log_number("repeated", s->repeated);
	if (!series_disturbed_by(s))
		return;
	log_array("disturbed_by");
	for (unsigned i = 0; i < DISTURBANCES; i++)
		if (series_disturbed_by(s) & 1u << i)
			log_text(NULL, disturbed_word(1u << i));
	log_array_end();
}

static void log_summary(const struct series *s)
{
	const struct summary *sum = &s->summary;

	log_number("batch", s->batch);
	log_number("n", sum->n);
	log_ticks("min", sum->min, s->batch);
	log_ticks("p50", sum->p50, s->batch);
	log_ticks("p90", sum->p90, s->batch);
	log_tail(s, "p99", 990, sum->p99);
	log_tail(s, "p999", 999, sum->p999);
	log_tail(s, "max", 0, sum->max);
	log_milli("mean", sum->mean_milli / s->batch);
	if (sum->mad == STATS_UNKNOWN)
		log_null("mad");
	else
		log_ticks("mad", sum->mad, s->batch);
}

static void log_rounds(const struct series *s)
{
	log_array("rounds");
	for (unsigned r = 0; r < s->rounds; r++)
		log_ticks(NULL, s->round_p50[r], s->batch);
	log_array_end();
	log_array("round_means");
	for (unsigned r = 0; r < s->rounds; r++)
		log_milli(NULL, s->round_mean_milli[r] / s->batch);
	log_array_end();
}

/* What tells one result from another. */
static void log_keys(const struct series *s)
{
	log_text("experiment", s->cell->experiment);
	log_text("variant", s->cell->variant->name);
	log_number("cores", s->cell->cores);
	log_object("params");
	if (s->mode)
		log_text("mode", s->mode);
	for (const struct param *p = s->cell->variant->params; p && p->name; p++)
		log_signed(p->name, p->value);
	log_object_end();
	log_text("unit", record_unit());
}

/* Nothing where there was no accumulate pass. */
static void log_accumulated(const struct series *s)
{
	if (!s->accumulate_mean_milli)
		return;
	log_milli("accumulate_mean", s->accumulate_mean_milli / s->batch);
	if (series_passes_differ(s))
		log_bool("passes_differ", true);
}

void record_result(const struct series *s)
{
	results_add(s);
	log_begin("result");
	log_keys(s);
	log_number("method", s->cell->variant->method ?: 1);
	log_text("per", s->cell->variant->per);
	log_summary(s);
	log_rounds(s);
	log_ticks("overhead", s->overhead, s->batch);
	if (s->slope_known)
		log_milli("slope", s->slope_milli);
	log_accumulated(s);
	log_fairness(s);
	if (s->cell->variant->fields)
		s->cell->variant->fields(s->cell);
	log_quiet(s);
	log_text("stop", series_stop(s));
	log_end();
}

/* ---- histogram --------------------------------------------------------- */

/* Bins in one line: the longest takes about thirty characters. */
#define PART_BINS 100u

static size_t count_bins(const struct series *s)
{
	size_t at = 0, bins = 0;

	while (histogram_next(s->sorted, s->summary.n, &at).count)
		bins++;
	return bins;
}

/* So many neighbours as one: the lower end of the first, all their samples. */
static struct histogram_bin next_bin(const struct series *s, size_t *at,
				     unsigned together)
{
	struct histogram_bin all = histogram_next(s->sorted, s->summary.n, at);

	while (--together)
		all.count += histogram_next(s->sorted, s->summary.n, at).count;
	return all;
}

static void log_bins(const struct series *s, size_t *at, unsigned together)
{
	log_array("bins");
	for (unsigned i = 0; i < PART_BINS; i++) {
		struct histogram_bin bin = next_bin(s, at, together);

		if (!bin.count)
			break;
		log_array(NULL);
		log_ticks(NULL, (int64_t)bin.lower, s->batch);
		log_number(NULL, bin.count);
		log_array_end();
	}
	log_array_end();
}

void record_histogram(const struct series *s)
{
	struct thin thin = thin_rows((unsigned)count_bins(s));
	unsigned parts = parts_of(thin.kept, PART_BINS);
	size_t at = 0;

	for (unsigned part = 0; part < parts; part++) {
		log_begin("histogram");
		log_part(part, parts);
		log_keys(s);
		log_number("batch", s->batch);
		log_number("base", HISTOGRAM_BASE);
		log_number("digits", HISTOGRAM_DIGITS);
		thin_log(&thin);
		log_bins(s, &at, thin.step);
		log_end();
	}
}

/* ---- raw samples ------------------------------------------------------- */

/* Rows in one line: [core, round, ticks], some thirty characters. */
#define PART_ROWS 100u

static void log_rows(unsigned core, unsigned round, const int64_t *sample,
		     const struct thin *thin, unsigned first, unsigned end)
{
	log_array("rows");
	for (unsigned i = first; i < end; i++) {
		log_array(NULL);
		log_number(NULL, core);
		log_number(NULL, round);
		log_signed(NULL, sample[thin_row(thin, i)]);
		log_array_end();
	}
	log_array_end();
}

static const char *const column[] = { "core", "round", "ticks" };
#define COLUMNS (sizeof(column) / sizeof(column[0]))

/* Parts are counted over all cores and rounds, each thinned by itself. */
static unsigned sample_parts(const struct series *s, bool thinned)
{
	unsigned parts = 0;
	uint32_t n;

	for (unsigned p = 0; p < round_participants(s->cell); p++)
		for (unsigned r = 0; r < s->rounds; r++) {
			(void)series_samples(s, p, r, &n);
			parts += parts_of(thin_if(thinned, n).kept, PART_ROWS);
		}
	return parts;
}

static void record_round(const struct series *s, bool thinned, unsigned core,
			 unsigned round, unsigned *part, unsigned parts)
{
	uint32_t n;
	const int64_t *sample = series_samples(s, core, round, &n);

	const struct thin thin = thin_if(thinned, n);
	unsigned ours = parts_of(thin.kept, PART_ROWS);

	for (unsigned i = 0; i < ours; i++) {
		log_begin("series");
		log_part((*part)++, parts);
		log_keys(s);
		log_number("batch", s->batch);
		log_column_names(column, COLUMNS);
		thin_log(&thin);
		log_rows(core, round, sample, &thin, i * PART_ROWS,
			 part_end(i, thin.kept, PART_ROWS));
		log_end();
	}
}

void record_samples(const struct series *s)
{
	bool thinned = thin_wanted();
	unsigned part = 0, parts = sample_parts(s, thinned);

	for (unsigned p = 0; p < round_participants(s->cell); p++)
		for (unsigned r = 0; r < s->rounds; r++)
			record_round(s, thinned, p, r, &part, parts);
}
