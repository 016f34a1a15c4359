/* SPDX-License-Identifier: MIT */
/* Private to experiment `switch`. */
#ifndef BENCH_EXPERIMENTS_SWITCH_SWITCH_H
#define BENCH_EXPERIMENTS_SWITCH_SWITCH_H

#include <stdbool.h>

struct settings;

/* What its rows say together, as findings; see struct experiment. Core 0,
 * outside any run. */
unsigned switch_count_steps(const struct settings *settings);
bool switch_report_findings(const struct settings *settings);

#endif
