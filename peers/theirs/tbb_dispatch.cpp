/* SPDX-License-Identifier: MIT */
/* TBB's parallel_for, a task at a time, by the method of dispatch.h. */
#include "peers/rows/dispatch.h"

#if __has_include(<tbb/parallel_for.h>)
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

/* one(worker) for each task, a task at a time. */
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
	dispatch_worker w[PEERS_SIDES] = {};

	run_all(dispatch_tasks(n), [&](int me) { dispatch_task(&w[me], n); });
	return dispatch_mean(w, PEERS_SIDES);
}

static double all_in(const struct peers_row *row)
{
	unsigned n = *(const unsigned *)row->of;
	uint64_t begin = peers_now();

	run_all(dispatch_tasks(n), [n](int) { dispatch_body(n); });
	return dispatch_all_in(n, peers_now() - begin);
}

void peers_tbb_dispatch(void)
{
	if (!peers_two_cores())
		return;
	/* As many workers as the process may have processors: ask for both,
	 * before TBB counts them. */
	peers_pin_both();
	arena = new tbb::task_arena(PEERS_SIDES);
	arena->initialize();
	(new pinning(*arena))->observe(true);
	peers_pin(0);
	dispatch_add("tbb/parallel_for", parallel_for, all_in);
}
#else
void peers_tbb_dispatch(void)
{
}
#endif
