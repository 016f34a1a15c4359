/* SPDX-License-Identifier: MIT */
#include "bench/proof/lock_count.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/names.h"
#include "bench/config/settings.h"
#include "bench/proof/spend.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define ALONE (1u << 20) /* entries, beside those before */
#define MOST 1000000u    /* entries of a core */
/* At most, for all of them. Ours the explorer has seen under every schedule. */
#define COUNT_MS 2000u
#define OURS_MS 60u
#define OURS_FULL_MS 400u /* in the full suite */
#define BURST 16u        /* entries between two looks at the clock */
#define TURNS_INSIDE 100u /* so that two who are inside get into each other's way */

static struct {
	const struct lock_kind *kind;
	void *lock;
	struct timesharing_gate gate;
	uint64_t ticks;   /* at most */
	uint64_t entered; /* atomic: by all cores */

	/* Plain on purpose: an addition is lost where two are inside. */
	volatile uint64_t sum __attribute__((aligned(MACHINE_LINE_PAIR)));
} count __attribute__((aligned(MACHINE_LINE_PAIR)));

static void enter_often(unsigned core, void *arg)
{
	union lock_node node;
	uint64_t end, n = 0;

	(void)core;
	(void)arg;
	timesharing_meet(&count.gate);
	end = tsc_read() + count.ticks;
	while (n < MOST && tsc_read() < end)
		for (unsigned i = 0; i < BURST; i++, n++) {
			uint64_t sum;

			count.kind->acquire(count.lock, &node);
			sum = count.sum;
			spend(TURNS_INSIDE);
			count.sum = sum + 1;
			count.kind->release(count.lock, &node);
		}
	atomic_add_relaxed(&count.entered, n);
}

const char *lock_count(const struct lock_kind *kind, void *lock, unsigned cores,
		       uint64_t *entered)
{
	*entered = 0;
	kind->pairs(lock, ALONE);
	if (kind->is_locked(lock))
		return "it is locked after its release";
	if (timeshared_settled())
		return NULL;
	count.ticks = ticks_of_ms(!names_ours(NAMES_LOCKS, kind->name) ? COUNT_MS :
				  settings_full() ? OURS_FULL_MS : OURS_MS);
	count.kind = kind;
	count.lock = lock;
	count.entered = count.sum = 0;
	timesharing_gate_init(&count.gate, cores);
	machine_run(cores, enter_often, NULL);
	*entered = count.entered;
	if (count.sum != count.entered)
		return "two cores were inside at once";
	return kind->is_locked(lock) ? "it is locked after its release" : NULL;
}
