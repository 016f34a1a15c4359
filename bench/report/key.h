/* SPDX-License-Identifier: MIT */
/*
 * What a record is about: which experiment, which of its variants, on how many
 * cores, and the parameters that tell rows of one name apart. Whatever writes
 * a record or a line takes one of these; nobody makes a cell to name something.
 */
#ifndef BENCH_REPORT_KEY_H
#define BENCH_REPORT_KEY_H

#include <stdint.h>

#include "bench/bench.h"

/* What a round of a record is, beside a figure in thousandths: it was disturbed
 * or not done; what was sought is out of reach ("never pays"). */
#define QUANTITY_NONE INT64_MIN
#define QUANTITY_NEVER INT64_MAX

struct record_key {
	const char *experiment, *variant; /* live as long as the key is used */
	unsigned cores;
	const struct param *params;       /* NULL for none */
};

static inline struct record_key key_of_cell(const struct cell *cell)
{
	return (struct record_key){ cell->experiment, cell->variant->name,
				    cell->cores, cell->variant->params };
}

#endif
