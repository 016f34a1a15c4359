/* SPDX-License-Identifier: MIT */
/*
 * What hangs or faults is named, and left out from then on: the run goes on with
 * the next row, or with the next experiment where one measures itself.
 */
#ifndef BENCH_HARNESS_GUARD_H
#define BENCH_HARNESS_GUARD_H

#include <stdbool.h>

#include "bench/bench.h"
#include "bench/config/settings.h"
#include "bench/report/key.h"

/*
 * body(arg), which measures that. False if it was abandoned: then a warning
 * (`hung`, `faulted`) names who, where and why, a record `skipped` stands for the
 * numbers, and it counts as wrong. Core 0, outside any run.
 */
bool guard(const struct record_key *key, const char *primitive,
	   void (*body)(void *arg), void *arg);

/* The same of the experiment's run(), which begins trials of its own
 * (trial_begin()): the last one is named. A record `skipped` names each row that
 * it had still to tell of. False if run() was, too. */
bool guard_run(const struct settings *settings,
	       const struct experiment *experiment);

/* Is the row, or another of its primitive, left out since it was abandoned? */
bool guard_struck(const char *experiment, const struct variant *variant);

#endif
