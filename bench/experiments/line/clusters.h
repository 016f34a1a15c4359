/* SPDX-License-Identifier: MIT */
/* Clusters that the distances show, held against what CPUID claims. */
#ifndef BENCH_EXPERIMENTS_LINE_CLUSTERS_H
#define BENCH_EXPERIMENTS_LINE_CLUSTERS_H

#include "bench/experiments/line/matrix.h"

/* A `series` of each core's cluster and claimed place, and the finding
 * whether the two agree. cluster: count of them, as clusters_find() says. */
void line_clusters_report(const struct matrix *matrix, const unsigned *cluster,
			  unsigned count);

#endif
