/* SPDX-License-Identifier: MIT */
/* Trust labels: how much a tick on this machine says about silicon. */
#ifndef BENCH_REPORT_TRUST_H
#define BENCH_REPORT_TRUST_H

#include <stdbool.h>

/*
 * The less trusted of what was detected and what the runner claims ("": no
 * claim). An unknown claim does not count.
 */
const char *trust_lesser(const char *detected, const char *claimed);

/* True for a label that docs/method.md lists. */
bool trust_known(const char *label);

/* True where ticks tell about an emulator, not about silicon. */
bool trust_emulated(const char *label);

#endif
