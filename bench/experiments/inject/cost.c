/* SPDX-License-Identifier: MIT */
#include "bench/experiments/inject/inject.h"

#include "bench/stats/stats.h"
#include "kernel/tsc.h"
#include "sched/fiber/fiber.h"
#include "sched/sched.h"

#define SAMPLES 31u
#define TURNS 256u   /* yields in a sample: there and back each time */

static struct {
	struct inject_cost *cost;
	int64_t sample[SAMPLES];
	bool stop;
} here;

static void pass_back(void *arg)
{
	(void)arg;
	while (!here.stop)
		sched_pass();
}

static void do_nothing(void *arg)
{
	(void)arg;
}

static int64_t measure_switch(void)
{
	here.stop = false;
	if (!sched_spawn(pass_back, NULL, NULL))
		return 0;
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = tsc_read();

		for (unsigned turn = 0; turn < TURNS; turn++)
			sched_pass();
		here.sample[i] = (int64_t)((tsc_read() - start) * 1000 /
					   (2 * TURNS));
	}
	here.stop = true;
	return stats_median(here.sample, SAMPLES);
}

static int64_t measure_pooled(void)
{
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = tsc_read();

		if (!sched_spawn(do_nothing, NULL, NULL))
			return 0;
		sched_pass();
		here.sample[i] = (int64_t)(tsc_read() - start);
	}
	return stats_median(here.sample, SAMPLES);
}

/* Of a fiber that is never switched to. */
static void never_run(struct fiber_context *left, struct fiber *self)
{
	(void)left;
	(void)self;
}

/* What a fiber adds that finds the pool empty: it is made and thrown away, as
 * memory is never given back. */
static int64_t measure_fresh(void)
{
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = tsc_read();

		if (!fiber_make(never_run))
			return 0;
		here.sample[i] = (int64_t)(tsc_read() - start);
	}
	return stats_median(here.sample, SAMPLES);
}

static void measure_cost(void *arg)
{
	(void)arg;
	here.cost->switch_milli = measure_switch();
	sched_pass(); /* the partner ends */
	here.cost->pooled = measure_pooled();
	here.cost->fresh = measure_fresh() + here.cost->pooled;
}

bool inject_measure_cost(struct inject_cost *cost)
{
	*cost = (struct inject_cost){ .bytes = sched_fiber_bytes() };
	here.cost = cost;
	return sched_run(1, measure_cost, NULL) && cost->switch_milli;
}
