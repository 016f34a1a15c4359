/* SPDX-License-Identifier: MIT */
/* What runs on core 0 of either machine once it is up. */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include <stdbool.h>

/*
 * Reads the options, runs the chosen experiments, writes the log and the
 * table. Returns the run's status: 0 ok, 1 failed.
 */
int program(void);

/* Was nothing begun, because of an option or of a name? Core 0, after program(). */
bool program_refused(void);

struct settings;

/*
 * Experiments with their variants, what executors and locks there are, and
 * options; where experiments are chosen (bench=), only those with their
 * variants. Core 0, after the context record.
 */
void list_all(const struct settings *settings);

/* The text of all options; no record. Core 0, at any time. */
void list_options(void);

#endif
