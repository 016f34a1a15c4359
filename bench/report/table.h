/* SPDX-License-Identifier: MIT */
/* The results as a person reads them, on 80 columns. */
#ifndef BENCH_REPORT_TABLE_H
#define BENCH_REPORT_TABLE_H

#include "bench/bench.h"
#include "bench/report/result.h"
#include "kernel/machine.h"

/* Machine, cores, clock, trust; and a warning in words under emulation. */
void table_heading(void);

/* Before an experiment: its name and sentence. */
void table_experiment(const struct experiment *experiment);

/* A result; before an experiment's first and after a grid, the names of the
 * columns. */
void table_row(const struct result *result);

/* A line in a row's place: why there are no numbers. */
void table_note(const struct record_key *key, const char *text);

/* The noise of the cores. */
void table_certificate(unsigned cores);

/* The status line: how the run went. The answer page has the counts. */
void table_end(enum machine_end end);

#endif
