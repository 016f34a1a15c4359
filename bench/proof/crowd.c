/* SPDX-License-Identifier: MIT */
#include "bench/proof/crowd.h"

#include "bench/conditions/timesharing.h"
#include "bench/conditions/watchdog.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/recall.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

/* Since it was over: then a core that has not left is kept. */
#define PATIENCE_WRONG_MS 200u
#define PATIENCE_MS 2000u
#define PATIENCE_TIMESHARED_MS 15000u /* who keeps it may wait for its turn */
/* A host may let a core wait for longer. So all that have not left are nudged
 * then: so often and once for each core, as a lock may pass through all. */
#define NUDGES 10u
#define KEPT "it keeps a core for ever"
#define NAP_US 20u
#define LOOKS 500u /* in vain, before a core naps: no verdict hangs on it */

struct seat {
	crowd_word says;             /* atomic */
	uint32_t random;
	crowd_word last[CROWD_PEERS]; /* that counted as a meeting */
	uint16_t met[CROWD_PEERS];
	bool content;
	bool gone; /* atomic */
	unsigned nudges; /* that it has taken: core 0's */
} __attribute__((aligned(MACHINE_LINE)));

static struct seat seat[MACHINE_MAX_CORES];

static struct {
	struct crowd crowd;
	struct timesharing_gate gate;
	uint64_t end;                /* atomic: time stamp */
	uint32_t content, late;      /* atomic: cores */
	uint32_t come, episode;      /* atomic: crowd_meet() */
	const char *why;             /* atomic */
	uint32_t looks;              /* of core 0's interrupt, since it was over */
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

/* ---- who is kept ---------------------------------------------------------- */

static bool gone(unsigned core)
{
	return atomic_load_relaxed(&seat[core].gone);
}

/* How long a core may stay, once it is over. */
static unsigned patience(void)
{
	return timeshared() ? PATIENCE_TIMESHARED_MS : PATIENCE_MS;
}

/* Has it run for so many nudges? If it has taken the last, here is the next. */
static bool has_run(unsigned core)
{
	if (!machine_nudged(core))
		return false;
	if (seat[core].nudges == NUDGES + now.crowd.cores)
		return true;
	seat[core].nudges++;
	machine_nudge(core);
	return false;
}

/* Nobody could leave while each had its turns: no host makes that. */
static bool all_have_run(void)
{
	bool all = true;

	for (unsigned i = 0; i < now.crowd.cores; i++)
		all = (gone(i) || has_run(i)) && all;
	return all;
}

/* In core 0's interrupt. */
static void look_for_kept(void)
{
	bool wrong = atomic_load_relaxed(&now.why);
	unsigned ms = wrong ? PATIENCE_WRONG_MS : patience();

	if (!crowd_over() || ++now.looks * WATCHDOG_LOOK_MS < ms ||
	    (!wrong && !all_have_run()))
		return;
	for (unsigned i = 0; i < now.crowd.cores; i++)
		if (!gone(i))
			machine_recall(i);
}

/* ---- the run ------------------------------------------------------------ */

static void take_turns(void *arg)
{
	(void)arg;
	while (!crowd_over())
		now.crowd.turn(machine_core());
}

static void on_core(unsigned core, void *arg)
{
	(void)arg;
	timesharing_meet(&now.gate);
	/* How long they took to come does not count. */
	if (!core)
		atomic_store_relaxed(&now.end, tsc_read() +
					       ticks_of_ms(now.crowd.ms));
	if (!machine_recallable(take_turns, NULL))
		crowd_wrong(KEPT);
	crowd_say(core, AWAY);
	atomic_store_relaxed(&seat[core].gone, true);
}

const char *crowd_run(const struct crowd *crowd, bool *late)
{
	now.crowd = *crowd;
	now.content = now.late = now.come = now.looks = 0;
	now.why = NULL;
	now.end = UINT64_MAX;
	timesharing_gate_init(&now.gate, crowd->cores);
	for (unsigned i = 0; i < crowd->cores; i++)
		seat[i] = (struct seat){ .random = 2463534242u + i * 97u };
	watchdog_also(look_for_kept);
	machine_run(crowd->cores, on_core, NULL);
	watchdog_also(NULL);
	*late = now.late && now.content < crowd->cores;
	return now.why;
}

/* ---- alone ---------------------------------------------------------------- */

static struct {
	const char *(*prove)(void);
	const char *why;
	uint32_t looks;
} alone;

static void look_for_kept_alone(void)
{
	if (++alone.looks * WATCHDOG_LOOK_MS >= patience() && has_run(0))
		machine_recall(0);
}

static void prove_alone(void *arg)
{
	(void)arg;
	alone.why = alone.prove();
}

const char *crowd_alone(const char *(*prove)(void))
{
	unsigned cores = now.crowd.cores; /* whose meetings are told later */

	alone.prove = prove;
	alone.looks = 0;
	now.crowd.cores = 1;
	seat[0].nudges = 0;
	watchdog_also(look_for_kept_alone);
	if (!machine_recallable(prove_alone, NULL))
		alone.why = KEPT;
	watchdog_also(NULL);
	now.crowd.cores = cores;
	return alone.why;
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
