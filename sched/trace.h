/* SPDX-License-Identifier: MIT */
/*
 * What each core did when: a ring of events a core, each the moment at which
 * its core took up something else. The time between two events belongs to the
 * first one, so that what a core did fills the whole run.
 *
 * Cost: off, a load and a branch that is not taken; on, a read of the time
 * stamp and one relaxed store. An event is one word, so nobody sees half of
 * one. A full ring forgets its oldest events and knows how many.
 *
 * trace_event() by any core of a traced run; the rest by core 0, outside of it.
 */
#ifndef SCHED_TRACE_H
#define SCHED_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"

/* What a core takes up. Numbers are those of the log. */
enum trace_kind {
	TRACE_END,     /* the run is over */
	TRACE_EXECUTE, /* a task; argument: which */
	TRACE_SWITCH,  /* what lies between tasks: submit, dispatch, return */
	TRACE_LOCK,    /* waits for a lock */
	TRACE_STEAL,   /* takes tasks from another core; argument: how many */
	TRACE_IDLE,    /* looks for work, in vain */
	TRACE_SLEEP,   /* has gone to sleep */
	TRACE_KINDS,
};

/* An event: ticks since the beginning, kind, argument; the latter saturate. */
#define TRACE_ARGUMENT_BITS 20u
#define TRACE_KIND_BITS 4u
#define TRACE_ARGUMENT_MOST ((1u << TRACE_ARGUMENT_BITS) - 1)
#define TRACE_TICKS_SHIFT (TRACE_ARGUMENT_BITS + TRACE_KIND_BITS)
#define TRACE_TICKS_MOST (UINT64_MAX >> TRACE_TICKS_SHIFT)

struct trace_ring {
	uint64_t *event;  /* [capacity]; atomic */
	uint64_t written; /* its core's; read after the run */
	uint64_t mask;    /* capacity - 1 */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* Changed between runs only. */
struct trace {
	struct trace_ring *ring; /* [cores]; NULL: off */
	unsigned cores;
	uint64_t begin;          /* ticks */
};
extern struct trace trace;

static inline bool trace_on(void)
{
	return __builtin_expect(trace.ring != NULL, 0);
}

static inline uint64_t trace_pack(uint64_t ticks, enum trace_kind kind,
				  uint64_t argument)
{
	if (ticks > TRACE_TICKS_MOST)
		ticks = TRACE_TICKS_MOST;
	if (argument > TRACE_ARGUMENT_MOST)
		argument = TRACE_ARGUMENT_MOST;
	return ticks << TRACE_TICKS_SHIFT |
	       (uint64_t)kind << TRACE_ARGUMENT_BITS | argument;
}

/* At a moment (ticks) that is not before the core's last event. Where trace_on()
 * only. */
static inline void trace_at(uint64_t ticks, enum trace_kind kind,
			    uint64_t argument)
{
	unsigned core = machine_core();
	struct trace_ring *ring = &trace.ring[core];

	if (core >= trace.cores)
		return;
	/* Another core's stamp may be behind core 0's by their skew. */
	ticks = ticks > trace.begin ? ticks - trace.begin : 0;
	atomic_store_relaxed(&ring->event[ring->written++ & ring->mask],
			     trace_pack(ticks, kind, argument));
}

/* The calling core takes that up now. */
static inline void trace_event(enum trace_kind kind, uint64_t argument)
{
	if (trace_on())
		trace_at(tsc_read(), kind, argument);
}

/* What the calling core is at. Where trace_on() only. */
static inline enum trace_kind trace_state(void)
{
	struct trace_ring *ring = &trace.ring[machine_core()];
	uint64_t last = ring->event[(ring->written - 1) & ring->mask];

	return (enum trace_kind)(last >> TRACE_ARGUMENT_BITS &
				 ((1u << TRACE_KIND_BITS) - 1));
}

/* ---- core 0, outside the run ----------------------------------------------- */

/* Bytes of memory for so many cores, each with a ring of so many events. */
size_t trace_bytes(unsigned cores, uint32_t capacity);

/*
 * On from now, with empty rings; memory is aligned to MACHINE_LINE_PAIR, begins
 * with the struct trace_ring of each core, and stays the caller's. capacity: a
 * power of two. Core 0 is switching at first, the others are idle.
 */
void trace_start(void *memory, unsigned cores, uint32_t capacity);

/* Off. Each core's last event is TRACE_END, now. */
void trace_stop(void);

/* ---- what the rings hold, after trace_stop() --------------------------------- */

struct trace_moment {
	uint64_t ticks; /* since the beginning */
	enum trace_kind kind;
	uint32_t argument;
};

/* Events of a core that are there, and those forgotten. */
uint64_t trace_kept(const struct trace_ring *ring);
uint64_t trace_dropped(const struct trace_ring *ring);

/* The one of that index, the oldest kept is 0. */
struct trace_moment trace_moment(const struct trace_ring *ring, uint64_t index);

/* Ticks that the core spent with each kind, from its oldest kept event on. */
void trace_sum(const struct trace_ring *ring, uint64_t sum[TRACE_KINDS]);

#endif
