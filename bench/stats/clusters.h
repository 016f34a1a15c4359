/* SPDX-License-Identifier: MIT */
/*
 * Which cores sit close together, told from measured distances alone: what
 * CPUID claims is not asked, so the two can be compared.
 *
 * Single linkage: cores are joined from the shortest distance upwards, and
 * the joining stops before the largest relative jump. All on one side of a
 * jump belong together; without a jump worth the name all cores do.
 */
#ifndef BENCH_STATS_CLUSTERS_H
#define BENCH_STATS_CLUSTERS_H

#include <stdint.h>

/* A jump below this is noise, in thousandths: the next distance by the last. */
#define CLUSTERS_JUMP_MILLI 1400

/*
 * distance[a * cores + b] is the way from a to b; where the two ways differ
 * the shorter one counts, since disturbances only ever lengthen. Writes each
 * core's cluster to cluster[0 .. cores - 1], numbered by their first cores
 * from 0, and returns how many there are. Two cores have a single distance,
 * hence no jump and one cluster. At most MACHINE_MAX_CORES; core 0 only, as
 * its workspace is static.
 */
unsigned clusters_find(const int64_t *distance, unsigned cores,
		       unsigned *cluster);

#endif
