/* SPDX-License-Identifier: MIT */
/*
 * The loop around every timed region, in a file of its own:
 * tests/checks/test_image_file.py holds its disassembly to what is said here.
 */
#ifndef BENCH_SAMPLES_SAMPLE_LOOP_H
#define BENCH_SAMPLES_SAMPLE_LOOP_H

#include <stdint.h>

#include "bench/bench.h"

struct sample_order {
	struct cell *cell;
	unsigned core;
	uint32_t batch;     /* operations a sample */
	uint32_t most;      /* samples to take at most */
	uint64_t deadline;  /* stop after the sample that ends past it */
	int64_t *samples;  /* record pass: `most` of them */
	const uint32_t *stop; /* accumulate pass: stop after the sample that
			       * finds it not 0; atomic */
};

/* What a pass without a buffer keeps, all in registers. */
struct sample_sum {
	uint64_t n, sum;
};

/*
 * Per sample: reset (if the variant has one), then start, body, stop, with
 * nothing else between the two reads. Returns the samples taken, at least 1.
 * The record pass stores each sample; which of the two stop reads is used
 * follows machine_clock()->has_rdtscp.
 */
uint32_t sample_record(const struct sample_order *order);

/* The accumulate pass: the same loop, no store, a look at *stop. */
struct sample_sum sample_accumulate(const struct sample_order *order);

/* A body that does nothing: what the loop itself costs. */
void sample_empty_body(struct cell *cell, unsigned core, uint64_t count);

#endif
