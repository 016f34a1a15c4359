/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/samples/add_up.h"
#include "kernel/tsc.h"
#include "sched/executor/executor.h"

#define STAMP_PAIRS 10000u

struct dispatch_order dispatch_order;

/* ---- the body ---------------------------------------------------------- */

static inline void account_task(struct dispatch_worker *w, void *arg)
{
	w->tasks++;
	w->ids += (uintptr_t)arg;
	w->sum += add_up(dispatch_order.n);
}

/* ---- with stamps ------------------------------------------------------- */

static inline int32_t saturate(int64_t ticks)
{
	return ticks > INT32_MAX ? INT32_MAX :
	       ticks < INT32_MIN ? INT32_MIN : (int32_t)ticks;
}

static inline void note_overhead(struct dispatch_worker *w, uint64_t entry)
{
	int64_t ticks = (int64_t)(entry - w->end) - dispatch_order.stamp;

	w->overhead += ticks;
	w->work += w->end - w->entry;
	if (w->end - w->entry > w->longest)
		w->longest = w->end - w->entry;
	if (w->sample)
		w->sample[w->tasks - 1] = (struct dispatch_sample){
			(uint32_t)((entry - dispatch_order.begin) >>
				   DISPATCH_WHEN_SHIFT), saturate(ticks) };
	else
		histogram_add(&w->histogram, ticks < 0 ? 0 : (uint64_t)ticks);
}

__attribute__((noinline)) void dispatch_stamped_task(void *arg)
{
	uint64_t entry = tsc_read();
	struct dispatch_worker *w = &dispatch_order.worker[executor_worker()];

	if (w->tasks)
		note_overhead(w, entry);
	else
		w->begin = entry;
	w->entry = entry;
	account_task(w, arg);
	w->end = tsc_read();
}

/* ---- without ----------------------------------------------------------- */

__attribute__((noinline)) void dispatch_plain_task(void *arg)
{
	account_task(&dispatch_order.worker[executor_worker()], arg);
}

/* ---- what they cost by themselves -------------------------------------- */

__attribute__((noinline)) uint64_t dispatch_stamp_milli(void)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < STAMP_PAIRS; i++) {
		uint64_t begin = tsc_read(), end = tsc_read();

		sum += end > begin ? end - begin : begin - end;
	}
	return sum * 1000 / STAMP_PAIRS;
}

__attribute__((noinline)) uint64_t dispatch_time_bodies(uint64_t n,
							uint64_t count,
							uint64_t *sum)
{
	uint64_t begin = tsc_start();

	for (uint64_t i = 0; i < count; i++)
		*sum += add_up(n);
	return tsc_stop_lfence() - begin;
}
