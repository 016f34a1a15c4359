/* SPDX-License-Identifier: MIT */
#include "bench/proof/queue_check.h"

#include "bench/bench.h"
#include "bench/conditions/watchdog.h"
#include "bench/proof/crowd.h"
#include "bench/proof/items.h"
#include "bench/proof/queue_alone.h"
#include "bench/proof/verdicts.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define CAPACITY 8u     /* little: it is soon full */
#define BULK 3u

/* What each core has to see, at least. */
#define VERBS 500u      /* its own that moved items */
#define MEETINGS 32u    /* of its own with another core's opposite */
#define ENDS 8u         /* the queue full where it pushes, empty where it pops */

#define CHECK_MS 2000u  /* at most, of each crowd */
#define REST_US 20u
#define TIDE 64u        /* verbs: who does both pushes mostly, pops mostly */

/* Indices of 16 bits go on past their end while the queue is full, alone. */
#define WRAP 65536u
#define BEFORE_WRAP 200u

#define PUSHING TRYING
#define POPPING INSIDE

struct account {
	uint32_t verbs, full, empty, in_vain;
	bool enough;
} __attribute__((aligned(MACHINE_LINE)));

static struct {
	const struct queue_kind *kind;
	void *queue;
	unsigned producers, cores;
	bool mixed;        /* all push and pop */
	uint32_t full, empty; /* atomic: seen by all */
} check;

static struct account account[MACHINE_MAX_CORES];

/* ---- who does what ---------------------------------------------------------- */

static bool pushes(unsigned core)
{
	return core < check.producers || check.mixed;
}

static bool pops(unsigned core)
{
	return core >= check.producers || check.mixed ||
	       check.kind->flags & QUEUE_OWNER;
}

static bool steals(unsigned core)
{
	return check.kind->flags & QUEUE_OWNER && core;
}

/* ---- a verb ----------------------------------------------------------------- */

static void look_for(unsigned core, enum doing opposite)
{
	for (unsigned i = 0; i < crowd_peers(); i++) {
		crowd_word word = crowd_peer(core, i);

		if (CROWD_DOING(word) == opposite)
			crowd_met(core, i, word);
	}
}

/* Until the queue was full, or empty, once more, or for a moment. */
static void rest(const uint32_t *seen)
{
	uint64_t end = tsc_read() + ticks_of_us(REST_US);
	uint32_t before = atomic_load_relaxed(seen), looks = 0;

	while (atomic_load_relaxed(seen) == before && tsc_read() < end)
		crowd_let_others(&looks);
}

static uint32_t push_some(unsigned core)
{
	uint32_t n = crowd_random(core) >> 8 & 3 ? 1 : BULK, done;
	struct work work[BULK];

	for (uint32_t i = 0; i < n; i++)
		work[i] = item_after(core, i);
	crowd_say(core, PUSHING);
	look_for(core, POPPING);
	done = n > 1 ? check.kind->push_bulk(check.queue, work, n)
		     : check.kind->push(check.queue, work[0]);
	look_for(core, POPPING);
	crowd_say(core, AWAY);
	item_pushed(core, (uint32_t)min_u64(done, n));
	return done;
}

static uint32_t take(unsigned core, struct work *work, uint32_t n)
{
	const struct queue_kind *kind = check.kind;

	if (steals(core))
		return n > 1 ? kind->steal_half(check.queue, work, n)
			     : kind->steal(check.queue, work);
	return n > 1 ? kind->pop_bulk(check.queue, work, n)
		     : kind->pop(check.queue, work);
}

static uint32_t pop_some(unsigned core)
{
	uint32_t n = crowd_random(core) >> 8 & 3 ? 1 : BULK, done;
	struct work work[BULK];

	crowd_say(core, POPPING);
	look_for(core, PUSHING);
	done = take(core, work, n);
	look_for(core, PUSHING);
	crowd_say(core, AWAY);
	for (uint32_t i = 0; i < done && i < n; i++) {
		const char *why = item_popped(core, work[i]);

		if (why)
			crowd_wrong(why);
	}
	return done;
}

/* ---- a turn ------------------------------------------------------------------ */

static void push_once(unsigned core)
{
	struct account *a = &account[core];

	if (!(crowd_random(core) >> 8 & 63) && !pops(core))
		rest(&check.empty);
	if (push_some(core)) {
		a->verbs++;
		a->in_vain = 0;
		return;
	}
	a->full++;
	atomic_add_relaxed(&check.full, 1);
	if (!pops(core))
		crowd_let_others(&a->in_vain);
}

static void pop_once(unsigned core)
{
	struct account *a = &account[core];

	if (!(crowd_random(core) >> 8 & 63) && !pushes(core))
		rest(&check.full);
	if (pop_some(core)) {
		a->verbs++;
		a->in_vain = 0;
		return;
	}
	a->empty++;
	atomic_add_relaxed(&check.empty, 1);
	if (!pushes(core))
		crowd_let_others(&a->in_vain);
}

static bool seen_enough(unsigned core)
{
	const struct account *a = &account[core];

	return a->verbs >= VERBS && crowd_met_all(core, MEETINGS) &&
	       (!pushes(core) || a->full >= ENDS) &&
	       (!pops(core) || a->empty >= ENDS);
}

static void turn(unsigned core)
{
	struct account *a = &account[core];
	bool fills = (a->verbs + a->full + a->empty) / TIDE % 2;
	bool push = pushes(core) && (!pops(core) || fills ==
				     !!(crowd_random(core) >> 8 & 7));

	if (push && items_left(core))
		push_once(core);
	else if (pops(core))
		pop_once(core);
	a->enough |= seen_enough(core);
	if (a->enough || (pushes(core) && !items_left(core)))
		crowd_content(core);
}

/* ---- a crowd ------------------------------------------------------------------ */

/* What is left in the queue, by core 0. */
static const char *drain(void)
{
	struct work work;
	const char *why = NULL;

	while (!why && check.kind->pop(check.queue, &work))
		why = item_popped(0, work);
	return why ? why : items_missing();
}

static void count(struct proof *proof)
{
	uint64_t met = crowd_least_meetings();

	proof->operations += items_popped();
	for (unsigned i = 0; i < check.cores && !proof->proven; i++)
		if (!account[i].enough) {
			proof->proven = NOT_PROVEN;
			proof->why = "too few pushes met pops, or it was too "
				     "seldom full or empty";
		}
	if (!proof->count[0].name || met < proof->count[0].value)
		proof->count[0] = (struct proof_count){ "met", met };
	proof->count[1] = (struct proof_count){
		"full", proof->count[1].value + check.full };
	proof->count[2] = (struct proof_count){
		"empty", proof->count[2].value + check.empty };
}

static void prove_in_crowd(struct proof *proof)
{
	const struct crowd crowd = { .cores = check.cores, .ms = CHECK_MS,
				     .turn = turn };
	bool fifo = !(check.kind->flags & QUEUE_LIFO), late;
	const char *why;

	if (!crowd_can_meet(proof))
		return;
	check.full = check.empty = 0;
	memset(account, 0, check.cores * sizeof(*account));
	items_begin(check.mixed ? check.cores : check.producers, check.cores,
		    fifo);
	why = crowd_run(&crowd, &late);
	if (!why)
		why = drain();
	if (why) {
		proof->proven = DISPROVEN;
		proof->why = why;
	}
	count(proof);
}

/* ---- all ---------------------------------------------------------------------- */

/* Room for some items of each core. Its memory may hold anything. */
static bool make(void)
{
	const struct queue_kind *kind = check.kind;
	uint32_t capacity = CAPACITY;
	void *memory;

	while (capacity < check.cores)
		capacity *= 2;
	check.queue = bench_scratch(kind->size);
	memory = bench_scratch(kind->bytes(capacity));
	if (!check.queue || !memory)
		return false;
	memset(memory, 0xa5, kind->bytes(capacity));
	kind->init(check.queue, memory, capacity);
	return true;
}

static const char *prove_alone(void)
{
	const char *why = queue_prove_alone(check.kind, check.queue, CAPACITY);
	uint64_t laps = WRAP - BEFORE_WRAP - items_popped();

	if (!why && check.kind->pairs(check.queue, laps) != laps)
		why = "a pop finds nothing where items are";
	return why ? why : queue_prove_laps(2 * BEFORE_WRAP);
}

static void prove(struct proof *proof)
{
	const unsigned any = QUEUE_MANY_PUSH | QUEUE_MANY_POP;

	if (!make()) {
		proof->proven = NOT_PROVEN;
		proof->why = "not enough memory to prove it";
		return;
	}
	proof->why = prove_alone();
	proof->proven = proven_if(!proof->why);
	proof->operations = WRAP;
	if (check.cores < 2)
		return;
	for (unsigned mixed = 0; mixed < 2 && proof->proven != DISPROVEN;
	     mixed++) {
		check.mixed = mixed;
		if (!mixed || (check.kind->flags & any) == any)
			prove_in_crowd(proof);
	}
}

bool queue_check(const struct queue_kind *kind, unsigned producers,
		 unsigned cores, struct proof *proof)
{
	const struct verdict *known = verdict_find(kind, cores, producers);

	if (known) {
		*proof = known->proof;
		return proof->proven != DISPROVEN;
	}
	check.kind = kind;
	check.producers = producers;
	check.cores = cores;
	check.mixed = false;
	*proof = (struct proof){ .property = QUEUE_PROPERTY,
				 .primitive = kind->name };
	watchdog_begin();
	prove(proof);
	watchdog_end();
	verdict_add(&(struct verdict){ kind, cores, producers, *proof });
	return proof->proven != DISPROVEN;
}
