/* SPDX-License-Identifier: MIT */
#include "bench/report/series_record.h"

#include "bench/report/record.h"
#include "bench/report/thin.h"
#include "bench/samples/round.h"
#include "bench/stats/histogram.h"
#include "kernel/log.h"

#define NUMBERS_A_PART 200u /* of up to sixteen characters */

static unsigned width_of(const struct series_record *s)
{
	unsigned width = 0;

	while (s->columns[width].name)
		width++;
	return width;
}

static void log_columns(const struct series_record *s)
{
	log_array("columns");
	for (unsigned i = 0; s->columns[i].name; i++)
		log_text(NULL, s->columns[i].name);
	log_array_end();
}

static void log_row(const struct series_record *s, unsigned index)
{
	int64_t value[SERIES_WIDTH_MOST];

	s->row(s->of, index, value);
	log_array(NULL);
	for (unsigned i = 0; s->columns[i].name; i++)
		if (s->columns[i].milli)
			log_milli(NULL, value[i]);
		else
			log_signed(NULL, value[i]);
	log_array_end();
}

void record_series(const struct series_record *s)
{
	unsigned most = NUMBERS_A_PART / width_of(s);
	struct thin thin = thin_if(s->thin && thin_wanted(), s->rows);
	unsigned parts = parts_of(thin.kept, most);

	for (unsigned part = 0; part < parts; part++) {
		log_begin("series");
		log_part(part, parts);
		log_key(&s->key, NULL, s->unit);
		if (s->fields)
			s->fields(s->of);
		thin_log(&thin);
		log_columns(s);
		log_array("rows");
		for (unsigned i = part * most;
		     i < part_end(part, thin.kept, most); i++)
			log_row(s, thin_row(&thin, i));
		log_array_end();
		log_end();
	}
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
		log_milli(NULL, (int64_t)bin.lower * 1000 / s->batch);
		log_number(NULL, bin.count);
		log_array_end();
	}
	log_array_end();
}

void record_histogram(const struct series *s)
{
	const struct record_key key = key_of_cell(s->cell);
	struct thin thin = thin_rows((unsigned)count_bins(s));
	unsigned parts = parts_of(thin.kept, PART_BINS);
	size_t at = 0;

	for (unsigned part = 0; part < parts; part++) {
		log_begin("histogram");
		log_part(part, parts);
		log_key(&key, s->mode, NULL);
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
		for (unsigned r = 0; r < s->history.rounds; r++) {
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
	const struct record_key key = key_of_cell(s->cell);
	const struct thin thin = thin_if(thinned, n);
	unsigned ours = parts_of(thin.kept, PART_ROWS);

	for (unsigned i = 0; i < ours; i++) {
		log_begin("series");
		log_part((*part)++, parts);
		log_key(&key, s->mode, NULL);
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
		for (unsigned r = 0; r < s->history.rounds; r++)
			record_round(s, thinned, p, r, &part, parts);
}
