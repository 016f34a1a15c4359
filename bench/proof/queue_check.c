/* SPDX-License-Identifier: MIT */
#include "bench/proof/queue_check.h"

#include "bench/conditions/watchdog.h"
#include "bench/proof/verdicts.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

/* Items of each producer, at most, and how long at most. */
#define ITEMS 1000u
#define CHECK_MS 100u

/* An item names its producer in the low bits, above them its number. */
#define PRODUCER_BITS 10u
_Static_assert(MACHINE_MAX_CORES <= 1u << PRODUCER_BITS, "a core's number fits");

static struct {
	const struct queue_kind *kind;
	void *queue;
	unsigned producers, cores;
	uint64_t end;          /* time stamp */
	uint32_t producing;    /* atomic: producers not through */
	uint64_t pushed, pushed_sum, taken, taken_sum; /* atomic */
	uint32_t disorder;     /* atomic */
} check;

static void nothing(void *arg)
{
	(void)arg;
}

/* What one consumer has seen. */
struct seen {
	uint32_t last[MACHINE_MAX_CORES]; /* number of the last item, by producer */
};

static struct seen *seen_by(unsigned core)
{
	/* Only core 0 and one more keep track of order: memory is short, and
	 * two consumers show all that more would. */
	static struct seen seen[2];

	return core < check.producers && check.cores > 1 &&
	       !(check.kind->flags & QUEUE_OWNER) ? NULL :
	       core == 0 ? &seen[0] : core == check.cores - 1 ? &seen[1] : NULL;
}

static void look_at(struct seen *seen, struct work work)
{
	uint64_t value = (uint64_t)work.arg;
	unsigned producer = value & ((1u << PRODUCER_BITS) - 1);
	uint32_t number = (uint32_t)(value >> PRODUCER_BITS);

	atomic_add_relaxed(&check.taken, 1);
	atomic_add_relaxed(&check.taken_sum, value);
	if (work.run != nothing || producer >= check.producers)
		atomic_add_relaxed(&check.disorder, 1);
	else if (seen) {
		if (number <= seen->last[producer] &&
		    !(check.kind->flags & QUEUE_LIFO))
			atomic_add_relaxed(&check.disorder, 1);
		seen->last[producer] = number;
	}
}

static void produce(unsigned core, uint32_t *number)
{
	uint64_t value = (uint64_t)(*number + 1) << PRODUCER_BITS | core;

	if (!check.kind->push(check.queue,
			      (struct work){ nothing, (void *)value }))
		return;
	++*number;
	atomic_add_relaxed(&check.pushed, 1);
	atomic_add_relaxed(&check.pushed_sum, value);
}

static bool consume(unsigned core)
{
	bool steals = check.kind->flags & QUEUE_OWNER && core != 0;
	struct work work;

	if (!(steals ? check.kind->steal : check.kind->pop)(check.queue, &work))
		return false;
	look_at(seen_by(core), work);
	return true;
}

static void one_core(unsigned core, void *arg)
{
	bool owner = check.kind->flags & QUEUE_OWNER;
	bool both = check.cores == 1 || (owner && core == 0);
	uint32_t number = 0;

	(void)arg;
	if (core < check.producers) {
		while (number < ITEMS && tsc_read() < check.end) {
			produce(core, &number);
			if (both && number % 2)
				consume(core);
		}
		atomic_sub_acq_rel(&check.producing, 1); /* R1: with A1 */
	}
	if (core < check.producers && !both)
		return;
	/* A1: pairs with R1 of the producers: all is pushed. */
	while (atomic_load_acquire(&check.producing) || consume(core))
		consume(core);
}

static bool prove(const struct queue_kind *kind, void *queue,
		  unsigned producers, unsigned cores)
{
	check = (__typeof__(check)){
		.kind = kind, .queue = queue, .producers = producers,
		.cores = cores, .producing = producers,
		.end = tsc_read() + ticks_of_ms(CHECK_MS),
	};
	for (unsigned core = 0; core < cores; core++)
		if (seen_by(core))
			memset(seen_by(core), 0, sizeof(struct seen));
	watchdog_begin();
	machine_run(cores, one_core, NULL);
	watchdog_end();
	return check.pushed && check.pushed == check.taken &&
	       check.pushed_sum == check.taken_sum && !check.disorder;
}

bool queue_check(const struct queue_kind *kind, void *queue,
		 unsigned producers, unsigned cores, struct proof *proof)
{
	const struct verdict *known = verdict_find(kind, cores, producers);

	if (known) {
		*proof = known->proof;
		return proof->proven != DISPROVEN;
	}
	*proof = (struct proof){
		.property = QUEUE_PROPERTY, .primitive = kind->name,
		.proven = proven_if(prove(kind, queue, producers, cores)),
		.operations = check.taken,
	};
	verdict_add(&(struct verdict){ kind, cores, producers, *proof });
	return proof->proven != DISPROVEN;
}
