/* SPDX-License-Identifier: MIT */
#include "bench/experiments/primes/primes.h"

#include "bench/report/record.h"
#include "bench/report/thin.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/options.h"
#include "kernel/print.h"

#define EVENTS_A_PART 130u /* of up to 27 characters each */
#define COLUMNS 64u
#define COST_TRIES 5u
#define COST_EVENTS 1000u

OPTION_FLAG(opt_trace, "trace",
	    "primes: write every timeline at the largest N (qc trace)");

bool timeline_wanted(void)
{
	return opt_trace.number;
}

/* ---- records ----------------------------------------------------------- */

static void log_events(const struct trace_ring *ring, unsigned first,
		       unsigned last)
{
	log_array("events");
	for (unsigned i = first; i < last; i++) {
		struct trace_moment m = trace_moment(ring, i);

		log_array(NULL);
		log_number(NULL, m.ticks);
		log_number(NULL, m.kind);
		log_number(NULL, m.argument);
		log_array_end();
	}
	log_array_end();
}

/* Of a timeline that is to be thin the newest events stay: one after the
 * other, or what a core did would be wrong. */
static unsigned first_of(unsigned kept)
{
	return thin_rows(kept).step > 1 ? kept - THIN_ROWS : 0;
}

static void record_core(const struct record_key *key,
			const struct trace_ring *ring, unsigned core)
{
	unsigned kept = (unsigned)trace_kept(ring);
	unsigned first = first_of(kept);
	unsigned parts = parts_of(kept - first, EVENTS_A_PART);

	for (unsigned part = 0; part < parts; part++) {
		log_begin("trace");
		log_part(part, parts);
		log_key(key, NULL, NULL);
		log_number("core", core);
		log_number("dropped", trace_dropped(ring) + first);
		log_events(ring, first + part * EVENTS_A_PART,
			   first + part_end(part, kept - first,
					    EVENTS_A_PART));
		log_end();
	}
}

void timeline_record(const struct record_key *key,
		     const struct trace_ring *ring, unsigned cores)
{
	for (unsigned core = 0; core < cores; core++)
		record_core(key, &ring[core], core);
}

/* ---- the picture ------------------------------------------------------- */

static const char letter[TRACE_KINDS] = {
	[TRACE_END] = ' ', [TRACE_EXECUTE] = '#', [TRACE_SWITCH] = '+',
	[TRACE_LOCK] = 'L', [TRACE_STEAL] = 'S', [TRACE_IDLE] = '.',
	[TRACE_SLEEP] = '_',
};

static uint64_t end_of(const struct trace_ring *ring)
{
	return trace_moment(ring, trace_kept(ring) - 1).ticks;
}

/* What the core did most between two moments; *at: its first event there. */
static enum trace_kind most_of(const struct trace_ring *ring, uint64_t from,
			       uint64_t to, uint64_t *at)
{
	uint64_t sum[TRACE_KINDS] = { 0 }, kept = trace_kept(ring);
	enum trace_kind best = TRACE_END;

	for (; *at + 1 < kept; ++*at) {
		struct trace_moment m = trace_moment(ring, *at);
		uint64_t end = trace_moment(ring, *at + 1).ticks;

		sum[m.kind] += above_u64(min_u64(end, to),
					 max_u64(m.ticks, from));
		if (end >= to)
			break;
	}
	for (unsigned kind = 0; kind < TRACE_KINDS; kind++)
		if (sum[kind] > sum[best])
			best = (enum trace_kind)kind;
	return best;
}

static void picture_line(const struct trace_ring *ring, unsigned core,
			 uint64_t end)
{
	char line[COLUMNS + 1] = { 0 };
	uint64_t at = 0;

	for (unsigned c = 0; c < COLUMNS; c++)
		line[c] = letter[most_of(ring, end * c / COLUMNS,
					 end * (c + 1) / COLUMNS, &at)];
	print("  core %3u |%s|\n", core, line);
}

void timeline_show(const struct trace_ring *ring, unsigned cores,
		   unsigned most)
{
	uint64_t end = 0;

	for (unsigned core = 0; core < cores; core++)
		end = max_u64(end, end_of(&ring[core]));
	for (unsigned core = 0; core < cores && core < most; core++)
		picture_line(&ring[core], core, end);
	machine_style(MACHINE_DIM);
	if (cores > most)
		print("  and %u more core%s\n", cores - most,
		      format_s(cores - most));
	print("  # task  + between tasks  L waits for a lock  S steals  "
	      ". idle  _ asleep\n");
	machine_style(MACHINE_PLAIN);
}

/* ---- its cost ---------------------------------------------------------- */

int64_t timeline_event_milli(void *memory, uint32_t capacity)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < COST_TRIES; i++) {
		uint64_t begin;

		trace_start(memory, 1, capacity);
		begin = tsc_read();
		for (unsigned k = 0; k < COST_EVENTS; k++)
			trace_event(TRACE_SWITCH, k);
		least = min_u64(least, tsc_read() - begin);
		trace_stop();
	}
	return (int64_t)(least * 1000 / COST_EVENTS);
}
