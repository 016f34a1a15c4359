/* SPDX-License-Identifier: MIT */
/*
 * For a test that includes the file of an experiment, to see what is private to
 * it: it is not announced to the other tests. Before that file.
 */
#ifndef TESTS_UNIT_BENCH_EXPERIMENTS_APART_H
#define TESTS_UNIT_BENCH_EXPERIMENTS_APART_H

#include "bench/bench.h"
#include "bench/config/rows.h"
#include "kernel/options.h"

#define APART __attribute__((unused)) static

#undef EXPERIMENT_RUN
#define EXPERIMENT_RUN(experiment_name, steps_fn, run_fn, ...)               \
	APART const struct experiment apart = { .steps = steps_fn,           \
						.run = run_fn }
#undef ROWS
#define ROWS(experiment_name, table)                                         \
	APART const struct variant *const rows_##table = table
#undef ROWS_MADE
#define ROWS_MADE(experiment_name, function)                                 \
	APART const struct variant *(*const rows_##function)(unsigned *) =   \
		function
#undef ROWS_EACH
#define ROWS_EACH(experiment, kind, before, after, text)                     \
	_Static_assert(true, "")
#undef OPTION_NUMBER
#define OPTION_NUMBER(variable, ...) static struct option variable
#undef OPTION_FLAG
#define OPTION_FLAG(variable, ...) static struct option variable

#endif
