/* SPDX-License-Identifier: MIT */
/*
 * What happens when all cores want one lock: `contend` for given lengths of
 * the critical section and of the thinking between two entries (throughput,
 * bursts, fairness over several windows), `wait` for how long one entry takes.
 */
#include "bench/bench.h"
#include "bench/config/rows.h"
#include "bench/proof/lock_check.h"
#include "bench/stats/stats.h"
#include "kernel/log.h"
#include "kernel/machine.h"

#define LENGTHS 3u

/* The last owners, in order: kept by whoever holds the lock. */
#define HISTORY 4096u

struct state {
	void *lock;
	struct contender *core; /* one each */

	/* Plain: the holder's. */
	uint64_t entries __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint16_t owner[HISTORY];
};

struct contender {
	union lock_node node;
	bool holds;
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* A chain of additions: about one core cycle a turn. */
static inline void spin_turns(uint64_t turns)
{
	while (turns--)
		__asm__ volatile("");
}

static const struct lock_kind *kind_of(const struct cell *cell)
{
	return cell->variant->what;
}

static bool setup_crowd(struct cell *cell)
{
	struct state *s = cell->state = bench_scratch(sizeof(*s));

	if (!s)
		return false;
	s->lock = bench_scratch(kind_of(cell)->size);
	s->core = bench_scratch(cell->cores * sizeof(*s->core));
	if (s->lock)
		kind_of(cell)->init(s->lock);
	return s->lock && s->core;
}

static bool validate_crowd(struct cell *cell)
{
	struct state *s = cell->state;

	return lock_check(kind_of(cell), s->lock, cell->cores, cell->proof);
}

/* ---- contend ------------------------------------------------------------ */

__attribute__((noinline)) static void contend_body(struct cell *cell,
						   unsigned core,
						   uint64_t count)
{
	struct state *s = cell->state;
	const struct lock_kind *kind = kind_of(cell);
	uint64_t inside = (uint64_t)cell->variant->params[0].value;
	uint64_t outside = (uint64_t)cell->variant->params[1].value;
	union lock_node *node = &s->core[core].node;

	while (count--) {
		kind->acquire(s->lock, node);
		s->owner[s->entries++ % HISTORY] = (uint16_t)core;
		spin_turns(inside);
		kind->release(s->lock, node);
		spin_turns(outside);
	}
}

/* Jain's index over windows of so many entries, averaged; thousandths. */
static int64_t jain_milli(const struct state *s, unsigned cores,
			  unsigned window)
{
	static uint64_t share[MACHINE_MAX_CORES];
	uint64_t sum = 0, windows = 0;

	for (unsigned at = 0; at + window <= HISTORY; at += window) {
		for (unsigned i = 0; i < cores; i++)
			share[i] = 0;
		for (unsigned i = at; i < at + window; i++)
			share[s->owner[i]]++;
		sum += stats_jain_milli(share, cores);
		windows++;
	}
	return windows ? (int64_t)(sum / windows) : 1000;
}

static void log_bursts(const struct state *s)
{
	uint64_t bursts = 1, longest = 1, length = 1;

	for (unsigned i = 1; i < HISTORY; i++) {
		length = s->owner[i] == s->owner[i - 1] ? length + 1 : 1;
		bursts += length == 1;
		longest = length > longest ? length : longest;
	}
	log_milli("burst", (int64_t)(HISTORY * 1000 / bursts));
	log_number("burst_longest", longest);
}

/* The history may straddle its oldest entry: one window in many is off. */
static void contend_fields(const struct cell *cell)
{
	const struct state *s = cell->state;

	if (kind_of(cell)->fair)
		log_bool("fair", true);
	if (s->entries < HISTORY)
		return; /* too short a run to say anything */
	log_bursts(s);
	log_milli("jain_8", jain_milli(s, cell->cores, 8 * cell->cores));
	log_milli("jain_64", jain_milli(s, cell->cores, 64 * cell->cores));
}

/* ---- wait --------------------------------------------------------------- */

__attribute__((noinline)) static void wait_body(struct cell *cell,
						 unsigned core, uint64_t count)
{
	struct state *s = cell->state;

	(void)count; /* most_batch is 1: a core cannot enter twice */
	kind_of(cell)->acquire(s->lock, &s->core[core].node);
	s->core[core].holds = true;
}

static void leave_lock(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;

	if (!s->core[core].holds)
		return;
	s->core[core].holds = false;
	kind_of(cell)->release(s->lock, &s->core[core].node);
}

/* ---- rows --------------------------------------------------------------- */

static const struct param lengths[LENGTHS][3] = {
	{ { "inside", 0 }, { "outside", 0 } },
	{ { "inside", 64 }, { "outside", 0 } },
	{ { "inside", 64 }, { "outside", 512 } },
};

#define LENGTH_QUICK 1u /* the one that the quick suite has */

static struct variant contend_row(const struct lock_kind *kind,
				  unsigned length)
{
	return (struct variant){
		.name = "contend", .per = "entry", .what = kind,
		.params = lengths[length],
		.summary = "cycles inside and outside of the lock, all cores",
		.least_cores = 2, .least_batch = 4,
		.full_only = length != LENGTH_QUICK,
		.setup = setup_crowd, .validate = validate_crowd,
		.property = LOCK_PROPERTY, .body = contend_body,
		.fields = contend_fields,
	};
}

static struct variant wait_row(const struct lock_kind *kind)
{
	return (struct variant){
		.name = "wait", .what = kind, .per = "acquire",
		.summary = "how long a core waits for the lock, all cores",
		.least_cores = 2, .full_only = true,
		.setup = setup_crowd, .validate = validate_crowd,
		.property = LOCK_PROPERTY, .body = wait_body,
		.reset = leave_lock, .leave = leave_lock,
		.most_batch = 1,
	};
}

static const struct variant *contended(unsigned *count)
{
	MADE_ROWS(made, MADE_KINDS_MAX * (LENGTHS + 1));

	LOCK_EACH(entry) {
		struct variant wait = wait_row(*entry);

		for (unsigned i = 0; i < LENGTHS; i++) {
			struct variant contend = contend_row(*entry, i);

			made_rows_add(&made, (*entry)->name, &contend);
		}
		made_rows_add(&made, (*entry)->name, &wait);
	}
	*count = made.count;
	return made.row;
}

ROWS_MADE(lock, contended);
