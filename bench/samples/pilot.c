/* SPDX-License-Identifier: MIT */
#include "bench/samples/pilot.h"

#include "bench/conditions/timesharing.h"
#include "bench/samples/round.h"
#include "bench/stats/stats.h"
#include "kernel/tsc.h"

#define RESOLUTION_READS 1000u
#define BATCH_MOST (1u << 20)

/* Not the smallest: a counter that goes on by 26 at a time under a hypervisor
 * that scales it shows a step of 1 now and then. */
int64_t pilot_resolution(void)
{
	int64_t step[RESOLUTION_READS];
	uint64_t last = tsc_read();

	for (unsigned i = 0; i < RESOLUTION_READS; i++) {
		uint64_t now = tsc_read();
		step[i] = (int64_t)(now - last);
		last = now;
	}
	return pilot_usual_step(step, RESOLUTION_READS);
}

int64_t pilot_usual_step(int64_t *step, size_t n)
{
	size_t still = 0;

	stats_sort(step, n);
	while (still < n && step[still] <= 0)
		still++;
	return still == n ? 1 : stats_percentile(step + still, n - still, 500);
}

int64_t pilot_median(struct cell *cell, uint32_t batch, uint64_t ticks,
		      int64_t *scratch)
{
	size_t n = 0;

	round_run(&(struct round_order){
		.cell = cell, .batch = batch, .most = PILOT_SAMPLES,
		.ticks = ticks, .samples = scratch, .stride = PILOT_SAMPLES,
	});
	for (unsigned p = 0; p < round_participants(cell); p++)
		for (uint32_t i = 0; i < round_result_of(p)->n; i++)
			scratch[n++] = scratch[p * PILOT_SAMPLES + i];
	return stats_median(scratch, n);
}

void pilot_warm_up(struct cell *cell, uint64_t ticks, int64_t *scratch)
{
	uint32_t least = cell->variant->least_batch;

	(void)pilot_median(cell, least ? least : 1, ticks, scratch);
}

/* The least of such samples: a row that is quicker than its pilot's median
 * would have fewer steps than it is to have. */
static int64_t pilot_least(struct cell *cell, uint32_t batch, uint64_t ticks,
			   int64_t *scratch)
{
	(void)pilot_median(cell, batch, ticks, scratch); /* which sorts them */
	return scratch[0];
}

uint32_t pilot_batch(struct cell *cell, uint64_t ticks, int64_t *scratch)
{
	int64_t want = PILOT_RESOLUTIONS * pilot_resolution();
	uint32_t most = cell->variant->most_batch ? cell->variant->most_batch
						  : BATCH_MOST;
	uint32_t batch = cell->variant->least_batch ?
			 cell->variant->least_batch : 1;

	while (batch < most && !timeshared() &&
	       pilot_least(cell, batch, ticks, scratch) < want)
		batch *= 2;
	return batch < most ? batch : most;
}

int64_t pilot_overhead(const struct cell *cell, uint64_t ticks,
			int64_t *scratch)
{
	const struct variant empty = {
		.name = "empty", .per = "sample", .summary = "the harness",
		.stage = cell->variant->stage, .body = sample_empty_body,
		.core = cell->variant->core,
	};
	struct cell hollow = {
		.variant = &empty, .experiment = cell->experiment,
		.cores = cell->cores,
	};

	pilot_warm_up(&hollow, ticks, scratch);
	return pilot_median(&hollow, 1, ticks, scratch);
}
