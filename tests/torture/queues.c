/* SPDX-License-Identifier: MIT */
/*
 * Every registered queue on all cores, in the roles it allows: none lost, none
 * twice (a mark for each item), and in order where that is promised. Small
 * capacities, so that full and empty are met all the time.
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/barrier/central.h"
#include "sched/queue/queue.h"
#include "tests/torture/torture.h"

#define BULK 8u
#define CORES_MAX 64u

static struct {
	const struct queue_kind *kind;
	void *queue;
	uint64_t items;          /* of each producer */
	unsigned producers, cores;
	uint64_t seed;
	uint32_t *mark;          /* atomic: [producer][item] times taken */
	uint64_t taken;          /* atomic */
	uint32_t disorder;       /* atomic: times order was broken */
	struct barrier start;
} t;

static void nothing(void *arg)
{
	(void)arg;
}

/* An item names its producer and its number there. */
static struct work item(unsigned producer, uint64_t number)
{
	return (struct work){ nothing,
			      (void *)(number << 8 | producer) };
}

/* The items that one consumer has seen, by producer, to check their order. */
struct seen {
	uint64_t next[CORES_MAX];
};

static void take(struct seen *seen, struct work work)
{
	uint64_t value = (uint64_t)work.arg, number = value >> 8;
	unsigned producer = value & 0xFF;

	if (work.run != nothing || producer >= t.producers ||
	    number >= t.items) {
		atomic_add_relaxed(&t.disorder, 1); /* torn or made up */
		return;
	}
	atomic_add_relaxed(&t.mark[producer * t.items + number], 1);
	if (number < seen->next[producer])
		atomic_add_relaxed(&t.disorder, !(t.kind->flags & QUEUE_LIFO));
	seen->next[producer] = number + 1;
}

static uint32_t take_some(struct seen *seen, uint64_t random, bool steal)
{
	struct work works[BULK];
	uint32_t most = (uint32_t)(random % BULK) + 1, n;

	if (steal)
		n = most == 1 || !t.kind->steal_half ?
		    t.kind->steal(t.queue, works) :
		    t.kind->steal_half(t.queue, works, most);
	else
		n = most == 1 ? t.kind->pop(t.queue, works)
			      : t.kind->pop_bulk(t.queue, works, most);
	for (uint32_t i = 0; i < n; i++)
		take(seen, works[i]);
	atomic_add_relaxed(&t.taken, n);
	return n;
}

static uint64_t put_some(unsigned producer, uint64_t at, uint64_t random)
{
	struct work works[BULK];
	uint32_t n = (uint32_t)(random >> 8) % BULK + 1;

	if (n > t.items - at)
		n = (uint32_t)(t.items - at);
	for (uint32_t i = 0; i < n; i++)
		works[i] = item(producer, at + i);
	return n == 1 ? t.kind->push(t.queue, works[0])
		      : t.kind->push_bulk(t.queue, works, n);
}

static bool all_taken(void)
{
	return atomic_load_relaxed(&t.taken) >= t.items * t.producers;
}

/* Producers are the first cores; one that may pop as well does so. */
static void one_core(unsigned core, void *arg)
{
	uint64_t state = torture_seed(t.seed, core), put = 0;
	bool owner = t.kind->flags & QUEUE_OWNER;
	bool produces = core < t.producers;
	bool consumes = t.cores == 1 || core >= t.producers ||
			(owner && core == 0);
	bool steals = owner && core != 0;
	struct seen seen = { { 0 } };

	(void)arg;
	barrier_wait(&t.start);
	while (!all_taken()) {
		uint64_t random = torture_random(&state);

		if (produces && put < t.items)
			put += put_some(core, put, random);
		if (consumes && (random >> 16 & 1 || put == t.items))
			take_some(&seen, random >> 17, steals);
	}
}

static unsigned check(void)
{
	uint64_t lost = 0, twice = 0;
	unsigned broken = 0;

	for (uint64_t i = 0; i < t.items * t.producers; i++) {
		lost += t.mark[i] == 0;
		twice += t.mark[i] > 1;
	}
	if (lost || twice || t.disorder)
		broken += torture_broken(
			"%s, %u of %u cores push: %llu lost, %llu twice, %u "
			"out of order or torn", t.kind->name, t.producers,
			t.cores, (unsigned long long)lost,
			(unsigned long long)twice, t.disorder);
	return broken;
}

static unsigned run(const struct queue_kind *kind, unsigned producers,
		    unsigned cores, uint64_t operations, uint64_t seed)
{
	uint32_t capacity = 8;
	void *memory = aligned_alloc(MACHINE_LINE_PAIR,
				     (kind->bytes(capacity) | 127) + 1);
	void *queue = aligned_alloc(MACHINE_LINE_PAIR, (kind->size | 127) + 1);
	unsigned broken;

	memset(&t, 0, sizeof(t));
	t.kind = kind;
	t.queue = queue;
	t.items = operations / producers / 4 + 1;
	t.producers = producers;
	t.cores = cores;
	t.seed = seed;
	t.mark = calloc(t.items * producers, sizeof(*t.mark));
	kind->init(queue, memory, capacity);
	barrier_init(&t.start, cores);
	machine_run(cores, one_core, NULL);
	broken = check();
	free(t.mark);
	free(queue);
	free(memory);
	return broken;
}

/* How many of so many cores may push and how many pop. */
static bool allowed(const struct queue_kind *kind, unsigned producers,
		    unsigned cores)
{
	unsigned consumers = cores - producers;

	if (cores == 1)
		return true;
	if (kind->flags & QUEUE_OWNER)
		return producers == 1;
	return consumers && producers &&
	       (producers == 1 || kind->flags & QUEUE_MANY_PUSH) &&
	       (consumers == 1 || kind->flags & QUEUE_MANY_POP);
}

static unsigned torture_queues(unsigned cores, uint64_t operations,
			       uint64_t seed)
{
	unsigned broken = 0, runs = 0;

	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		for (unsigned n = 1; n <= cores && n <= CORES_MAX; n++)
			for (unsigned p = 1; p <= n; p++)
				if (allowed(*entry, p, n)) {
					broken += run(*entry, p, n, operations,
						      seed);
					runs++;
				}
	return runs ? broken : torture_broken("no queue is registered");
}

TORTURE(queues, "none lost, none twice, in order, for every queue",
	torture_queues);
