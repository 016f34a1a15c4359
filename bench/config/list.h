/* SPDX-License-Identifier: MIT */
/* What there is, a sentence each: as records of kind `listed` and as text. */
#ifndef BENCH_CONFIG_LIST_H
#define BENCH_CONFIG_LIST_H

#include "bench/config/settings.h"

/*
 * Experiments with their variants, what executors and locks there are, and
 * options; where experiments are chosen (bench=), only those with their
 * variants. Core 0, after the context record.
 */
void list_all(const struct settings *settings);

/* The text of all options; no record. Core 0, at any time. */
void list_options(void);

#endif
