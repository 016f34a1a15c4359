/* SPDX-License-Identifier: MIT */
#include "bench/proof/lock_race.h"

#include "bench/conditions/timesharing.h"
#include "bench/proof/crowd.h"
#include "bench/proof/hold_up.h"
#include "kernel/atomic.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define HELD_UP 120u     /* verbs in which another entered */
#define HELD_UP_TIMESHARED 12u /* enough where these took so long: */
#define TIMESHARED_MS 2000u
#define RACE_MS 10000u   /* at most */
#define TIMES 8u         /* a round: to meet takes long on a busy host */
#define ENTRIES 3u       /* of a core beside one held up: others want it, too */
#define STAY_US 100u     /* inside, for the one held up to come, at most */
#define STAY_LONG_US 2000u /* the same, while that one is on its way out */
#define STEPS_SINCE 40u  /* of that one, on its way in: it is kept out */

struct runner {
	union lock_node node;
	uint64_t entries;
	uint32_t beside;  /* race.ended, when it began to want the lock */
} __attribute__((aligned(MACHINE_LINE)));

static struct {
	const struct lock_kind *kind;
	void *lock;
	uint32_t ended;   /* atomic: times that one was held up */
	uint32_t round;   /* core 0's; others read it when they meet */
	unsigned victim;  /* of the round: who is held up */
	bool in_release;  /* atomic: there; or in what enters */
	bool leaving;     /* atomic: it is in that release */
	bool patient;     /* the others come when it is held up; or at once */
	uint64_t slow;    /* TSC: from then on the fewer are enough */

	/* Plain on purpose: only the lock keeps the two equal. */
	volatile uint64_t first __attribute__((aligned(MACHINE_LINE_PAIR)));
	volatile uint64_t second;
} race __attribute__((aligned(MACHINE_LINE_PAIR)));

static struct runner runner[MACHINE_MAX_CORES];

/* ---- verbs ---------------------------------------------------------------- */

struct call {
	union lock_node *node;
	bool got;
};

static void acquire(void *arg)
{
	struct call *call = arg;

	race.kind->acquire(race.lock, call->node);
	call->got = true;
}

static void try(void *arg)
{
	struct call *call = arg;

	call->got = race.kind->try(race.lock, call->node);
}

static void release(void *arg)
{
	race.kind->release(race.lock, arg);
}

static struct held_verb acquiring = { .call = acquire };
static struct held_verb trying = { .call = try };
static struct held_verb releasing = { .call = release };

/* ---- inside --------------------------------------------------------------- */

static bool another_inside(unsigned core)
{
	for (unsigned i = 0; i < crowd_peers(); i++)
		if (CROWD_DOING(crowd_peer(core, i)) == INSIDE)
			return true;
	return false;
}

/* The one held up has been let go: it comes in, too, or is kept out. */
static void stay_for_victim(unsigned core)
{
	uint64_t now = tsc_read(), end = now + ticks_of_us(STAY_US);
	uint64_t last = now + ticks_of_us(STAY_LONG_US);

	while (!another_inside(core) && now < end && now < last &&
	       (atomic_load_relaxed(&race.in_release) ||
		hold_up_steps_since() < STEPS_SINCE) &&
	       atomic_load_relaxed(&race.ended) == runner[core].beside) {
		cpu_relax();
		now = tsc_read();
		if (atomic_load_relaxed(&race.leaving))
			end = now + ticks_of_us(STAY_US);
	}
}

static void be_inside(unsigned core, bool stays)
{
	crowd_say(core, INSIDE);
	if (race.first != race.second)
		crowd_wrong("it was entered while another was inside");
	if (!race.kind->is_locked(race.lock))
		crowd_wrong("is_locked denies that it is held");
	runner[core].entries++;
	race.first++;
	if (stays)
		stay_for_victim(core);
	if (another_inside(core))
		crowd_wrong("two cores were inside at once");
	race.second++;
	crowd_say(core, AWAY);
}

/* ---- a turn ---------------------------------------------------------------- */

static bool by_try(unsigned core)
{
	return race.kind->try && !(crowd_random(core) >> 8 & 3);
}

/* Held up on the way in or on the way out; then in and out again. */
static void be_victim(unsigned core)
{
	bool in_release = crowd_random(core) >> 8 & 1;
	struct call call = { .node = &runner[core].node };
	struct held_verb *verb = by_try(core) ? &trying : &acquiring;

	atomic_store_relaxed(&race.in_release, in_release);
	crowd_say(core, TRYING);
	if (in_release)
		verb->call(&call);
	else
		hold_up(core, verb, &call, another_inside);
	if (call.got) {
		be_inside(core, false);
		atomic_store_relaxed(&race.leaving, in_release);
		if (in_release)
			hold_up(core, &releasing, call.node, another_inside);
		else
			release(call.node);
		atomic_store_relaxed(&race.leaving, false);
	}
	crowd_say(core, TRYING);
	acquire(&call);
	be_inside(core, false);
	release(call.node);
	atomic_store_relaxed(&race.ended, race.ended + 1);
}

static bool victim_ended(unsigned core)
{
	return atomic_load_relaxed(&race.ended) != runner[core].beside ||
	       crowd_over();
}

static void enter_and_leave(unsigned core)
{
	struct call call = { .node = &runner[core].node };
	bool tries = by_try(core);

	crowd_say(core, TRYING);
	do
		(tries ? try : acquire)(&call);
	while (!call.got && !victim_ended(core));
	if (!call.got)
		return;
	be_inside(core, true);
	release(call.node);
}

static void be_beside(unsigned core)
{
	uint32_t looks = 0;

	runner[core].beside = atomic_load_relaxed(&race.ended);
	while (race.patient && !hold_up_now() && !victim_ended(core))
		cpu_relax();
	for (unsigned i = 0; i < ENTRIES && !victim_ended(core); i++)
		enter_and_leave(core);
	crowd_say(core, READY);
	while (!victim_ended(core))
		crowd_let_others(&looks);
}

static void prepare(void)
{
	uint32_t random = crowd_random(0) >> 8;

	race.round++;
	race.victim = race.round % crowd_cores();
	race.patient = random & 3;
}

static bool held_up_enough(void)
{
	return held_up() >= (tsc_read() < race.slow ? HELD_UP
						    : HELD_UP_TIMESHARED);
}

static void turn(unsigned core)
{
	if (!core)
		prepare();
	if (!crowd_meet())
		return;
	while (!crowd_over() &&
	       atomic_load_relaxed(&race.ended) < race.round * TIMES)
		if (core == race.victim)
			be_victim(core);
		else
			be_beside(core);
	if (crowd_meet() && held_up_enough())
		crowd_content(core);
}

/* ---- all ------------------------------------------------------------------- */

const char *lock_race(const struct lock_kind *kind, void *lock, unsigned cores,
		      bool *late, uint64_t *entered)
{
	const struct crowd crowd = { .cores = cores,
				     .ms = timesharing_ms(RACE_MS),
				     .turn = turn };
	const char *why;

	race.kind = kind;
	race.lock = lock;
	race.first = race.second = race.ended = race.round = 0;
	race.slow = timeshared() ? tsc_read() + ticks_of_ms(
						timesharing_ms(TIMESHARED_MS))
				 : UINT64_MAX;
	for (unsigned i = 0; i < cores; i++)
		runner[i].entries = 0;
	hold_up_begin();
	why = crowd_run(&crowd, late);
	*entered = 0;
	for (unsigned i = 0; i < cores; i++)
		*entered += runner[i].entries;
	if (!why && race.first != *entered)
		why = "an entry was lost";
	return why;
}
