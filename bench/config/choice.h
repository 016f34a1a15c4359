/* SPDX-License-Identifier: MIT */
/* Which experiments and variants the command line chose. Core 0. */
#ifndef BENCH_CONFIG_CHOICE_H
#define BENCH_CONFIG_CHOICE_H

#include <stdbool.h>

#include "bench/bench.h"
#include "bench/config/settings.h"

/* Is it to be run? */
bool choice_has(const struct settings *settings,
		const struct experiment *experiment);

/*
 * Complains of each word of bench= that names no experiment and, where there
 * is none, of each word of variant= that names no variant of those: false if
 * there was one. After the context record.
 */
bool choice_check(const struct settings *settings);

/* ---- in which order ---------------------------------------------------- */

/* True if `a` comes before `b`. */
typedef bool order_fn(const struct experiment *a, const struct experiment *b);

/* By enum order, those of one order by name. */
order_fn order_measured;

/* By name: where people look one up. */
order_fn order_named;

/* The registered experiment that comes next; of NULL the first, NULL after
 * the last. Two of one name, which names_check() refuses, count as one. */
const struct experiment *order_next(order_fn *before,
				    const struct experiment *experiment);

/* for (const struct experiment *entry ...) over all, in that order. */
#define ORDER_EACH(before, entry)                                            \
	for (const struct experiment *entry = NULL;                          \
	     (entry = order_next(before, entry));)

#endif
