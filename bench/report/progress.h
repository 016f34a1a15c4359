/* SPDX-License-Identifier: MIT */
/* How far the run is: progress records and the screen's bottom line. */
#ifndef BENCH_REPORT_PROGRESS_H
#define BENCH_REPORT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/report/key.h"

/* Adds to the work that the run will take: so many steps, each of about so
 * many milliseconds. Before it begins. */
void progress_expect(uint64_t steps, unsigned step_ms);

/* So many of these begin. What is left of those before, where time was up or
 * a row was skipped, will not come. */
void progress_begin(uint64_t steps, unsigned step_ms);

/*
 * So many steps are done. Writes the status line, unless the last one is
 * younger than a third of a second, and a record every other time.
 */
void progress_done(const struct record_key *key, uint64_t steps);

/* Has somebody asked for the end of the run? Looked for as often as the status
 * line is written. What is left is then to be skipped. */
bool progress_stopped(void);

#endif
