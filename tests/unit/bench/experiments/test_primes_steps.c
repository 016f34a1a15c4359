/* SPDX-License-Identifier: MIT */
/* bench/experiments/primes/primes.c: how far a run is, of how much,
 * and what it cannot do without memory. */
#include <string.h>

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

TEST(primes_are_left_out_where_there_is_no_memory_for_the_sieve)
{
	const struct settings settings = { .cores = 1, .rounds = 4,
					   .variants = "" };
	static struct primes_group g;

	CHECK(scratch_init());
	scratch_begin();
	CHECK(scratch_keep(scratch_left() - PRIMES_CROSS_MOST));
	CHECK(measure_on_cores(&settings, &g, 1));
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"record\":\"skipped\""));
}
