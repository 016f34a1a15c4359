/* SPDX-License-Identifier: MIT */
/* bench/harness/shared_queue.c: what is exchanged under the scheduler is proven
 * as it is used there. */
#include "bench/harness/shared_queue.h"

#include "bench/config/exchange.h"
#include "bench/proof/proven.h"
#include "bench/samples/scratch.h"
#include "kernel/options.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(shared_queue_under_a_lock_without_memory_is_not_proven)
{
	extern const struct lock_kind *const __start_qc_locks[];
	struct proof proof;

	CHECK(scratch_init());
	scratch_begin();
	CHECK(scratch_keep(scratch_left()));
	proof = shared_queue_prove(__start_qc_locks[0], NULL, 2);
	CHECK_EQUAL(proof.proven, NOT_PROVEN);
	CHECK_TEXT(proof.why, "not enough memory to prove it");
	proof = shared_queue_prove(NULL, NULL, 2);
	CHECK_EQUAL(proof.proven, PROVEN);
}

TEST(shared_queue_on_one_core_is_proven_by_who_pushes_there)
{
	const struct queue_kind *queue;
	char line[] = "queue=mpmc";

	options_parse(line, NULL);
	exchange_fill();
	queue = exchange_chosen()->queue;
	fake.facts.trust = "emulated";
	CHECK(scratch_init());
	CHECK_EQUAL(shared_queue_prove(NULL, queue, 1).proven, PROVEN);
	CHECK(verdict_find(queue, 1, 1));
}
