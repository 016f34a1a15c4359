/* SPDX-License-Identifier: MIT */
/* The targets run with interrupts on and do nothing else. */
#include "bench/experiments/wake/shot.h"

#include "kernel/atomic.h"
#include "kernel/interrupts.h"
#include "kernel/minmax.h"
#include "kernel/options.h"
#include "kernel/tsc.h"

OPTION_NUMBER(opt_deaf, "deaf", MACHINE_MAX_CORES, 1, MACHINE_MAX_CORES,
	      "core that lets no interrupt in while it is sent some (a test)");

#define LOOKS_A_CLOCK_READ 1024u

struct shot shot;

/* Of the present run. */
static struct {
	uint64_t before[MACHINE_MAX_CORES];
	int64_t *trips, *stamps;

	/* atomic */
	uint32_t over __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint32_t listening;
} now;

/* ---- the targets ------------------------------------------------------- */

/* Takes them, and sends one back for each after `seen` if it is to; halted in
 * between where cores take turns. */
static void listen(unsigned core, uint64_t seen)
{
	bool polite = shot.plan->timeshared;

	while (!atomic_load_relaxed(&now.over)) {
		if (shot.back && machine_ipis(core) != seen) {
			seen = machine_ipis(core);
			machine_ipi(0);
		} else if (polite) {
			machine_wait(MACHINE_NEVER);
		}
		cpu_relax();
	}
}

static void be_target(unsigned core, void *arg)
{
	bool deaf = core == opt_deaf.number;
	/* Before R1: the first one may come with it. */
	uint64_t seen = machine_ipis(core);

	(void)arg;
	if (!deaf && !shot.plan->timeshared)
		machine_listen_begin();
	atomic_add_acq_rel(&now.listening, 1); /* R1: pairs with A1 */
	if (deaf)
		while (!atomic_load_relaxed(&now.over))
			cpu_relax();
	else
		listen(core, seen);
	if (!deaf && !shot.plan->timeshared)
		machine_listen_end();
}

/* ---- the sender -------------------------------------------------------- */

static void send(void)
{
	if (shot.broadcast)
		machine_ipi_others();
	else
		for (unsigned i = shot.first; i <= shot.last; i++)
			machine_ipi(i);
}

/* Until that core has taken one more; false if it does not in time. */
static bool taken(unsigned core, uint64_t start)
{
	uint32_t looks = 0;

	while (machine_ipis(core) == now.before[core]) {
		if (++looks % LOOKS_A_CLOCK_READ == 0 &&
		    tsc_read() - start > shot.plan->patience)
			return false;
		cpu_relax();
	}
	return true;
}

static void await_all(uint64_t start)
{
	unsigned until = shot.back ? 0 : shot.last;

	for (unsigned i = shot.back ? 0 : shot.first; i <= until; i++)
		if (!taken(i, start)) {
			shot.silent = shot.back ? shot.last : i;
			return;
		}
}

/* Ticks until all have taken it, or until the one that came back. */
__attribute__((noinline)) static int64_t one_shot(int64_t *stamp)
{
	uint64_t start, end, theirs;

	now.before[0] = machine_ipis(0);
	for (unsigned i = shot.first; i <= shot.last; i++)
		now.before[i] = machine_ipis(i);
	start = tsc_start();
	send();
	await_all(start);
	end = wake_stop();
	theirs = machine_ipi_stamp(shot.last);
	*stamp = (int64_t)above_u64(theirs, start);
	return (int64_t)(end - start);
}

static void shoot(void)
{
	const struct wake_plan *plan = shot.plan;
	uint32_t most = now.trips ? plan->samples / plan->rounds
				  : plan->checks;
	uint64_t end = tsc_read() + (now.trips ? plan->ticks / plan->rounds
					       : plan->check_ticks);
	int64_t ticks, stamp;

	shot.n = 0;
	do {
		ticks = one_shot(&stamp);
		if (now.trips)
			now.trips[shot.n] = ticks;
		if (now.stamps)
			now.stamps[shot.n] = stamp;
		shot.n++;
	} while (shot.n < most && shot.silent == SHOT_NOBODY &&
		 tsc_read() < end);
}

static void be_sender(void)
{
	uint32_t targets = shot.last - shot.first + 1;

	/* A1: pairs with R1: they listen. */
	while (atomic_load_acquire(&now.listening) != targets)
		cpu_relax();
	if (shot.back)
		machine_listen_begin();
	shoot();
	if (shot.back)
		machine_listen_end();
	atomic_store_relaxed(&now.over, 1); /* only a hint: no order */
	for (unsigned i = shot.first; i <= shot.last; i++)
		machine_wake(i);
}

bool shot_run(int64_t *trips, int64_t *stamps)
{
	now.trips = trips;
	now.stamps = stamps;
	now.over = now.listening = 0;
	for (unsigned i = shot.first; i <= shot.last; i++)
		machine_start(i, be_target, NULL);
	be_sender();
	machine_join();
	return shot.silent == SHOT_NOBODY;
}

bool shot_check(void)
{
	static uint64_t earlier[MACHINE_MAX_CORES];
	bool ok;

	for (unsigned i = 0; i <= shot.last; i++)
		earlier[i] = machine_ipis(i);
	ok = shot_run(NULL, NULL);
	for (unsigned i = shot.first; i <= shot.last; i++)
		ok &= machine_ipis(i) - earlier[i] == shot.n;
	return ok && machine_ipis(0) - earlier[0] == (shot.back ? shot.n : 0);
}
