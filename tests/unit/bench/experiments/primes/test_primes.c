/* SPDX-License-Identifier: MIT */
/* Trial division against the sieve, and both against known figures. */
#include "bench/experiments/primes/primes.h"

#include <stdlib.h>

#include "bench/samples/scratch.h"
#include "tests/unit/test.h"

#define LAST 20000u

static uint8_t *sieve(uint32_t last)
{
	uint8_t *composite = malloc(primes_sieve_bytes(last));

	composite[0] = composite[last] = 0xA5; /* may hold anything */
	primes_sieve(composite, last);
	return composite;
}

TEST(primes_known_counts_and_sums)
{
	static const struct { uint32_t last, count; uint64_t sum; } known[] = {
		{ 0, 0, 0 }, { 1, 0, 0 }, { 2, 1, 2 }, { 3, 2, 5 },
		{ 100, 25, 1060 }, { 10000, 1229, 5736396 },
		{ 1000000, 78498, 37550402023 } };

	EACH_ROW(i, known) {
		uint8_t *composite = sieve(known[i].last);
		struct primes_facts f = primes_facts(composite, known[i].last);

		CHECK_EQUAL(f.count, known[i].count);
		CHECK_EQUAL(f.sum, known[i].sum);
		free(composite);
	}
}

TEST(primes_a_wrong_list_is_seen)
{
	static const struct {
		uint32_t at, n, list[3];
		bool right;
	} rows[] = {
		{ 0, 3, { 2, 3, 5 }, true }, { 0, 3, { 2, 3, 7 }, false },
		{ 0, 3, { 2, 3, 4 }, false }, { 89, 2, { 97, 101 }, false },
	};
	uint8_t *composite = sieve(100);

	EACH_ROW(i, rows) {
		uint32_t at = rows[i].at;

		CHECK_EQUAL(primes_next(composite, 100, &at, rows[i].list,
					rows[i].n), rows[i].right);
		CHECK(!rows[i].right || at == 5);
	}
	free(composite);
}

static bool refuse(void *executor, void *memory, unsigned cores,
		   const struct executor_options *o)
{
	(void)executor, (void)memory, (void)o;
	CHECK_EQUAL(cores, 2);
	return false;
}

/* The list of a pass before does not serve. */
TEST(primes_pass_of_an_executor_that_refuses_is_wrong)
{
	static const struct executor_kind kind = { .name = "s", .init = refuse };
	struct primes_subject plain = { .name = "plain" };
	struct primes_subject refused = { .name = "refused", .kind = &kind };
	struct primes_pass pass = { .subject = &plain, .cores = 2, .n = 100 };

	CHECK(scratch_init());
	scratch_begin();
	CHECK(primes_make_room(100));
	CHECK(primes_run_pass(&pass));
	pass.subject = &refused;
	CHECK(!primes_run_pass(&pass));
}
