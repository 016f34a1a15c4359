/* SPDX-License-Identifier: MIT */
/*
 * The shared mode of the reader-writer lock: what a reader pays who meets no
 * writer, alone and beside other readers. Its exclusive mode is a lock like any
 * other, in bench/experiments/lock/lock.c.
 */
#include "bench/bench.h"
#include "bench/conditions/watchdog.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/lock/rw.h"

#define ENTRIES 1000u /* of each core, in the proof */

/* Written by core 0's entries; what they protect is equal. */
static struct {
	uint64_t first, second; /* atomic */
	uint32_t apart;         /* atomic: seen by a reader */
} pair;

static bool readers_setup(struct cell *cell)
{
	cell->state = bench_scratch(sizeof(struct rw_lock));
	if (cell->state)
		rw_init(cell->state);
	return cell->state;
}

static void write_often(struct rw_lock *lock)
{
	struct rw_node node;

	for (unsigned i = 0; i < ENTRIES; i++) {
		rw_acquire(lock, &node);
		atomic_store_relaxed(&pair.first, pair.first + 1);
		atomic_store_relaxed(&pair.second, pair.second + 1);
		rw_release(lock, &node);
	}
}

static void read_often(struct rw_lock *lock)
{
	struct rw_node node;

	for (unsigned i = 0; i < ENTRIES; i++) {
		rw_acquire_read(lock, &node);
		if (atomic_load_relaxed(&pair.first) !=
		    atomic_load_relaxed(&pair.second))
			atomic_store_relaxed(&pair.apart, 1);
		rw_release_read(lock, &node);
	}
}

static void enter_often(unsigned core, void *lock)
{
	if (core == 0)
		write_often(lock);
	read_often(lock);
}

/* Two readers at once, and no writer beside them. */
static bool readers_share(struct rw_lock *lock)
{
	struct rw_node a, b, writer;
	bool entered;

	rw_acquire_read(lock, &a);
	rw_acquire_read(lock, &b);
	entered = rw_try(lock, &writer);
	rw_release_read(lock, &b);
	rw_release_read(lock, &a);
	return !entered;
}

static bool readers_validate(struct cell *cell)
{
	bool share = readers_share(cell->state);

	pair.first = pair.second = pair.apart = 0;
	watchdog_begin();
	machine_run(cell->cores, enter_often, cell->state);
	watchdog_end();
	cell->checked = (cell->cores + 1) * ENTRIES;
	return share && !pair.apart && pair.second == ENTRIES &&
	       !rw_is_locked(cell->state);
}

__attribute__((noinline)) static void reads(struct cell *cell, unsigned core,
					    uint64_t count)
{
	struct rw_lock *lock = cell->state;
	struct rw_node node;

	(void)core;
	while (count--) {
		rw_acquire_read(lock, &node);
		rw_release_read(lock, &node);
	}
}

#define READ_ROW(...)                                                        \
	{ .name = "rw/read", .per = "acquire + release",                     \
	  .summary = "phase-fair reader-writer lock, taken for reading",     \
	  .setup = readers_setup, .validate = readers_validate,              \
	  .property = "readers share, no writer among them", .body = reads,  \
	  __VA_ARGS__ }

static const struct variant readers[] = {
	READ_ROW(.least_batch = 2, .most_cores = 1),
	READ_ROW(.least_cores = 2, .full_only = true),
};

ROWS(lock, readers);
