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

#endif
