/* SPDX-License-Identifier: MIT */
/*
 * Fibers made ahead, so that who spawns them later finds them. They stay in the
 * pools of their cores for the whole run: what they take is not given back.
 */
#ifndef BENCH_HARNESS_FIBERS_H
#define BENCH_HARNESS_FIBERS_H

#include <stddef.h>

/* On each core, before anything is measured: an experiment's own, those that
 * start others there, and work that is shared. */
#define FIBERS_ALWAYS 4u

/*
 * Makes fibers until there are so many at once on each of the cores;
 * with less than `kept` bytes of memory left it makes no more. How
 * many there are on all of them: each * cores, or fewer where memory ends.
 * Core 0, outside any run.
 */
unsigned fibers_reserve(unsigned cores, unsigned each, size_t kept);

/* The same on core 0, all or none: NULL, or why they are not there, until the
 * next call. For setup() of a row, which skips it: cell->trouble. */
const char *fibers_trouble(unsigned fibers);

#endif
