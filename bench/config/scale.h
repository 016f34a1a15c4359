/* SPDX-License-Identifier: MIT */
/*
 * Time in the experiments that retell a published one: its seconds are divided
 * by the option `scale=`, since what is asked are ratios, not patience.
 */
#ifndef BENCH_CONFIG_SCALE_H
#define BENCH_CONFIG_SCALE_H

#include <stdbool.h>
#include <stdint.h>

/* Published milliseconds as ticks here and now; at least 1. */
uint64_t scale_ticks(uint64_t published_ms);

/* Ticks as published milliseconds. */
uint64_t scale_ms(uint64_t ticks);

/* The divisor; goes into the records as params.scale. */
uint64_t scale_divisor(void);

/* True where the command line names a scale: the quick suite then does not
 * choose another. */
bool scale_given(void);

/* Another divisor for an experiment's reduced form; 0: the option's again. */
void scale_use(uint64_t divisor);

#endif
