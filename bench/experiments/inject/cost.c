/* SPDX-License-Identifier: MIT */
#include "bench/experiments/inject/cost.h"

#include "bench/stats/stats.h"
#include "kernel/tsc.h"
#include "sched/fiber/fiber.h"
#include "sched/sched.h"

#define SAMPLES 31u
#define TURNS 256u   /* yields in a sample: there and back each time */

static struct {
	struct inject_cost *cost;
	int64_t sample[SAMPLES];
	unsigned taken;
	bool stop;
} here;

static void partner(void *arg)
{
	(void)arg;
	while (!here.stop)
		sched_pass();
}

static void nothing(void *arg)
{
	(void)arg;
}

static uint64_t switches(void)
{
	here.stop = false;
	if (!sched_spawn(partner, NULL, NULL))
		return 0;
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = tsc_read();

		for (unsigned turn = 0; turn < TURNS; turn++)
			sched_pass();
		here.sample[i] = (int64_t)((tsc_read() - start) * 1000 /
					   (2 * TURNS));
	}
	here.stop = true;
	return (uint64_t)stats_median(here.sample, SAMPLES);
}

static uint64_t pooled(void)
{
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = tsc_read();

		if (!sched_spawn(nothing, NULL, NULL))
			return 0;
		sched_pass();
		here.sample[i] = (int64_t)(tsc_read() - start);
	}
	return (uint64_t)stats_median(here.sample, SAMPLES);
}

/* Of a fiber that is never switched to. */
static void life(struct fiber_context *left, struct fiber *self)
{
	(void)left;
	(void)self;
}

/* What a fiber adds that finds the pool empty: it is made and thrown away, as
 * memory is never given back. */
static uint64_t fresh(void)
{
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = tsc_read();

		if (!fiber_make(life))
			return 0;
		here.sample[i] = (int64_t)(tsc_read() - start);
	}
	return (uint64_t)stats_median(here.sample, SAMPLES);
}

static void measure(void *arg)
{
	(void)arg;
	here.cost->switch_milli = switches();
	sched_pass(); /* the partner ends */
	here.cost->pooled = pooled();
	here.cost->fresh = fresh() + here.cost->pooled;
}

bool inject_cost(struct inject_cost *cost)
{
	*cost = (struct inject_cost){ .bytes = sched_fiber_bytes() };
	here.cost = cost;
	return sched_run(1, measure, NULL) && cost->switch_milli;
}
