/* SPDX-License-Identifier: MIT */
/* Trial division against the sieve, and both against known figures. */
#include <stdlib.h>

#include "bench/experiments/primes/primes.h"
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

	for (unsigned i = 0; i < sizeof(known) / sizeof(*known); i++) {
		uint8_t *composite = sieve(known[i].last);
		struct primes_facts f = primes_facts(composite, known[i].last);

		CHECK_EQUAL(f.count, known[i].count);
		CHECK_EQUAL(f.sum, known[i].sum);
		free(composite);
	}
}

TEST(primes_by_division_are_those_of_the_sieve)
{
	uint8_t *composite = sieve(LAST);
	uint32_t *list = malloc(primes_room(LAST) * sizeof(*list)), at = 0;
	uint32_t n = primes_divide(1, LAST, list);

	CHECK_EQUAL(n, primes_facts(composite, LAST).count);
	CHECK(primes_next(composite, LAST, &at, list, n));
	CHECK_EQUAL(at, list[n - 1]);
	free(list);
	free(composite);
}

TEST(primes_in_pieces_are_the_whole_and_fit_their_room)
{
	uint8_t *composite = sieve(LAST);
	uint32_t list[64], at = 0, found = 0;

	for (uint32_t first = 1; first <= LAST; first += 16) {
		uint32_t last = first + 15 < LAST ? first + 15 : LAST;
		uint32_t n = primes_divide(first, last, list);

		CHECK(n <= primes_room(16));
		CHECK(primes_next(composite, LAST, &at, list, n));
		found += n;
	}
	CHECK_EQUAL(found, primes_facts(composite, LAST).count);
	free(composite);
}

TEST(primes_a_wrong_list_is_seen)
{
	uint8_t *composite = sieve(100);
	static const uint32_t missing[] = { 2, 3, 7 }, wrong[] = { 2, 3, 4 };
	static const uint32_t beyond[] = { 97, 101 }, good[] = { 2, 3, 5 };
	uint32_t at = 0;

	CHECK(!primes_next(composite, 100, &at, missing, 3));
	at = 0;
	CHECK(!primes_next(composite, 100, &at, wrong, 3));
	at = 89;
	CHECK(!primes_next(composite, 100, &at, beyond, 2));
	at = 0;
	CHECK(primes_next(composite, 100, &at, good, 3));
	CHECK_EQUAL(at, 5);
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
