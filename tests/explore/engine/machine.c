/* SPDX-License-Identifier: MIT */
#include "tests/explore/engine/machine.h"

#include <stdio.h>
#include <string.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "sched/run/internal.h"
#include "sched/executor/crossing.h"
#include "tests/explore/engine/access.h"
#include "tests/explore/engine/program.h"

#define MEMORY (256u << 10)
#define STACKS 24u
#define STACK_BYTES SCHED_STACK_DEFAULT

/* One more than there are threads: for setup() and finish(). */
static struct { void *scheduler; uint32_t woken; } local[EXPLORE_MAX_THREADS + 1];

static unsigned cores_started;
static void (*core_body)(unsigned core, void *arg);
static void *core_arg;

/* Of machine_start(). */
static struct {
	void (*body)(unsigned core, void *arg);
	void *arg;
	uint32_t job; /* atomic */
} handed[EXPLORE_MAX_THREADS];
static uint32_t running; /* atomic: of them, those not through */
static uint32_t closed;  /* atomic: nothing will be handed out any more */
static bool deadlines;   /* come */

static unsigned early_waits;  /* that may still end for no reason */
static uint64_t now;

/* What sched/ keeps from run to run is given once, stacks anew. */
static char memory[MEMORY] __attribute__((aligned(MACHINE_PAGE)));
static size_t memory_used;
static char stacks[STACKS][STACK_BYTES] __attribute__((aligned(MACHINE_PAGE)));
static unsigned stacks_used;

/* ---- for programs ------------------------------------------------------ */

/* No fiber of an earlier schedule is left in a pool. */
static void forget_fibers(void)
{
	for (unsigned i = 0; i < EXPLORE_MAX_THREADS; i++) {
		if (!sched.core[i])
			continue;
		sched.core[i]->spare_free = false;
		sched.core[i]->pool = NULL;
		sched.core[i]->returned = (struct inbox){ 0 };
	}
	stacks_used = 0;
}

void machine_begin(unsigned cores, void (*main_fn)(void *arg), unsigned early)
{
	memset(local, 0, sizeof(local));
	cores_started = cores;
	early_waits = early;
	deadlines = true;
	now = 0;
	forget_fibers();
	if (!sched_run(cores, main_fn, NULL))
		explore_check(false, "sched_run() is out of memory");
	for (unsigned i = 0; i < cores; i++) {
		static const char *const names[] = { "core0", "core1",
						     "core2", "core3" };
		explore_name(sched.core[i], sizeof(*sched.core[i]), names[i]);
	}
	explore_name(&sched, sizeof(sched), "sched");
}

void machine_thread(unsigned self)
{
	core_body(self, core_arg);
}

void machine_new(unsigned cores)
{
	memset(local, 0, sizeof(local));
	memset(handed, 0, sizeof(handed));
	running = closed = 0;
	deadlines = false;
	cores_started = cores;
	early_waits = 0;
	now = 0;
	explore_name(handed, sizeof(handed), "handed");
}

void machine_close(void)
{
	atomic_store_release(&closed, 1);
}

void machine_park(unsigned self)
{
	while (!atomic_load_acquire(&handed[self].job)) {
		if (atomic_load_acquire(&closed))
			return;
		cpu_relax();
	}
	handed[self].body(self, handed[self].arg);
	atomic_sub_acq_rel(&running, 1);
}

void machine_pass(unsigned ticks)
{
	now += ticks;
}

/* ---- kernel/machine.h -------------------------------------------------- */

unsigned machine_cores(void)
{
	return cores_started;
}

unsigned machine_core(void)
{
	return explore_self();
}

void *machine_scheduler(void)
{
	return local[explore_self()].scheduler;
}

void machine_scheduler_set(void *scheduler)
{
	local[explore_self()].scheduler = scheduler;
}

void machine_start(unsigned core, void (*body)(unsigned core, void *arg),
		   void *arg)
{
	handed[core].body = body;
	handed[core].arg = arg;
	atomic_add_relaxed(&running, 1);
	atomic_store_release(&handed[core].job, 1);
}

void machine_join(void)
{
	while (atomic_load_acquire(&running))
		cpu_relax();
}

/* In place of sched/executor/crossing.c. */
uint64_t crossing_ticks(void)
{
	return 64;
}

uint64_t crossing_extra(struct deque *deque, struct buffer *ring)
{
	(void)deque;
	(void)ring;
	return DECIDE_UNIT;
}

const struct machine_clock *machine_clock(void)
{
	static const struct machine_clock clock = { .hz = 1000000000 };

	return &clock;
}

/* From setup(): the threads of the program will be its cores. */
void machine_run(unsigned cores, void (*body)(unsigned core, void *arg),
		 void *arg)
{
	if (explore_self() < EXPLORE_MAX_THREADS) {
		for (unsigned i = 1; i < cores; i++)
			machine_start(i, body, arg);
		body(0, arg);
		machine_join();
		return;
	}
	core_body = body;
	core_arg = arg;
}

void machine_wait(uint64_t deadline)
{
	static struct explore_site never = { .kind = EXPLORE_WAIT,
		.expression = "machine_wait", .where = "" };
	static struct explore_site timed = { .kind = EXPLORE_WAIT_OR_NOT,
		.expression = "machine_wait, with a deadline", .where = "" };
	uint32_t *woken = &local[explore_self()].woken;

	if (early_waits && explore_choose(2)) {
		early_waits--;
		return;
	}
	if (!deadlines)
		deadline = MACHINE_NEVER;
	if (!explore_access(deadline == MACHINE_NEVER ? &never : &timed, woken,
			    sizeof(*woken), NULL, NULL, NULL) &&
	    now < deadline)
		now = deadline;
}

/* An interrupt: it may overtake stores, and orders nothing. */
void machine_wake(unsigned core)
{
	static struct explore_site site = { .kind = EXPLORE_SIGNAL,
		.expression = "machine_wake", .where = "" };
	uint32_t set = 1;

	explore_access(&site, &local[core].woken, sizeof(set), NULL, &set,
		       NULL);
}

uint64_t tsc_read(void)
{
	return now;
}

void *machine_alloc(size_t bytes, size_t align)
{
	char *at = memory + memory_used;

	at += -(uintptr_t)at & (align - 1);
	if (bytes > (size_t)(memory + MEMORY - at))
		return NULL;
	memory_used = at + bytes - memory;
	return memset(at, 0, bytes);
}

void *machine_stack_alloc(size_t bytes, size_t *size)
{
	if (stacks_used == STACKS || bytes > STACK_BYTES)
		return NULL;
	*size = STACK_BYTES;
	return stacks[stacks_used++];
}

void machine_panic(const char *text)
{
	static char kept[256];

	snprintf(kept, sizeof(kept), "panic: %s", text);
	explore_check(false, kept);
	__builtin_unreachable();
}
