/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/line.h"

#include "bench/conditions/core_pairs.h"
#include "bench/report/grid.h"
#include "bench/report/quantity.h"
#include "bench/report/record.h"
#include "bench/report/series_record.h"
#include "bench/report/text.h"
#include "bench/stats/stats.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"

struct matrix_ends matrix_ends(const struct matrix *m)
{
	struct matrix_ends ends = { 0, 0 }; /* none yet */

	for (unsigned i = 0; i < m->cores * m->cores; i++) {
		if (i / m->cores == i % m->cores || matrix_disturbed(m, i))
			continue;
		if (!ends.fastest || m->ticks[i] < m->ticks[ends.fastest])
			ends.fastest = i;
		if (!ends.slowest || m->ticks[i] >= m->ticks[ends.slowest])
			ends.slowest = i;
	}
	return ends;
}

/* ---- columns of the result ---------------------------------------------- */

static void log_pair(const struct matrix *m, const char *name,
		     const char *rounds, unsigned at)
{
	int64_t milli[LINE_ROUNDS];

	for (unsigned r = 0; r < m->rounds; r++)
		milli[r] = matrix_clean(m, r, at) ?
			   matrix_milli(m, matrix_round(m, r, at)->ticks) :
			   QUANTITY_NONE;
	log_array(name);
	log_number(NULL, m->core[at / m->cores]);
	log_number(NULL, m->core[at % m->cores]);
	log_array_end();
	log_quantity(rounds, milli, m->rounds);
}

static bool is_at(const struct matrix *m, unsigned at, enum distance distance)
{
	return distance == distance_between(
		machine_core_info(m->core[at / m->cores]),
		machine_core_info(m->core[at % m->cores]));
}

static unsigned pairs_at(const struct matrix *m, enum distance distance)
{
	unsigned pairs = 0;

	for (unsigned i = 0; i < m->cores * (m->cores - 1); i++)
		pairs += is_at(m, matrix_at(m, i), distance);
	return pairs;
}

/* The median of the pairs at that distance whose round counts. */
static int64_t round_at(const struct matrix *m, enum distance distance,
			unsigned round)
{
	size_t clean = 0;

	for (unsigned i = 0; i < m->cores * (m->cores - 1); i++) {
		unsigned at = matrix_at(m, i);

		if (is_at(m, at, distance) && matrix_clean(m, round, at))
			m->all[clean++] = matrix_round(m, round, at)->ticks;
	}
	return clean ? matrix_milli(m, stats_median(m->all, clean))
		     : QUANTITY_NONE;
}

static void log_place_rounds(const struct matrix *m)
{
	int64_t milli[LINE_ROUNDS];

	log_array("place_rounds");
	for (enum distance d = 0; d < DISTANCES; d++) {
		if (!pairs_at(m, d))
			continue;
		for (unsigned r = 0; r < m->rounds; r++)
			milli[r] = round_at(m, d, r);
		log_quantity(NULL, milli, m->rounds);
	}
	log_array_end();
}

/* Where pairs lie, how many there are, and their rounds. */
static void log_places(const struct matrix *m)
{
	log_array("places");
	for (enum distance d = 0; d < DISTANCES; d++)
		if (pairs_at(m, d))
			log_text(NULL, distance_name(d));
	log_array_end();
	log_array("place_pairs");
	for (enum distance d = 0; d < DISTANCES; d++)
		if (pairs_at(m, d))
			log_number(NULL, pairs_at(m, d));
	log_array_end();
	log_place_rounds(m);
}

static void log_chosen(const struct matrix *m)
{
	if (m->cores == m->of)
		return;
	log_number("chosen_of", m->of);
	log_array("chosen");
	for (unsigned i = 0; i < m->cores; i++)
		log_number(NULL, m->core[i]);
	log_array_end();
}

void matrix_fields(const void *of)
{
	const struct matrix *m = of;
	struct matrix_ends ends = matrix_ends(m);

	log_chosen(m);
	log_places(m);
	if (ends.fastest != ends.slowest) {
		log_pair(m, "fastest", "fastest_rounds", ends.fastest);
		log_pair(m, "slowest", "slowest_rounds", ends.slowest);
	}
	if (m->cores > 2) /* two have one distance only */
		clusters_fields(m);
}

/* ---- record ------------------------------------------------------------- */

#define MEDIANS                                                              \
	{ "from", false }, { "to", false }, { "ticks", true },               \
	{ "line_least", true }, { "line_most", true }

static const struct series_column of_one_round[] = {
	MEDIANS, { NULL, false },
};

static const struct series_column of_rounds[] = {
	MEDIANS, { "round_1", true }, { "round_2", true }, { "round_3", true },
	{ "round_4", true }, { "round_5", true }, { "round_6", true },
	{ "round_7", true }, { "round_8", true }, { NULL, false },
};

static void fill_pair(const void *of, unsigned pair, int64_t *value)
{
	const struct matrix *m = of;
	unsigned at = matrix_at(m, pair);

	*value++ = m->core[at / m->cores];
	*value++ = m->core[at % m->cores];
	*value++ = matrix_milli(m, m->ticks[at]);
	*value++ = matrix_milli(m, m->least[at]);
	*value++ = matrix_milli(m, m->most[at]);
	for (unsigned r = 0; m->rounds > 1 && r < LINE_ROUNDS; r++)
		*value++ = r < m->rounds && matrix_clean(m, r, at) ?
			   matrix_milli(m, matrix_round(m, r, at)->ticks) : 0;
}

static void log_sample(const void *of)
{
	const struct matrix *m = of;

	log_number("batch", m->batch);
	log_number("lines", HANDOVER_LINES);
	log_text("way", "half a round trip");
	log_milli("calm_most", matrix_milli(m, m->calm_most));
}

void matrix_record(const struct matrix *m)
{
	record_series(&(struct series_record){
		.key = { "line", m->variant, m->cores, NULL },
		.columns = m->rounds > 1 ? of_rounds : of_one_round,
		.rows = m->cores * (m->cores - 1),
		.thin = true, .row = fill_pair, .fields = log_sample, .of = m,
	});
}

/* ---- page --------------------------------------------------------------- */

#define SHOWN_CORES 12u /* 5 columns, and 6 for each */

static void show_pair(const struct matrix *m, unsigned from, unsigned to,
		      const unsigned *cluster)
{
	unsigned at = from * m->cores + to;
	bool disturbed = matrix_disturbed(m, at);

	if (from == to) {
		grid_style(MACHINE_DIM);
		grid_text(".");
		return;
	}
	grid_style(disturbed ? MACHINE_BAD :
		   cluster[from] == cluster[to] ? MACHINE_GOOD : MACHINE_WARN);
	grid_text("%s%s", disturbed ? "~" : "",
		  text_of(matrix_milli(m, m->ticks[at])));
}

static bool any_disturbed(const struct matrix *m)
{
	for (unsigned at = 0; at < m->cores * m->cores; at++)
		if (matrix_disturbed(m, at))
			return true;
	return false;
}

static void show_rest(const struct matrix *m, int64_t median)
{
	struct matrix_ends ends = matrix_ends(m);

	grid_note("not shown: %u core%s; of all pairs: fastest %s, median %s, "
		  "slowest %s", m->cores - SHOWN_CORES,
		  format_s(m->cores - SHOWN_CORES),
		  text_of(matrix_milli(m, m->ticks[ends.fastest])),
		  text_of(matrix_milli(m, median)),
		  text_of(matrix_milli(m, m->ticks[ends.slowest])));
}

void matrix_show(const struct matrix *m, const unsigned *cluster,
		 int64_t median)
{
	unsigned shown = (unsigned)min_u64(m->cores, SHOWN_CORES);

	grid_title("%s: %s, half a trip from row's core to column's and back",
		   m->variant, record_unit());
	grid_column(5, "from");
	for (unsigned to = 0; to < shown; to++)
		grid_column(6, "%u", m->core[to]);
	grid_row();
	for (unsigned from = 0; from < shown; from++) {
		grid_style(MACHINE_DIM);
		grid_text("%u", m->core[from]);
		for (unsigned to = 0; to < shown; to++)
			show_pair(m, from, to, cluster);
		grid_row();
	}
	if (any_disturbed(m))
		grid_note("~ disturbed: above %s",
			  text_of(matrix_milli(m, m->calm_most)));
	if (m->cores > shown)
		show_rest(m, median);
}
