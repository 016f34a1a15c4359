/* SPDX-License-Identifier: MIT */
#include "kernel/common/skew.h"

#include "kernel/atomic.h"
#include "kernel/common/warnings.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define EXCHANGES 64u

/* For one exchange. A host may let a virtual core wait for much longer than a
 * real one ever does: who does not answer is asked again, twice as patiently. */
#define ANSWER_MS 20u
#define TRIES 6u

/* Turn 2r + 1: core 0 asks for the r-th time; 2r + 2: the other answered. */
static struct {
	uint32_t turn;     /* atomic */
	uint64_t stamp;    /* the other's, before its turn is stored */
	uint64_t patience; /* ticks */
	struct skew skew;
} exchange __attribute__((aligned(MACHINE_LINE_PAIR)));

void skew_add(struct skew *skew, uint64_t before, uint64_t theirs,
	      uint64_t after)
{
	uint64_t trip = after - before;

	skew->warps += (int64_t)(theirs - before) < 0 ||
		       (int64_t)(after - theirs) < 0;
	if (skew->known && trip >= skew->trip)
		return;
	skew->known = true;
	skew->trip = trip;
	skew->offset = (int64_t)(theirs - (before + trip / 2));
}

static uint64_t distance(const struct skew *skew)
{
	return skew->offset < 0 ? -(uint64_t)skew->offset
				: (uint64_t)skew->offset;
}

uint64_t skew_bound(const struct skew *skew)
{
	return distance(skew) + (skew->trip + 1) / 2;
}

uint64_t skew_apart(const struct skew *skew)
{
	uint64_t unsure = (skew->trip + 1) / 2;

	return distance(skew) > unsure ? distance(skew) - unsure : 0;
}

/* False if the turn does not come within the patience. */
static bool wait_for_turn(uint32_t turn)
{
	uint64_t start = tsc_read();

	/* A1: pairs with R1 in ask_turns() and answer_turns(): its stamp. */
	while (atomic_load_acquire(&exchange.turn) != turn) {
		if (tsc_read() - start > exchange.patience)
			return false;
		cpu_relax();
	}
	return true;
}

static void ask_turns(void)
{
	for (uint32_t r = 0; r < EXCHANGES; r++) {
		uint64_t before = tsc_start();

		atomic_store_release(&exchange.turn, 2 * r + 1); /* R1 */
		if (!wait_for_turn(2 * r + 2))
			return;
		skew_add(&exchange.skew, before, exchange.stamp, tsc_start());
	}
}

static void answer_turns(void)
{
	for (uint32_t r = 0; r < EXCHANGES; r++) {
		if (!wait_for_turn(2 * r + 1))
			return;
		exchange.stamp = tsc_start();
		atomic_store_release(&exchange.turn, 2 * r + 2); /* R1 */
	}
}

static void take_turns(unsigned core, void *arg)
{
	(void)arg;
	if (core == 0)
		ask_turns();
	else
		answer_turns();
}

/* Asks until the other answers, or for 1.3 s in all. */
static void compare_pair(unsigned other, uint64_t patience)
{
	for (unsigned i = 0; i < TRIES && !exchange.skew.known; i++) {
		exchange.turn = 0;
		exchange.skew = (struct skew){ 0 };
		exchange.patience = patience << i;
		machine_run_two(0, other, take_turns, NULL);
	}
}

static void warn_of_skew(bool known, uint32_t warps)
{
	if (warps)
		warnings_add("tsc_warp", "%u time stamp%s of two cores "
			     "contradict%s the order of taking them", warps,
			     format_s(warps), warps == 1 ? "s" : "");
	if (!known)
		warnings_add("tsc_skew_unknown", "a core did not answer while "
			     "time stamps were compared");
}

void skew_measure(struct machine_clock *clock)
{
	bool known = true;
	uint64_t worst = 0, apart = 0;
	uint32_t warps = 0;

	for (unsigned other = 1; other < machine_cores(); other++) {
		exchange.skew.known = false;
		compare_pair(other, ticks_of_ms(ANSWER_MS));
		known &= exchange.skew.known;
		warps += exchange.skew.warps;
		if (skew_bound(&exchange.skew) > worst)
			worst = skew_bound(&exchange.skew);
		if (skew_apart(&exchange.skew) > apart)
			apart = skew_apart(&exchange.skew);
	}
	/* Two cores, each off core 0 by no more than the worst. */
	clock->skew_ticks = machine_cores() > 2 ? 2 * worst : worst;
	clock->skew_known = known;
	clock->apart_ticks = apart;
	warn_of_skew(known, warps);
}
