/* SPDX-License-Identifier: MIT */
/* For a test that includes the file of some rows: they are not announced to the
 * other tests. Before that file. */
#ifndef TESTS_UNIT_HOSTED_APART_H
#define TESTS_UNIT_HOSTED_APART_H

#include "bench/bench.h"
#include "bench/config/rows.h"

#undef ROWS
#define ROWS(experiment_name, table)                                         \
	__attribute__((unused)) static const struct variant *const           \
	rows_##table = table

#endif
