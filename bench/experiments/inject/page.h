/* SPDX-License-Identifier: MIT */
/* The runs of experiment `inject` on the screen and in the log. Core 0. */
#ifndef BENCH_EXPERIMENTS_INJECT_PAGE_H
#define BENCH_EXPERIMENTS_INJECT_PAGE_H

#include "bench/experiments/inject/run.h"

/* Before a run. */
void inject_show_begin(const struct inject_load *load);

/*
 * From within a run: the newest row on the status line, ten times a second at
 * most, and where the scale is slow enough for the serial line, the table as
 * it grows.
 */
void inject_show_live(const struct inject_load *load,
		      const struct inject_row *row, uint32_t rows);

/* After it: what the table does not have yet. */
void inject_show_table(const struct inject_seen *seen);

/* The series record: one row each load->row_ms. */
void inject_record(const struct inject_load *load,
		   const struct inject_seen *seen);

#endif
