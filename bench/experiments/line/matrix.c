/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/matrix.h"

#include "bench/experiments/line/handover.h"
#include "bench/report/record.h"
#include "bench/harness/trial_old.h"
#include "bench/report/text.h"
#include "bench/report/thin.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"

int64_t matrix_milli(const struct matrix *m, uint64_t ticks)
{
	return (int64_t)(ticks * 1000 / m->batch);
}

bool matrix_disturbed(const struct matrix *m, unsigned at)
{
	return m->ticks[at] > m->calm_most;
}

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

/* ---- record ------------------------------------------------------------ */

/* Rows in one line: five numbers, some fifty characters. */
#define PART_ROWS 60u

static const char *const column[] = { "from", "to", "ticks", "line_least",
				      "line_most" };
#define COLUMNS (sizeof(column) / sizeof(column[0]))

static void log_pair(const struct matrix *m, unsigned from, unsigned to)
{
	unsigned i = from * m->cores + to;

	log_array(NULL);
	log_number(NULL, m->core[from]);
	log_number(NULL, m->core[to]);
	log_milli(NULL, matrix_milli(m, m->ticks[i]));
	log_milli(NULL, matrix_milli(m, m->least[i]));
	log_milli(NULL, matrix_milli(m, m->most[i]));
	log_array_end();
}

/* Pairs in order: each core's others are counted past itself. */
static void log_pairs(const struct matrix *m, const struct thin *thin,
		      unsigned first, unsigned end)
{
	unsigned others = m->cores - 1;

	log_array("rows");
	for (unsigned kept = first; kept < end; kept++) {
		unsigned pair = thin_row(thin, kept);
		unsigned from = pair / others, to = pair % others;

		log_pair(m, from, to + (to >= from));
	}
	log_array_end();
}

void matrix_record(const struct matrix *m)
{
	const struct report keys = { .experiment = "line", .cores = m->cores,
				     .variant = m->variant };
	struct thin thin = thin_rows(m->cores * (m->cores - 1));
	unsigned parts = parts_of(thin.kept, PART_ROWS);

	for (unsigned part = 0; part < parts; part++) {
		log_begin("series");
		log_part(part, parts);
		report_keys(&keys);
		log_number("batch", m->batch);
		log_number("lines", HANDOVER_LINES);
		log_text("way", "half a round trip");
		log_milli("calm_most", matrix_milli(m, m->calm_most));
		log_column_names(column, COLUMNS);
		thin_log(&thin);
		log_pairs(m, &thin, part * PART_ROWS,
			  part_end(part, thin.kept, PART_ROWS));
		log_end();
	}
}

/* ---- page -------------------------------------------------------------- */

#define SHOWN_CORES 12u /* 5 columns, and 6 for each */

static void show_cell(const struct matrix *m, unsigned from, unsigned to,
		      const unsigned *cluster)
{
	unsigned at = from * m->cores + to;
	char text[TEXT_NUMBER_MAX];

	if (from == to) {
		machine_style(MACHINE_DIM);
		print("%6s", ".");
		return;
	}
	machine_style(matrix_disturbed(m, at) ? MACHINE_BAD :
		      cluster[from] == cluster[to] ? MACHINE_GOOD
						   : MACHINE_WARN);
	print("%6s", text_number(text, matrix_milli(m, m->ticks[at])));
}

static void show_heading(const struct matrix *m, unsigned shown)
{
	machine_style(MACHINE_DIM);
	print("  %s one way, from the row's core to the column's:\n     ",
	      record_unit());
	for (unsigned to = 0; to < shown; to++)
		print("%6u", m->core[to]);
	print("\n");
}

static void show_rest(const struct matrix *m, uint64_t median)
{
	struct matrix_ends ends = matrix_ends(m);
	char text[3][TEXT_NUMBER_MAX];

	text_number(text[0], matrix_milli(m, m->ticks[ends.fastest]));
	text_number(text[1], matrix_milli(m, median));
	text_number(text[2], matrix_milli(m, m->ticks[ends.slowest]));
	print("  not shown: %u cores; of all pairs: fastest %s, median %s, "
	      "slowest %s\n", m->cores - SHOWN_CORES, text[0], text[1],
	      text[2]);
}

void matrix_show(const struct matrix *m, const unsigned *cluster,
		 uint64_t median)
{
	unsigned shown = m->cores < SHOWN_CORES ? m->cores : SHOWN_CORES;

	show_heading(m, shown);
	for (unsigned from = 0; from < shown; from++) {
		machine_style(MACHINE_DIM);
		print("%5u", m->core[from]);
		for (unsigned to = 0; to < shown; to++)
			show_cell(m, from, to, cluster);
		print("\n");
	}
	machine_style(MACHINE_PLAIN);
	if (m->cores > shown)
		show_rest(m, median);
}
