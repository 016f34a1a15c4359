/* SPDX-License-Identifier: MIT */
#include "bench/harness/shared_queue.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/exchange.h"
#include "bench/proof/lock_check.h"
#include "bench/proof/queue_check.h"
#include "bench/proof/proven.h"
#include "bench/samples/scratch.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "sched/sched.h"

#define NO_MEMORY "not enough memory to prove it"

struct proof shared_queue_prove(const struct lock_kind *lock,
				const struct queue_kind *queue, unsigned cores)
{
	struct proof proof = { 0 };
	enum proven known;
	void *object;

	if (!lock && !queue)
		return proof;
	if (queue) {
		queue_check(queue, cores > 1 ? cores / 2 : 1, cores, &proof);
	} else {
		object = bench_scratch(lock->size);
		if (!object)
			return (struct proof){ .proven = NOT_PROVEN,
					       .why = NO_MEMORY };
		lock->init(object);
		lock_check(lock, object, cores, &proof);
	}
	known = proven_of(queue ? "queue" : "lock",
			  queue ? queue->name : lock->name, PROVEN_ON_ANY);
	if (proof.proven == PROVEN && known != PROVEN)
		proof.why = "of what was found before";
	proof.proven = proven_worse(proof.proven, known);
	return proof;
}

/* The run goes on, but nothing that it finds is sure. */
static void doubt(const struct proof *proof)
{
	log_warning("exchange_not_proven",
		    "%s is not proven right here: %s; the scheduler goes "
		    "through it, so nothing that is found is sure",
		    exchange_name(), proof->why);
	machine_style(MACHINE_WARN);
	print("%s is not proven right here: %s.\nNothing that is found over "
	      "it is sure.\n", exchange_name(), proof->why);
	machine_style(MACHINE_PLAIN);
}

bool shared_queue_install(unsigned cores)
{
	const struct exchange *chosen = exchange_chosen();
	struct proof proof;

	if (!exchange_name())
		return true;
	machine_note("swap", exchange_name());
	timesharing_look(cores); /* how long the proof may take */
	scratch_empty();
	proof = shared_queue_prove(chosen->lock, chosen->queue, cores);
	verdicts_forget();
	scratch_empty();
	if (proof.proven == DISPROVEN)
		return exchange_refuse("fails its proof; nothing is run over it");
	if (proof.proven == NOT_PROVEN)
		doubt(&proof);
	return sched_share(chosen->lock, chosen->queue) ||
	       exchange_refuse("not enough memory");
}
