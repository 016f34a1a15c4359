/* SPDX-License-Identifier: MIT */
#include "sched/executor/crossing.h"

#include <stdbool.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define TRIES 16u
#define BATCH 64u
#define TRIPS 8u /* there and back, in a sample */
#define SAMPLES 16u
#define LAST (2u * TRIPS * SAMPLES)

/* Core 1 is waited for so long, a second's part in all. */
#define PATIENCE 1000u

/* Looks between two at the clock: a PAUSE in each would be in the figure. */
#define LOOKS 16u

static struct {
	uint32_t turn; /* atomic: even ones are core 0's to answer */
	uint64_t end;
} ball __attribute__((aligned(MACHINE_LINE_PAIR)));

static bool await(uint32_t turn)
{
	for (;;) {
		for (unsigned i = 0; i < LOOKS; i++)
			if (atomic_load_relaxed(&ball.turn) == turn)
				return true;
		if (tsc_read() >= ball.end)
			return false;
		cpu_relax();
	}
}

static void answer(unsigned core, void *arg)
{
	(void)core, (void)arg;
	for (uint32_t turn = 1; turn < LAST && await(turn); turn += 2)
		atomic_store_relaxed(&ball.turn, turn + 1);
}

/* The trips from this turn on; false: no answer. */
static bool sample(uint32_t turn)
{
	for (unsigned i = 0; i < TRIPS; i++, turn += 2) {
		atomic_store_relaxed(&ball.turn, turn + 1);
		if (!await(turn + 2))
			return false;
	}
	return true;
}

__attribute__((cold))
uint64_t crossing_ticks(void)
{
	uint64_t since = tsc_read(), patience = ticks_of_seconds(1) / PATIENCE;
	uint64_t least = patience;

	ball.turn = 0;
	ball.end = since + patience;
	machine_start(1, answer, NULL);
	/* The first sample waits until core 1 has woken. */
	for (uint32_t turn = 0; turn < LAST && sample(turn);
	     turn += 2 * TRIPS) {
		uint64_t now = tsc_read(), took = (now - since) / (2 * TRIPS);

		if (took < least)
			least = took;
		since = now;
	}
	machine_join();
	return least;
}

/* ---- a submission ----------------------------------------------------------- */

static __attribute__((noinline)) uint64_t by_deque(struct deque *deque,
						   uint32_t n)
{
	struct work out[BATCH];
	uint64_t since = tsc_read();

	for (uint32_t i = 0; i < n; i++)
		deque_push(deque, (struct work){ 0 });
	deque_pop_bulk(deque, out, n);
	return tsc_read() - since;
}

static __attribute__((noinline)) uint64_t by_ring(struct buffer *ring,
						  uint32_t n)
{
	uint64_t since = tsc_read(), took;

	for (uint32_t i = 0; i < n; i++) {
		buffer_own_push(ring, (struct work){ 0 });
		__asm__ volatile("" : : : "memory"); /* each is stored */
	}
	took = tsc_read() - since;
	ring->head = ring->tail;
	return took;
}

__attribute__((cold))
uint64_t crossing_extra(struct deque *deque, struct buffer *ring)
{
	uint32_t n = (uint32_t)min_u64(BATCH, ring->mask + 1);
	uint64_t shown = UINT64_MAX, own = UINT64_MAX;

	for (unsigned i = 0; i < TRIES; i++) {
		shown = min_u64(shown, by_deque(deque, n));
		own = min_u64(own, by_ring(ring, n));
	}
	return shown > own ? (shown - own) * DECIDE_UNIT / n : 0;
}
