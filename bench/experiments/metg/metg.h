/* SPDX-License-Identifier: MIT */
/* What the experiment `metg` measures, and how it tells. Core 0. */
#ifndef BENCH_EXPERIMENTS_METG_METG_H
#define BENCH_EXPERIMENTS_METG_METG_H

#include "bench/experiments/metg/graph.h"
#include "kernel/format.h"

#define METG_NAME_MAX 32u
#define METG_SHARES 2u

/* Of the peak. */
extern const unsigned metg_percent[METG_SHARES];

/* A row's name: "steal/stencil_1d". Returns it. */
static inline const char *metg_name(char name[METG_NAME_MAX],
				    const struct executor_kind *kind,
				    const struct metg_pattern *pattern)
{
	format(name, METG_NAME_MAX, "%s/%s", kind->name, pattern->name);
	return name;
}

/* What a row showed, in ticks: the median of its rounds, their least and their
 * greatest. All 0: not measured, or never reached. */
struct metg_figure {
	int64_t median, least, most;
};

/* Of an executor: by pattern and share. */
struct metg_figures {
	struct metg_figure of[METG_PATTERNS][METG_SHARES];
};

/* When all patterns have been measured on so many cores: the tables. figures:
 * of each executor, as they are listed. */
void metg_tell(const struct metg_figures *figures, unsigned cores);

#endif
