/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/line.h"

#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "bench/report/series_record.h"
#include "bench/report/text.h"
#include "kernel/log.h"
#include "kernel/minmax.h"

struct matrix_ends matrix_ends(const struct matrix *m)
{
	struct matrix_ends ends = { 0, 0 }; /* none yet: 0 ticks */

	for (unsigned i = 0; i < m->cores * m->cores; i++) {
		if (i / m->cores == i % m->cores || matrix_disturbed(m, i))
			continue;
		if (!ends.fastest || m->ticks[i] < m->ticks[ends.fastest])
			ends.fastest = i;
		if (!ends.slowest || m->ticks[i] > m->ticks[ends.slowest])
			ends.slowest = i;
	}
	return ends;
}

/* ---- record ------------------------------------------------------------- */

static const struct series_column columns[] = {
	{ "from", false }, { "to", false }, { "ticks", true },
	{ "line_least", true }, { "line_most", true }, { NULL, false },
};

/* Pairs in order: each core's others are counted past itself. */
static void fill_pair(const void *of, unsigned pair, int64_t *value)
{
	const struct matrix *m = of;
	unsigned from = pair / (m->cores - 1), to = pair % (m->cores - 1);
	unsigned at = from * m->cores + (to += to >= from);

	*value++ = m->core[from];
	*value++ = m->core[to];
	*value++ = matrix_milli(m, m->ticks[at]);
	*value++ = matrix_milli(m, m->least[at]);
	*value = matrix_milli(m, m->most[at]);
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
		.columns = columns, .rows = m->cores * (m->cores - 1),
		.thin = true, .row = fill_pair, .fields = log_sample, .of = m,
	});
}

/* ---- page --------------------------------------------------------------- */

#define SHOWN_CORES 12u /* 5 columns, and 6 for each */

static void show_pair(const struct matrix *m, unsigned from, unsigned to,
		      const unsigned *cluster)
{
	unsigned at = from * m->cores + to;

	if (from == to) {
		grid_style(MACHINE_DIM);
		grid_text(".");
		return;
	}
	grid_style(matrix_disturbed(m, at) ? MACHINE_BAD :
		   cluster[from] == cluster[to] ? MACHINE_GOOD : MACHINE_WARN);
	grid_milli(matrix_milli(m, m->ticks[at]));
}

static void show_rest(const struct matrix *m, int64_t median)
{
	struct matrix_ends ends = matrix_ends(m);

	grid_note("not shown: %u cores; of all pairs: fastest %s, median %s, "
		  "slowest %s", m->cores - SHOWN_CORES,
		  text_of(matrix_milli(m, m->ticks[ends.fastest])),
		  text_of(matrix_milli(m, median)),
		  text_of(matrix_milli(m, m->ticks[ends.slowest])));
}

void matrix_show(const struct matrix *m, const unsigned *cluster,
		 int64_t median)
{
	unsigned shown = (unsigned)min_u64(m->cores, SHOWN_CORES);

	grid_title("%s: %s one way, from the row's core to the column's",
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
	if (m->cores > shown)
		show_rest(m, median);
}
