/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/line.h"

#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "bench/report/series_record.h"
#include "bench/report/text.h"
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
	for (unsigned r = 0; m->rounds > 1 && r < m->rounds; r++)
		*value++ = matrix_clean(m, r, at) ?
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
