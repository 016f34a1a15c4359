/* SPDX-License-Identifier: MIT */
#include "sched/trace.h"

struct trace trace;

size_t trace_bytes(unsigned cores, uint32_t capacity)
{
	return cores * (sizeof(struct trace_ring) +
			capacity * sizeof(uint64_t));
}

/* For another core, whose ring is nobody's yet, or nobody's any more. */
static void write_for(unsigned core, enum trace_kind kind, uint64_t ticks)
{
	struct trace_ring *ring = &trace.ring[core];

	atomic_store_relaxed(&ring->event[ring->written++ & ring->mask],
			     trace_pack(ticks, kind, 0));
}

void trace_start(void *memory, unsigned cores, uint32_t capacity)
{
	struct trace_ring *ring = memory;
	uint64_t *event = (uint64_t *)(ring + cores);

	for (unsigned i = 0; i < cores; i++)
		ring[i] = (struct trace_ring){ .mask = capacity - 1,
			.event = event + (size_t)i * capacity };
	trace = (struct trace){ .ring = ring, .cores = cores,
				.begin = tsc_read() };
	for (unsigned i = 0; i < cores; i++)
		write_for(i, i ? TRACE_IDLE : TRACE_SWITCH, 0);
}

/* No core's end is before its last event, whatever the stamps' skew. */
void trace_stop(void)
{
	uint64_t now = tsc_read() - trace.begin;

	for (unsigned i = 0; i < trace.cores; i++) {
		struct trace_ring *ring = &trace.ring[i];
		uint64_t last = trace_moment(ring, trace_kept(ring) - 1).ticks;

		write_for(i, TRACE_END, now > last ? now : last);
	}
	trace.ring = NULL;
}

/* ---- what the rings hold ---------------------------------------------------- */

uint64_t trace_kept(const struct trace_ring *ring)
{
	return ring->written <= ring->mask ? ring->written : ring->mask + 1;
}

uint64_t trace_dropped(const struct trace_ring *ring)
{
	return ring->written - trace_kept(ring);
}

struct trace_moment trace_moment(const struct trace_ring *ring, uint64_t index)
{
	uint64_t at = trace_dropped(ring) + index;
	uint64_t event = atomic_load_relaxed(&ring->event[at & ring->mask]);

	return (struct trace_moment){
		.ticks = event >> TRACE_TICKS_SHIFT,
		.kind = (enum trace_kind)(event >> TRACE_ARGUMENT_BITS &
					  ((1u << TRACE_KIND_BITS) - 1)),
		.argument = (uint32_t)event & TRACE_ARGUMENT_MOST };
}

void trace_sum(const struct trace_ring *ring, uint64_t sum[TRACE_KINDS])
{
	uint64_t kept = trace_kept(ring);

	for (unsigned kind = 0; kind < TRACE_KINDS; kind++)
		sum[kind] = 0;
	for (uint64_t i = 0; i + 1 < kept; i++) {
		struct trace_moment here = trace_moment(ring, i);

		sum[here.kind] += trace_moment(ring, i + 1).ticks - here.ticks;
	}
}
