/* SPDX-License-Identifier: MIT */
#include "bench/conditions/together.h"

#include "bench/conditions/timesharing.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

static struct {
	uint32_t cores, come, over;
	bool together;
	uint32_t beat[MACHINE_MAX_CORES]; /* each its core's */
} look;

/* Counts until core 0 has seen enough, or given up, or is gone itself. */
static void beat(unsigned core)
{
	uint64_t end = tsc_read() + ticks_of_us(2 * TOGETHER_COME_US);

	while (!atomic_load_relaxed(&look.over) && tsc_read() < end)
		atomic_add_relaxed(&look.beat[core], 1);
}

static bool all_come(void)
{
	uint64_t end = tsc_read() + ticks_of_us(TOGETHER_COME_US);

	while (atomic_load_relaxed(&look.come) < look.cores - 1)
		if (tsc_read() > end)
			return false;
	return true;
}

static bool changes(unsigned core, uint64_t end)
{
	uint32_t seen = atomic_load_relaxed(&look.beat[core]), now;

	for (unsigned left = TOGETHER_CHANGES; left;) {
		now = atomic_load_relaxed(&look.beat[core]);
		left -= now != seen;
		seen = now;
		if (tsc_read() > end)
			return false;
	}
	return true;
}

static bool all_change(void)
{
	uint64_t end = tsc_read() + ticks_of_us(TOGETHER_US);
	bool all = true;

	for (unsigned core = 1; core < look.cores && all; core++)
		all = changes(core, end);
	return all;
}

static void come(unsigned core, void *arg)
{
	(void)arg;
	if (core) {
		atomic_add_relaxed(&look.come, 1);
		beat(core);
		return;
	}
	look.together = all_come() && all_change();
	atomic_store_relaxed(&look.over, 1);
}

bool cores_together(unsigned cores)
{
	if (cores < 2)
		return true;
	look.cores = cores;
	look.come = look.over = 0;
	machine_run(cores, come, NULL);
	return look.together;
}

bool together_no_more(unsigned cores)
{
	return !timeshared() && !cores_together(cores);
}
