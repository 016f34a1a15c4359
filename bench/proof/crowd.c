/* SPDX-License-Identifier: MIT */
#include "bench/proof/crowd.h"

#include "bench/conditions/timesharing.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define RESCUE_MS 200u
#define NAP_US 20u
#define LOOKS 500u /* in vain, before a core naps */

struct seat {
	crowd_word says;             /* atomic */
	uint32_t random;
	crowd_word last[CROWD_PEERS]; /* that counted as a meeting */
	uint16_t met[CROWD_PEERS];
	bool content;
} __attribute__((aligned(MACHINE_LINE)));

static struct seat seat[MACHINE_MAX_CORES];

static struct {
	struct crowd crowd;
	struct timesharing_gate gate;
	uint64_t end;                /* atomic: time stamp */
	uint32_t content, gone, late; /* atomic: cores */
	uint32_t come, episode;      /* atomic: crowd_meet() */
	const char *why;             /* atomic */
} now __attribute__((aligned(MACHINE_LINE_PAIR)));

/* ---- the end ------------------------------------------------------------ */

bool crowd_over(void)
{
	if (atomic_load_relaxed(&now.why) ||
	    atomic_load_relaxed(&now.content) == now.crowd.cores)
		return true;
	if (tsc_read() < atomic_load_relaxed(&now.end))
		return false;
	atomic_store_relaxed(&now.late, 1);
	return true;
}

void crowd_wrong(const char *why)
{
	if (!atomic_load_relaxed(&now.why))
		atomic_store_relaxed(&now.why, why);
}

void crowd_content(unsigned core)
{
	if (!seat[core].content)
		atomic_add_relaxed(&now.content, 1);
	seat[core].content = true;
}

/* What is wrong may keep the others for ever. */
static void rescue(void)
{
	uint64_t end = tsc_read() + ticks_of_ms(RESCUE_MS);

	while (atomic_load_relaxed(&now.gone) < now.crowd.cores &&
	       tsc_read() < end) {
		machine_wait(tsc_read() + ticks_of_ms(1));
		now.crowd.rescue();
	}
}

/* ---- the run ------------------------------------------------------------ */

static void on_core(unsigned core, void *arg)
{
	(void)arg;
	timesharing_meet(&now.gate);
	/* How long they took to come does not count. */
	if (!core)
		atomic_store_relaxed(&now.end, tsc_read() +
					       ticks_of_ms(now.crowd.ms));
	while (!crowd_over())
		now.crowd.turn(core);
	crowd_say(core, AWAY);
	atomic_add_relaxed(&now.gone, 1);
	if (atomic_load_relaxed(&now.why) && now.crowd.rescue)
		rescue();
}

const char *crowd_run(const struct crowd *crowd, bool *late)
{
	now.crowd = *crowd;
	now.content = now.gone = now.late = now.come = 0;
	now.why = NULL;
	now.end = UINT64_MAX;
	timesharing_gate_init(&now.gate, crowd->cores);
	for (unsigned i = 0; i < crowd->cores; i++)
		seat[i] = (struct seat){ .random = 2463534242u + i * 97u };
	machine_run(crowd->cores, on_core, NULL);
	*late = now.late && now.content < crowd->cores;
	return now.why;
}

/* ---- in a turn ---------------------------------------------------------- */

/* Marsaglia 2003, "Xorshift RNGs". */
uint32_t crowd_random(unsigned core)
{
	uint32_t x = seat[core].random;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return seat[core].random = x;
}

void crowd_let_others(uint32_t *looks)
{
	cpu_relax();
	if (timeshared() || ++*looks > LOOKS)
		machine_wait(tsc_read() + ticks_of_us(NAP_US));
}

bool crowd_meet(void)
{
	uint32_t episode = atomic_load_relaxed(&now.episode), looks = 0;

	/* A1/R1: among the cores; the last to come has seen all others. */
	if (atomic_add_acq_rel(&now.come, 1) + 1 == now.crowd.cores) {
		atomic_store_relaxed(&now.come, 0);
		/* R2: pairs with A2; `come` is reset before they go. */
		atomic_store_release(&now.episode, episode + 1);
		return true;
	}
	/* A2: pairs with R2 of the last core. */
	while (atomic_load_acquire(&now.episode) == episode) {
		if (crowd_over())
			return false;
		crowd_let_others(&looks);
	}
	return true;
}

void crowd_say(unsigned core, enum doing doing)
{
	crowd_word next = (seat[core].says & ~3u) + 4;

	atomic_store_relaxed(&seat[core].says, next | doing);
}

unsigned crowd_cores(void)
{
	return now.crowd.cores;
}

unsigned crowd_peers(void)
{
	return (unsigned)min_u64(now.crowd.cores - 1, CROWD_PEERS);
}

crowd_word crowd_peer(unsigned core, unsigned peer)
{
	unsigned other = (core + 1 + peer) % now.crowd.cores;

	return atomic_load_relaxed(&seat[other].says);
}

void crowd_met(unsigned core, unsigned peer, crowd_word word)
{
	struct seat *own = &seat[core];

	if (own->last[peer] == word || own->met[peer] == UINT16_MAX)
		return;
	own->last[peer] = word;
	own->met[peer]++;
}

unsigned crowd_meetings(unsigned core, unsigned peer)
{
	return seat[core].met[peer];
}

static unsigned meetings_of(unsigned core)
{
	unsigned least = UINT16_MAX, sum = 0;

	for (unsigned i = 0; i < crowd_peers(); i++) {
		least = (unsigned)min_u64(least, seat[core].met[i]);
		sum += seat[core].met[i];
	}
	return now.crowd.each ? least : sum;
}

bool crowd_met_all(unsigned core, unsigned often)
{
	return meetings_of(core) >= often;
}

unsigned crowd_least_meetings(void)
{
	unsigned least = UINT16_MAX;

	for (unsigned i = 0; i < now.crowd.cores; i++)
		least = (unsigned)min_u64(least, meetings_of(i));
	return least;
}

bool crowd_can_meet(struct proof *proof)
{
	if (!timeshared_by_counting())
		return true;
	proof->proven = NOT_PROVEN;
	proof->why = "instructions are counted: cores never are at it together";
	return false;
}
