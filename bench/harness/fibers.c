/* SPDX-License-Identifier: MIT */
#include "bench/harness/fibers.h"

#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "sched/sched.h"

#define TROUBLE_MAX 96u

static unsigned wanted;   /* on each core */
static size_t left_alone; /* bytes */
static uint32_t there;    /* atomic */

/* Each core's own: fibers it has had at once. They are still there. */
static unsigned most[MACHINE_MAX_CORES];

static void do_nothing(void *arg)
{
	(void)arg;
}

/* They cannot end before this fiber yields: all are there at once. */
static void reserve_here(void *arg)
{
	unsigned *had = &most[machine_core()];

	(void)arg;
	for (unsigned i = 0; i < wanted; i++) {
		if (i >= *had && machine_memory_left() < left_alone)
			return;
		if (!sched_spawn(do_nothing, NULL, NULL))
			return;
		*had = (unsigned)max_u64(*had, i + 1);
		atomic_add_relaxed(&there, 1);
	}
}

static void reserve_all(void *arg)
{
	(void)arg;
	for (unsigned core = 1; core < sched_cores(); core++)
		if (!sched_spawn_on(core, reserve_here, NULL, NULL))
			return;
	reserve_here(NULL);
}

unsigned fibers_reserve(unsigned cores, unsigned each, size_t kept)
{
	wanted = each;
	left_alone = kept;
	there = 0;
	return sched_run(cores, reserve_all, NULL) ? there : 0;
}

const char *fibers_trouble(unsigned fibers)
{
	static char why[TROUBLE_MAX];
	size_t left = machine_memory_left();
	size_t bytes = fibers > most[0] ? (fibers - most[0]) *
		       sched_fiber_bytes() : 0;

	if (bytes <= left && fibers_reserve(1, fibers, 0) == fibers)
		return NULL;
	format(why, sizeof(why), "not enough memory for %u fiber%s: %lu KiB "
	       "are needed, %lu KiB are free", fibers, format_s(fibers),
	       bytes / 1024, left / 1024);
	return why;
}
