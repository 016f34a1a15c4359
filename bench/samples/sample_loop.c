/* SPDX-License-Identifier: MIT */
#include "bench/samples/sample_loop.h"

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"

typedef uint64_t stop_fn(void);

static void no_reset(struct cell *cell, unsigned core)
{
	(void)cell;
	(void)core;
}

__attribute__((noinline)) void sample_empty_body(struct cell *cell,
						 unsigned core, uint64_t count)
{
	(void)cell;
	(void)core;
	(void)count;
	__asm__ volatile("" : : : "memory"); /* must not be optimised away */
}

/* One sample; inlined into each loop with the stop read it is given. */
static inline __attribute__((always_inline)) uint64_t
one_sample(const struct sample_order *o, stop_fn *stop, uint64_t *end)
{
	void (*body)(struct cell *, unsigned, uint64_t) = o->cell->variant->body;
	uint64_t start;

	start = tsc_start();
	body(o->cell, o->core, o->batch);
	*end = stop();
	return *end - start;
}

static inline __attribute__((always_inline)) uint32_t
record(const struct sample_order *o, stop_fn *stop)
{
	void (*reset)(struct cell *, unsigned) = o->cell->variant->reset ?
						 o->cell->variant->reset :
						 no_reset;
	uint32_t n = 0;
	uint64_t end;

	do {
		reset(o->cell, o->core);
		o->samples[n++] = (int64_t)one_sample(o, stop, &end);
	} while (n < o->most && end < o->deadline);
	return n;
}

static inline __attribute__((always_inline)) struct sample_sum
accumulate(const struct sample_order *o, stop_fn *stop)
{
	void (*reset)(struct cell *, unsigned) = o->cell->variant->reset ?
						 o->cell->variant->reset :
						 no_reset;
	struct sample_sum s = { 0 };
	uint64_t end;

	do {
		reset(o->cell, o->core);
		s.n++;
		s.sum += one_sample(o, stop, &end);
	} while (s.n < o->most && end < o->deadline &&
		 !atomic_load_relaxed(o->stop));
	return s;
}

/* Two loops each, so that no branch on the processor is in any of them. */

__attribute__((noinline)) static uint32_t
sample_record_rdtscp(const struct sample_order *order)
{
	return record(order, tsc_stop_rdtscp);
}

__attribute__((noinline)) static uint32_t
sample_record_lfence(const struct sample_order *order)
{
	return record(order, tsc_stop_lfence);
}

__attribute__((noinline)) static struct sample_sum
sample_accumulate_rdtscp(const struct sample_order *order)
{
	return accumulate(order, tsc_stop_rdtscp);
}

__attribute__((noinline)) static struct sample_sum
sample_accumulate_lfence(const struct sample_order *order)
{
	return accumulate(order, tsc_stop_lfence);
}

uint32_t sample_record(const struct sample_order *order)
{
	return machine_clock()->has_rdtscp ? sample_record_rdtscp(order)
					   : sample_record_lfence(order);
}

struct sample_sum sample_accumulate(const struct sample_order *order)
{
	return machine_clock()->has_rdtscp ? sample_accumulate_rdtscp(order)
					   : sample_accumulate_lfence(order);
}
