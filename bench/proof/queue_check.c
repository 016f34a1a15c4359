/* SPDX-License-Identifier: MIT */
#include "bench/proof/queue_check.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/conditions/watchdog.h"
#include "bench/proof/crowd.h"
#include "bench/proof/hold_up.h"
#include "bench/proof/items.h"
#include "bench/proof/queue_alone.h"
#include "bench/proof/queue_verbs.h"
#include "bench/proof/proven.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define CAPACITY 8u     /* little: it is soon full */

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

struct account {
	uint32_t verbs, full, empty, in_vain;
	bool enough;
} __attribute__((aligned(MACHINE_LINE)));

static struct {
	void *memory;         /* the queue's */
	struct proof *proof;
	uint32_t full, empty; /* atomic: seen by all */
} check;

static struct account account[MACHINE_MAX_CORES];

/* ---- a turn ------------------------------------------------------------------ */

/* Until the queue was full, or empty, once more, or for a moment. */
static void rest(const uint32_t *seen)
{
	uint64_t end = tsc_read() + ticks_of_us(REST_US);
	uint32_t before = atomic_load_relaxed(seen), looks = 0;

	while (atomic_load_relaxed(seen) == before && tsc_read() < end)
		crowd_let_others(&looks);
}

static void push_once(unsigned core)
{
	struct account *a = &account[core];

	if (!(crowd_random(core) >> 8 & 63) && !queue_pops(core))
		rest(&check.empty);
	if (queue_push_some(core, false)) {
		a->verbs++;
		a->in_vain = 0;
		return;
	}
	a->full++;
	atomic_add_relaxed(&check.full, 1);
	if (!queue_pops(core))
		crowd_let_others(&a->in_vain);
}

static void pop_once(unsigned core)
{
	struct account *a = &account[core];

	if (!(crowd_random(core) >> 8 & 63) && !queue_pushes(core))
		rest(&check.full);
	if (queue_pop_some(core, false)) {
		a->verbs++;
		a->in_vain = 0;
		return;
	}
	a->empty++;
	atomic_add_relaxed(&check.empty, 1);
	if (!queue_pushes(core))
		crowd_let_others(&a->in_vain);
}

static bool seen_enough(unsigned core)
{
	const struct account *a = &account[core];

	return a->verbs >= VERBS && crowd_met_all(core, MEETINGS) &&
	       (!queue_pushes(core) || a->full >= ENDS) &&
	       (!queue_pops(core) || a->empty >= ENDS);
}

static void turn(unsigned core)
{
	struct account *a = &account[core];
	bool fills = (a->verbs + a->full + a->empty) / TIDE % 2;
	bool push = queue_pushes(core) &&
		    (!queue_pops(core) ||
		     fills == !!(crowd_random(core) >> 8 & 7));

	if (push && items_left(core))
		push_once(core);
	else if (queue_pops(core))
		pop_once(core);
	a->enough |= seen_enough(core);
	if (a->enough || (queue_pushes(core) && !items_left(core)))
		crowd_content(core);
}

/* ---- a crowd ------------------------------------------------------------------ */

static void count(struct proof *proof)
{
	uint64_t met = crowd_least_meetings();

	proof->operations += items_popped();
	for (unsigned i = 0; i < queue_checked.cores && !proof->proven; i++)
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

static void note(struct proof *proof, const char *why)
{
	if (!why)
		return;
	proof->proven = DISPROVEN;
	proof->why = why;
}

static void prove_in_crowd(struct proof *proof)
{
	const struct crowd crowd = { .cores = queue_checked.cores,
				     .ms = timesharing_ms(CHECK_MS),
				     .turn = turn };
	const char *why;
	bool late;

	check.full = check.empty = 0;
	memset(account, 0, queue_checked.cores * sizeof(*account));
	queue_checked.any_verb = false;
	queue_begin_items();
	why = crowd_run(&crowd, &late);
	note(proof, why ? why : crowd_alone(queue_drain));
	count(proof);
}

static void prove_in_race(struct proof *proof)
{
	uint64_t popped;
	bool late;

	note(proof, queue_race(&late, &popped));
	proof->operations += popped;
	proof->count[3] = (struct proof_count){ "raced",
						crowd_least_meetings() };
	proof->count[4] = (struct proof_count){ "held_up", held_up() };
	if (late && !proof->proven) {
		proof->proven = NOT_PROVEN;
		proof->why = "cores seldom were at it at the same moment";
	}
}

/* ---- all ---------------------------------------------------------------------- */

/* Places: some for each core. */
static uint32_t places(unsigned cores)
{
	uint32_t capacity = CAPACITY;

	while (capacity < cores)
		capacity *= 2;
	return capacity;
}

/* Its memory may hold anything. */
static void make(unsigned cores)
{
	const struct queue_kind *kind = queue_checked.kind;
	uint32_t capacity = places(cores);

	memset(check.memory, 0xa5, kind->bytes(capacity));
	kind->init(queue_checked.queue, check.memory, capacity);
}

static const char *prove_alone(void)
{
	const struct queue_kind *kind = queue_checked.kind;
	void *queue = queue_checked.queue;
	const char *why = queue_prove_alone(kind, queue, CAPACITY);
	uint64_t laps = WRAP - BEFORE_WRAP - items_popped();

	if (!why && kind->pairs(queue, laps) != laps)
		why = "a pop finds nothing where items are";
	return why ? why : queue_prove_laps(2 * BEFORE_WRAP);
}

/* As it is timed: the greatest of these needs the memory. */
static const char *prove_room(void)
{
	const uint32_t timed[] = { queue_capacity(queue_checked.cores),
				   QUEUE_ACROSS_CAPACITY,
				   QUEUE_LATENCY_CAPACITY };
	const struct queue_kind *kind = queue_checked.kind;
	const char *why = NULL;

	for (unsigned i = 0; i < sizeof(timed) / sizeof(timed[0]) && !why;
	     i++) {
		memset(check.memory, 0xa5, kind->bytes(timed[i]));
		kind->init(queue_checked.queue, check.memory, timed[i]);
		why = queue_prove_room(kind, queue_checked.queue, timed[i]);
		check.proof->capacities[i] = timed[i];
	}
	return why;
}

static size_t most_bytes(void)
{
	const struct queue_kind *kind = queue_checked.kind;
	uint32_t capacity = queue_capacity(queue_checked.cores);

	return max_u64(kind->bytes(max_u64(capacity, QUEUE_ACROSS_CAPACITY)),
		       kind->bytes(places(queue_checked.cores)));
}

static void prove(struct proof *proof)
{
	const struct queue_kind *kind = queue_checked.kind;
	const unsigned any = QUEUE_MANY_PUSH | QUEUE_MANY_POP;

	queue_checked.queue = bench_scratch(kind->size);
	check.memory = bench_scratch(most_bytes());
	if (!queue_checked.queue || !check.memory) {
		proof->proven = NOT_PROVEN;
		proof->why = "not enough memory to prove it";
		return;
	}
	make(1);
	proof->why = crowd_alone(prove_alone);
	if (!proof->why)
		proof->why = crowd_alone(prove_room);
	proof->proven = proven_if(!proof->why);
	proof->operations = WRAP;
	if (queue_checked.cores < 2 || proof->why || !crowd_can_meet(proof))
		return;
	make(queue_checked.cores);
	prove_in_crowd(proof);
	if ((kind->flags & any) == any && proof->proven != DISPROVEN) {
		queue_checked.mixed = true;
		prove_in_crowd(proof);
	}
	if (proof->proven != DISPROVEN)
		prove_in_race(proof);
}

bool queue_check(const struct queue_kind *kind, unsigned producers,
		 unsigned cores, struct proof *proof)
{
	const struct verdict *known = verdict_find(kind, cores, producers);

	if (known) {
		*proof = known->proof;
		return proof->proven != DISPROVEN;
	}
	queue_checked.kind = kind;
	queue_checked.producers = producers;
	queue_checked.cores = cores;
	queue_checked.mixed = false;
	*proof = (struct proof){ .property = QUEUE_PROPERTY,
				 .primitive = kind->name,
				 .bulks = { QUEUE_WIDTHS } };
	check.proof = proof;
	watchdog_begin();
	prove(proof);
	watchdog_end();
	verdict_add(&(struct verdict){ kind, cores, producers, *proof });
	return proof->proven != DISPROVEN;
}
