/* SPDX-License-Identifier: MIT */
/* bench/experiments/primes/primes.c: how far a run is, of how much. */
#include "bench/config/settings.h"
#include "bench/samples/scratch.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#include "bench/experiments/primes/primes.c"

/* Each subject: its rounds, and three further steps. */
TEST(primes_steps_are_those_of_each_executor_beside_the_sequential_run)
{
	struct settings settings = { .cores = 2, .rounds = 4,
				     .variants = "loop" };

	CHECK(scratch_init());
	scratch_begin();
	CHECK_EQUAL(primes_steps(&settings), 2 * (2 * 4 + 3));
	settings.full = true; /* on one core and on both */
	CHECK_EQUAL(primes_steps(&settings), 2 * 2 * (3 * 4 + 3));
}
