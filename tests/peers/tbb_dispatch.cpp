/* SPDX-License-Identifier: MIT */
/*
 * Dispatch overhead by the published method (docs: experiment 1): on entry a
 * task takes the time since the end of the previous task on its worker, less
 * the cost of reading the clock; its body adds up 0 .. n - 1. The row's ticks
 * are the mean over a run's tasks. A worker's first task has no previous one.
 */
#include "tests/peers/peers.h"

#include <atomic>
#include <cstdio>

/* Ticks between two reads of the clock: the mean of 10,000, and of three such
 * means the least, as another process may come between. */
static double stamp_cost(void)
{
	uint64_t least = UINT64_MAX;

	for (unsigned again = 0; again < 3; again++) {
		uint64_t sum = 0;

		for (unsigned i = 0; i < 10000; i++) {
			uint64_t begin = peers_now();
			sum += peers_now() - begin;
		}
		least = sum < least ? sum : least;
	}
	return (double)least / 10000;
}

static inline void body(unsigned n)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < n; i++) {
		sum += i;
		__asm__ volatile("" : "+r"(sum));
	}
}

/* What one worker measured; kept apart from the others' lines. */
struct alignas(128) worker {
	uint64_t last, overhead, tasks;
};

static inline void task(worker &w, unsigned n)
{
	uint64_t entry = peers_now();

	if (w.last) {
		w.overhead += entry - w.last;
		w.tasks++;
	}
	body(n);
	w.last = peers_now();
}

static double mean(const worker *w, unsigned workers, double cost)
{
	uint64_t overhead = 0, tasks = 0;

	for (unsigned i = 0; i < workers; i++) {
		overhead += w[i].overhead;
		tasks += w[i].tasks;
	}
	return tasks ? (double)overhead / (double)tasks - cost : -1;
}

/* Not the published 500,000: a repetition that no other process disturbs is
 * short, and there are many of them. */
static unsigned tasks_for(unsigned n)
{
	return n > 1001 ? 2000 : n > 101 ? 20000 : 50000;
}

static double plain_loop(const struct peers_row *row)
{
	unsigned n = *(const unsigned *)row->of;
	worker w = {};

	for (unsigned i = 0; i < tasks_for(n); i++)
		task(w, n);
	double ticks = mean(&w, 1, stamp_cost());
	return ticks > 0 ? ticks : 0;
}

#if __has_include(<tbb/parallel_for.h>)
#include <pthread.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

static tbb::task_arena *arena;

/* Side 0's thread has slot 0; TBB's own worker goes to the other core. */
struct pinning : tbb::task_scheduler_observer {
	explicit pinning(tbb::task_arena &a) : task_scheduler_observer(a) {}
	void on_scheduler_entry(bool is_worker) override
	{
		peers_pin(is_worker);
	}
};

/* one(worker, n) for each task, a task at a time. */
template <typename One>
static void run_all(unsigned tasks, One one)
{
	arena->execute([&] {
		tbb::parallel_for(
			tbb::blocked_range<unsigned>(0, tasks, 1),
			[&](const tbb::blocked_range<unsigned> &) {
				one(tbb::this_task_arena::
					    current_thread_index());
			}, tbb::simple_partitioner());
	});
}

static double parallel_for(const struct peers_row *row)
{
	unsigned n = *(const unsigned *)row->of;
	worker w[PEERS_SIDES] = {};

	run_all(tasks_for(n), [&](int me) { task(w[me], n); });
	return mean(w, PEERS_SIDES, stamp_cost());
}

/* (wall time x cores - work) / tasks, from a pass without stamps: it sees what
 * the method above does not, such as the wait for a first task. */
static double all_in(const struct peers_row *row)
{
	unsigned n = *(const unsigned *)row->of, tasks = tasks_for(n);
	double work = PEERS_TIME(100u, body(n););
	uint64_t begin = peers_now();

	run_all(tasks, [n](int) { body(n); });
	return (double)(peers_now() - begin) * PEERS_SIDES / tasks - work;
}

static bool start(void)
{
	if (!peers_two_cores())
		return false;
	/* As many workers as the process may have processors: ask for both,
	 * before TBB counts them. */
	peers_pin_both();
	arena = new tbb::task_arena(PEERS_SIDES);
	arena->initialize();
	(new pinning(*arena))->observe(true);
	peers_pin(0);
	return true;
}
#else
static bool start(void)
{
	return false;
}
static double (*parallel_for)(const struct peers_row *);
static double (*all_in)(const struct peers_row *);
#endif

void peers_tbb_dispatch(void)
{
	static const unsigned sizes[] = { 0, 11, 101, 501, 1001, 5001, 10001 };
	static char name[sizeof(sizes) / sizeof(sizes[0])][24];
	bool tbb = start();

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		snprintf(name[i], sizeof(name[i]), "dispatch n=%u", sizes[i]);
		peers_add({ .row = name[i], .who = "plain loop",
			    .floor = PEERS_CALL, .measure = plain_loop,
			    .of = &sizes[i] });
		if (tbb)
			peers_add({ .row = name[i], .who = "tbb/parallel_for",
				    .floor = PEERS_CALL,
				    .measure = parallel_for,
				    .of = &sizes[i], .also = "all_in",
				    .measure_also = all_in });
	}
}
