/* SPDX-License-Identifier: MIT */
#include "bench/harness/shared_queue.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/exchange.h"
#include "bench/harness/lock_check.h"
#include "bench/harness/queue_check.h"
#include "bench/samples/scratch.h"
#include "kernel/machine.h"
#include "sched/sched.h"

#define CAPACITY 64u /* of a queue that is proven */

enum shared_queue_proof shared_queue_prove(const struct lock_kind *lock,
					   const struct queue_kind *queue,
					   unsigned cores)
{
	void *object, *memory;
	uint64_t checked;
	bool right;

	if (!lock && !queue)
		return PROOF_RIGHT;
	object = bench_scratch(queue ? queue->size : lock->size);
	memory = bench_scratch(queue ? queue->bytes(CAPACITY) : 1);
	if (!object || !memory)
		return PROOF_NO_MEMORY;
	if (queue) {
		queue->init(object, memory, CAPACITY);
		right = queue_check(queue, object, cores > 1 ? cores / 2 : 1,
				    cores, &checked);
	} else {
		lock->init(object);
		right = lock_check(lock, object, cores, &checked);
	}
	return right ? PROOF_RIGHT : PROOF_WRONG;
}

bool shared_queue_install(unsigned cores)
{
	const struct exchange *chosen = exchange_chosen();
	enum shared_queue_proof proof;

	if (!exchange_name())
		return true;
	machine_note("swap", exchange_name());
	timesharing_look(cores); /* how long the proof may take */
	scratch_empty();
	proof = shared_queue_prove(chosen->lock, chosen->queue, cores);
	scratch_empty();
	if (proof == PROOF_WRONG)
		return exchange_refuse("fails its proof; nothing is run over it");
	if (proof == PROOF_NO_MEMORY)
		return exchange_refuse("not enough memory to prove it");
	return sched_share(chosen->lock, chosen->queue) ||
	       exchange_refuse("not enough memory");
}
