/* SPDX-License-Identifier: MIT */
/* What it costs to take a lock and give it back, alone and contended. */
#include "bench/bench.h"
#include "kernel/machine.h"
#include "kernel/x86/tsc.h"
#include "sched/lock/ticket.h"

/* Entries per core while the lock is validated, at most, and how long. */
#define CHECKED_ENTRIES 2000u
#define CHECK_MS 300u

struct state {
	struct ticket_lock lock __attribute__((aligned(MACHINE_LINE_PAIR)));

	/* Plain on purpose: only the lock keeps the two equal. */
	uint64_t first __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint64_t second;
	bool apart;
	uint64_t *entries;      /* one a core, a line pair each */
};

#define STRIDE (MACHINE_LINE_PAIR / sizeof(uint64_t))

static bool setup(struct cell *cell)
{
	struct state *s = cell->state = bench_scratch(sizeof(*s));

	if (!s)
		return false;
	ticket_init(&s->lock);
	s->entries = bench_scratch(cell->cores * MACHINE_LINE_PAIR);
	return s->entries;
}

__attribute__((noinline)) static void lock_unlock(struct cell *cell,
						  unsigned core, uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	while (count--) {
		ticket_lock(&s->lock);
		ticket_unlock(&s->lock);
	}
}

static void check_core(unsigned core, void *arg)
{
	struct cell *cell = arg;
	struct state *s = cell->state;
	uint64_t end = tsc_read() + machine_clock()->hz / 1000 * CHECK_MS;
	uint64_t entries = 0;

	while (entries < CHECKED_ENTRIES && tsc_read() < end) {
		ticket_lock(&s->lock);
		s->apart |= s->first != s->second;
		s->first++;
		s->second++;
		ticket_unlock(&s->lock);
		entries++;
	}
	s->entries[core * STRIDE] = entries;
}

/* Mutual exclusion: no entry saw the pair apart, and none was lost. */
static bool validate(struct cell *cell)
{
	struct state *s = cell->state;

	machine_run(cell->cores, check_core, cell);
	for (unsigned i = 0; i < cell->cores; i++)
		cell->checked += s->entries[i * STRIDE];
	return cell->checked && !s->apart && s->first == cell->checked &&
	       s->second == cell->checked && !ticket_is_locked(&s->lock);
}

static const struct variant variants[] = {
	{
		.name = "ticket", .per = "lock + unlock",
		.summary = "ticket lock: one locked add, one store",
		.setup = setup, .validate = validate, .body = lock_unlock,
	},
};

EXPERIMENT(lock, variants,
	   "what does a lock cost, alone and with every core at it?");
