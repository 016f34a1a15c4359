/* SPDX-License-Identifier: MIT */
/* A result as one line of what a camera takes (docs/camera.md). Core 0. */
#ifndef BENCH_PAGE_KEPT_ROW_H
#define BENCH_PAGE_KEPT_ROW_H

#include "bench/report/result.h"

void kept_row(const struct result *result);

#endif
