/* SPDX-License-Identifier: MIT */
/*
 * In which order experiments are measured, and in which they are named: two
 * choices, and neither is the linker's. Pure.
 */
#ifndef BENCH_CONFIG_ORDER_H
#define BENCH_CONFIG_ORDER_H

#include "bench/bench.h"

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
