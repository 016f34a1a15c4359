/* SPDX-License-Identifier: MIT */
/*
 * What was measured and is no time of an operation (a share, a peak, a count of
 * workers), or is such a time but of no row's samples: the record `quantity`,
 * with its unit and its rounds. The host concludes from it. Core 0, outside any
 * run.
 */
#ifndef BENCH_REPORT_QUANTITY_H
#define BENCH_REPORT_QUANTITY_H

#include "bench/proof/proven.h"
#include "bench/report/key.h"

struct quantity {
	struct record_key key;
	const char *unit;      /* "percent"; NULL: ticks, or instructions */
	/* As in struct result. */
	const char *primitive;
	enum proven proven;
	unsigned rounds;       /* 1: it cannot differ from round to round */
	const int64_t *round;  /* thousandths */

	void (*fields)(const void *of); /* adds columns of its own; or NULL */
	const void *of;
};

void record_quantity(const struct quantity *quantity);

/* Thousandths as text_of() has them, or "never". */
const char *quantity_text(int64_t milli);

/* An array of such rounds: a column of a record beside its own rounds. After
 * log_begin(). */
void log_quantity(const char *name, const int64_t *round, unsigned rounds);

#endif
