/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/line.h"

#include "bench/bench.h"
#include "bench/samples/spin.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

/* ---- four ways to hand over --------------------------------------------- */

/*
 * Each waits until the count is `mine` and makes it mine + 1. In relaxed
 * order: nothing is passed on but the line itself.
 */
typedef void pass_fn(uint64_t *count, uint64_t mine);

static inline void await(uint64_t *count, uint64_t mine)
{
	uint32_t looks = 0;

	while (atomic_load_relaxed(count) != mine)
		spin_again(&looks);
}

static inline void pass_store(uint64_t *count, uint64_t mine)
{
	await(count, mine);
	atomic_store_relaxed(count, mine + 1);
}

static inline void pass_swap(uint64_t *count, uint64_t mine)
{
	await(count, mine);
	(void)atomic_swap_relaxed(count, mine + 1);
}

/* Waits by the instruction itself, so that the line comes to be written at
 * once: what published core-to-core figures measure. */
static inline void pass_cas(uint64_t *count, uint64_t mine)
{
	uint64_t found = mine;
	uint32_t looks = 0;

	while (!atomic_cas_relaxed(count, &found, mine + 1)) {
		found = mine;
		spin_again(&looks);
	}
}

static inline void pass_add(uint64_t *count, uint64_t mine)
{
	await(count, mine);
	(void)atomic_add_relaxed(count, 1);
}

static inline __attribute__((always_inline)) void
turns(uint64_t *count, uint64_t first, uint64_t trips, pass_fn *pass)
{
	for (; trips; trips--, first += 2)
		pass(count, first);
}

#define LOOPS(name)                                                          \
	__attribute__((noinline)) static void                                \
	ask_##name(uint64_t *count, uint64_t first, uint64_t trips)          \
	{                                                                    \
		turns(count, first, trips, pass_##name);                     \
		await(count, first + 2 * trips);                             \
	}                                                                    \
	__attribute__((noinline)) static void                                \
	answer_##name(uint64_t *count, uint64_t first, uint64_t trips)       \
	{                                                                    \
		turns(count, first, trips, pass_##name);                     \
	}                                                                    \
	const struct handover_kind handover_##name = { ask_##name,           \
						       answer_##name };

LOOPS(store)
LOOPS(swap)
LOOPS(cas)
LOOPS(add)

/* ---- lines and samples -------------------------------------------------- */

#define STOP UINT32_MAX

static uint8_t *pages;
static const struct handover *order;
static struct {
	unsigned n;
	int64_t ticks[HANDOVER_SAMPLES_MAX];
} samples;

/* The sample to take, from 1; its own lines, since both cores watch it. */
static struct {
	uint32_t sample; /* atomic */
} command __attribute__((aligned(MACHINE_LINE_PAIR)));

/* At a different place in each page, or all would share one set of a cache. */
static uint64_t *line_of(unsigned sample)
{
	unsigned line = sample % HANDOVER_LINES;

	return (uint64_t *)(pages + line * MACHINE_PAGE +
			    line * 3 * MACHINE_LINE_PAIR);
}

/* The count that a sample begins with: the same number was added in each. */
static uint64_t first_of(unsigned sample)
{
	return (uint64_t)(sample / HANDOVER_LINES) * 2 *
	       (order->warm + order->trips);
}

static int64_t time_sample(unsigned sample)
{
	bool rdtscp = machine_clock()->has_rdtscp;
	uint64_t *line = line_of(sample), first = first_of(sample), start;

	order->kind->ask(line, first, order->warm);
	start = tsc_start();
	order->kind->ask(line, first + 2 * order->warm, order->trips);
	return (int64_t)((rdtscp ? tsc_stop_rdtscp() : tsc_stop_lfence()) -
			 start);
}

static void ask_samples(void)
{
	unsigned most = order->per_line * HANDOVER_LINES, n = 0;
	uint64_t deadline = tsc_read() + order->ticks;

	do {
		atomic_store_relaxed(&command.sample, n + 1);
		samples.ticks[n] = time_sample(n);
		n++;
	} while (n < most && tsc_read() < deadline);
	atomic_store_relaxed(&command.sample, STOP);
	samples.n = n;
}

static void answer_samples(void)
{
	uint32_t done = 0, wanted;

	for (;;) {
		while ((wanted = atomic_load_relaxed(&command.sample)) == done)
			cpu_relax();
		if (wanted == STOP)
			return;
		order->kind->answer(line_of(done), first_of(done) + 1,
				    order->warm + order->trips);
		done = wanted;
	}
}

static void hand_over_on_core(unsigned core, void *arg)
{
	(void)arg;
	if (core == order->asker)
		ask_samples();
	else
		answer_samples();
}

bool handover_allocate(void)
{
	size_t page = MACHINE_PAGE;

	/* One more page, since scratch is aligned to two lines only. */
	pages = bench_scratch((HANDOVER_LINES + 1) * page);
	pages = (uint8_t *)(((uintptr_t)pages + page - 1) & ~(page - 1));
	return pages;
}

void handover_run(struct handover *wanted, int64_t *ticks)
{
	order = wanted;
	command.sample = 0;
	wanted->counted = 0;
	for (unsigned line = 0; line < HANDOVER_LINES; line++)
		*line_of(line) = 0;
	machine_run_two(order->asker, order->answerer, hand_over_on_core, NULL);
	for (unsigned line = 0; line < HANDOVER_LINES; line++)
		wanted->counted += *line_of(line);
	wanted->n = samples.n;
	wanted->handed = (uint64_t)samples.n * 2 * (order->warm + order->trips);
	memcpy(ticks, samples.ticks, samples.n * sizeof(*ticks));
}
