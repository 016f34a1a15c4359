/* SPDX-License-Identifier: MIT */
#include "bench/conditions/read_cost.h"

#include "bench/stats/stats.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"

#define PAIRS 101u

static uint64_t cost[MACHINE_MAX_CORES];

static void measure(unsigned core, void *arg)
{
	int64_t pair[PAIRS];
	bool rdtscp = machine_clock()->has_rdtscp;

	(void)arg;
	for (unsigned i = 0; i < PAIRS; i++) {
		uint64_t start = tsc_start();
		uint64_t stop = rdtscp ? tsc_stop_rdtscp() : tsc_stop_lfence();

		pair[i] = (int64_t)(stop - start);
	}
	cost[core] = (uint64_t)stats_median(pair, PAIRS);
}

void read_cost_measure(void)
{
	machine_run(machine_cores(), measure, NULL);
}

uint64_t read_cost(unsigned core)
{
	return cost[core];
}
