/* SPDX-License-Identifier: MIT */
/* A recorded trace as log records and as a picture in text. Core 0. */
#ifndef BENCH_EXPERIMENTS_PRIMES_TIMELINE_H
#define BENCH_EXPERIMENTS_PRIMES_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/report/self_sampled.h"
#include "sched/trace.h"

/* The option `trace`: write timelines that would otherwise stay unwritten. */
bool trace_wanted(void);

/* The `trace` records of each core: all events that its ring has kept. */
void trace_record(const struct report *about, const struct trace_ring *ring,
		  unsigned cores);

/*
 * A line a core, at most `most` of them: columns of equal time, each a letter
 * for what the core did most of it. Then the letters' meaning.
 */
void trace_picture(const struct trace_ring *ring, unsigned cores,
		   unsigned most);

/* Ticks that one event costs, in thousandths: the least of some tries. memory
 * has room for trace_bytes(1, capacity). */
int64_t trace_cost_milli(void *memory, uint32_t capacity);

#endif
