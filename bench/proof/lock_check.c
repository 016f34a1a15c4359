/* SPDX-License-Identifier: MIT */
#include "bench/proof/lock_check.h"

#include "bench/conditions/timesharing.h"
#include "bench/conditions/watchdog.h"
#include "bench/proof/crowd.h"
#include "bench/proof/lock_count.h"
#include "bench/proof/spend.h"
#include "bench/proof/proven.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

/* What each core has to see, at least. */
#define ENTRIES 500u    /* its own */
#define HANDOVERS 300u  /* entries after another core's */
#define RACES 300u      /* tries that began together with another's */
#define MEETINGS 16u    /* with each other core, which waited for it */
#define MEETINGS_TIMESHARED 4u
#define SETTLED_TENTHS 3u /* of these, where cores take turns for good: still
			   * above 256 entries in all */

#define CHECK_MS 6000u  /* at most */
#define STAY_MS 50u     /* inside, for others to come */
#define LINE_UP_US 3u
#define TURNS_INSIDE 255u /* a mask: of a chain of additions */
#define TURNS_FIRST 2047u  /* the same, while it has met too few */
#define TURNS_LONG 32767u  /* the same, now and then: who waits has to go on */
#define TURNS_OUTSIDE 15u
#define PAUSES 4u          /* inside, where cores take turns */

/* A counter of entries of 16 bits goes on past its end while the first entries
 * of the crowd are awaited; one of 8 bits at any rate. */
#define WRAP 65536u
#define BEFORE_WRAP (MEETINGS + 3)

struct account {
	union lock_node node;
	uint32_t entries, handovers, races;
} __attribute__((aligned(MACHINE_LINE)));

static struct {
	const struct lock_kind *kind;
	void *lock;
	uint64_t entered; /* atomic: by all cores */

	/* Plain on purpose: only the lock keeps the two equal. */
	volatile uint64_t first __attribute__((aligned(MACHINE_LINE_PAIR)));
	volatile uint64_t second;
	volatile unsigned last; /* who was inside */
} check __attribute__((aligned(MACHINE_LINE_PAIR)));

static struct account account[MACHINE_MAX_CORES];

/* ---- alone ---------------------------------------------------------------- */

/* A node is but memory before an acquisition and after its release. */
static union lock_node *fresh(union lock_node *node)
{
	memset(node, 0xa5, sizeof(*node));
	return node;
}

static const char *try_alone(const struct lock_kind *kind, void *lock)
{
	union lock_node node, other;

	if (!kind->try(lock, fresh(&node)))
		return "try does not take a free lock";
	if (!kind->is_locked(lock))
		return "is_locked denies that a try took it";
	if (kind->try(lock, fresh(&other)))
		return "try takes a lock that a try took";
	kind->release(lock, &node);
	return NULL;
}

/* Do the verbs say the truth where nobody else is? */
static const char *prove_alone(void)
{
	const struct lock_kind *kind = check.kind;
	void *lock = check.lock;
	union lock_node node, other;
	const char *why = NULL;

	if (kind->is_locked(lock))
		return "is_locked calls a free lock locked";
	kind->acquire(lock, fresh(&node));
	if (!kind->is_locked(lock))
		return "is_locked denies that it is held";
	if (kind->try && kind->try(lock, fresh(&other)))
		return "try takes a lock that is held";
	if (!kind->is_locked(lock))
		return "a try in vain frees it";
	kind->release(lock, &node);
	if (kind->is_locked(lock))
		return "it is locked after its release";
	if (kind->try)
		why = try_alone(kind, lock);
	if (why)
		return why;
	kind->pairs(lock, WRAP - BEFORE_WRAP);
	return kind->is_locked(lock) ? "it is locked after its release" : NULL;
}

/* ---- outside -------------------------------------------------------------- */

static bool anybody(unsigned core, enum doing doing)
{
	for (unsigned i = 0; i < crowd_peers(); i++)
		if (CROWD_DOING(crowd_peer(core, i)) == doing)
			return true;
	return false;
}

/* Two that come at once: waits a moment for another that is ready. */
static void line_up(unsigned core)
{
	uint64_t end = tsc_read() + ticks_of_us(LINE_UP_US);

	crowd_say(core, READY);
	while (!anybody(core, READY) && !anybody(core, TRYING))
		if (tsc_read() > end)
			return;
		else
			cpu_relax();
	account[core].races++;
	spend(crowd_random(core) & TURNS_OUTSIDE);
}

/* At once, after a while, or together with another. */
static void come(unsigned core)
{
	uint32_t way = crowd_random(core) >> 8 & 3;

	if (way == 1)
		spend(crowd_random(core) & TURNS_INSIDE);
	if (way > 1 && crowd_peers())
		line_up(core);
	crowd_say(core, TRYING);
}

/* By acquire, now and then by try. False: it is over. */
static bool enter(unsigned core, union lock_node *node)
{
	bool tries = check.kind->try && !(crowd_random(core) >> 8 & 7);
	uint32_t looks = 0;

	if (!tries) {
		check.kind->acquire(check.lock, node);
		return true;
	}
	while (!check.kind->try(check.lock, node)) {
		if (crowd_over())
			return false;
		crowd_let_others(&looks);
	}
	return true;
}

/* ---- inside --------------------------------------------------------------- */

static bool lacking(unsigned core, unsigned peer)
{
	return crowd_meetings(core, peer) < MEETINGS;
}

/* Somebody whom this core has not met often enough waits now. */
static bool awaited(unsigned core)
{
	bool lacks = false;

	for (unsigned i = 0; i < crowd_peers(); i++) {
		if (!lacking(core, i))
			continue;
		lacks = true;
		if (CROWD_DOING(crowd_peer(core, i)) > READY)
			return true;
	}
	return !lacks;
}

static void stay_until_awaited(unsigned core)
{
	uint64_t end = tsc_read() + ticks_of_ms(STAY_MS);
	uint32_t looks = 0;

	while (!awaited(core) && !crowd_over() && tsc_read() < end)
		crowd_let_others(&looks);
}

static void spend_inside(unsigned core)
{
	uint32_t random = crowd_random(core);

	if (!crowd_met_all(core, MEETINGS) && crowd_peers())
		spend(TURNS_FIRST + (random & TURNS_FIRST));
	else
		spend(random & (random >> 24 & 31 ? TURNS_INSIDE : TURNS_LONG));
	for (unsigned i = 0; i < PAUSES && timeshared(); i++)
		cpu_relax();
}

/* Between the two stores: who is inside, too, and who is kept out? */
static void stay(unsigned core)
{
	crowd_word before[CROWD_PEERS];

	for (unsigned i = 0; i < crowd_peers(); i++)
		before[i] = crowd_peer(core, i);
	spend_inside(core);
	for (unsigned i = 0; i < crowd_peers(); i++) {
		if (CROWD_DOING(crowd_peer(core, i)) == INSIDE)
			crowd_wrong("two cores were inside at once");
		if (CROWD_DOING(before[i]) == TRYING &&
		    crowd_peer(core, i) == before[i])
			crowd_met(core, i, before[i]);
	}
}

static void be_inside(unsigned core)
{
	struct account *a = &account[core];

	if (check.first != check.second)
		crowd_wrong("it was entered while another was inside");
	if (!check.kind->is_locked(check.lock))
		crowd_wrong("is_locked denies that it is held");
	a->entries++;
	a->handovers += check.last != core;
	check.last = core;
	stay_until_awaited(core);
	check.first++;
	stay(core);
	check.second++;
}

static uint32_t part_of(uint32_t wanted)
{
	return timeshared_settled() ? wanted * SETTLED_TENTHS / 10 : wanted;
}

static bool seen_enough(unsigned core)
{
	const struct account *a = &account[core];

	return a->entries >= part_of(ENTRIES) &&
	       (!crowd_peers() ||
		(a->handovers >= part_of(HANDOVERS) &&
		 a->races >= part_of(RACES) &&
		 crowd_met_all(core, timeshared() ? MEETINGS_TIMESHARED
						  : MEETINGS)));
}

static void come_and_go(unsigned core)
{
	union lock_node *node = fresh(&account[core].node);

	come(core);
	if (!enter(core, node))
		return;
	crowd_say(core, INSIDE);
	be_inside(core);
	crowd_say(core, AWAY);
	check.kind->release(check.lock, node);
	if (seen_enough(core))
		crowd_content(core);
}

/* ---- all ------------------------------------------------------------------- */

static void add_up(struct proof *proof, unsigned cores)
{
	uint64_t entered = 0, handovers = 0;

	for (unsigned i = 0; i < cores; i++) {
		entered += account[i].entries;
		handovers += account[i].handovers;
	}
	proof->operations = entered + WRAP;
	proof->count[0] = (struct proof_count){ "met", cores < 2 ? 0 :
						crowd_least_meetings() };
	proof->count[1] = (struct proof_count){ "handed_over", handovers };
	if (!proof->why && check.first != entered)
		proof->why = "an entry was lost";
	if (!proof->why && check.kind->is_locked(check.lock))
		proof->why = "it is locked after its release";
}

static void prove_in_crowd(unsigned cores, struct proof *proof)
{
	const struct crowd crowd = {
		.cores = cores, .turn = come_and_go,
		.each = cores <= CROWD_PEERS + 1,
		.ms = timesharing_ms(CHECK_MS) };
	bool late;

	check.first = check.second = 0;
	memset(account, 0, cores * sizeof(*account));
	proof->why = crowd_run(&crowd, &late);
	add_up(proof, cores);
	proof->proven = proven_if(!proof->why);
	if (late && !proof->why) {
		proof->proven = NOT_PROVEN;
		proof->why = "cores did not wait for each other often enough";
	}
}

static void count_entries(unsigned cores, struct proof *proof)
{
	uint64_t entered;
	const char *why = lock_count(check.kind, check.lock, cores, &entered);

	proof->operations += entered;
	proof->count[2] = (struct proof_count){ "counted", entered };
	if (!why)
		return;
	proof->proven = DISPROVEN;
	proof->why = why;
}

static void prove(unsigned cores, struct proof *proof)
{
	proof->operations = 1;
	proof->why = crowd_alone(prove_alone);
	proof->proven = proven_if(!proof->why);
	if (proof->why || (cores > 1 && !crowd_can_meet(proof)))
		return;
	prove_in_crowd(cores, proof);
	if (cores > 1 && proof->proven != DISPROVEN)
		count_entries(cores, proof);
}

bool lock_check(const struct lock_kind *kind, void *lock, unsigned cores,
		struct proof *proof)
{
	const struct verdict *known = verdict_find(kind, cores, 0);

	if (known) {
		*proof = known->proof;
		return proof->proven != DISPROVEN;
	}
	check.kind = kind;
	check.lock = lock;
	*proof = (struct proof){ .property = LOCK_PROPERTY,
				 .primitive = kind->name };
	watchdog_begin();
	prove(cores, proof);
	watchdog_end();
	verdict_add(&(struct verdict){ kind, cores, 0, *proof });
	return proof->proven != DISPROVEN;
}
