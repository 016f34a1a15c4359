/* SPDX-License-Identifier: MIT */
/* What runs on core 0 of either machine once it is up. */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

/*
 * Reads the options, runs the chosen experiments, writes the log and the
 * table. Returns the run's status: 0 ok, 1 failed.
 */
int program(void);

#endif
