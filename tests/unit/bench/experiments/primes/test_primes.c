/* SPDX-License-Identifier: MIT */
/* Trial division against the sieve, and both against known figures. */
#include "bench/experiments/primes/primes.h"

#include "bench/samples/scratch.h"
#include "tests/unit/test.h"

#define MOST 1000000u

static bool make(void *executor, void *memory, unsigned cores,
		 const struct executor_options *o)
{
	(void)executor, (void)memory, (void)o;
	return cores == 2;
}

static void run(void *executor, void (*root)(void *executor, void *arg),
		void *arg)
{
	root(executor, arg);
}

/* A task that does not run, or another one in its place. */
static uintptr_t never, instead;

static void submit(void *executor, struct work task)
{
	(void)executor;
	if ((uintptr_t)task.arg != never)
		task.run(task.arg);
	else if (instead)
		task.run((void *)instead);
}

static bool right(uintptr_t left_out, uintptr_t twice, unsigned cores)
{
	static const struct executor_kind kind = {
		.name = "e", .init = make, .run = run, .submit = submit };
	const struct primes_subject e = { .name = "e", .kind = &kind };
	struct primes_pass pass = { .subject = &e, .cores = cores, .n = 1000 };

	never = left_out;
	instead = twice;
	return primes_run_pass(&pass);
}

TEST(primes_known_counts_and_sums_and_wrong_lists)
{
	static const struct { uint32_t last, count; uint64_t sum; } known[] = {
		{ 0, 0, 0 }, { 1, 0, 0 }, { 2, 1, 2 }, { 3, 2, 5 },
		{ 100, 25, 1060 }, { 10000, 1229, 5736396 },
		{ MOST, 78498, 37550402023 } };
	const struct primes_subject plain = { .name = "plain" };

	CHECK(scratch_init());
	scratch_begin();
	CHECK(primes_make_room(MOST));
	EACH_ROW(i, known) {
		struct primes_pass pass = { .subject = &plain, .cores = 2,
					    .n = known[i].last };
		struct primes_facts f = primes_known(known[i].last);

		CHECK_EQUAL(f.count, known[i].count);
		CHECK_EQUAL(f.sum, known[i].sum);
		CHECK(!pass.n || primes_run_pass(&pass));
	}
	CHECK(right(UINTPTR_MAX, 0, 2));
	CHECK(!right(3, 0, 2));
	CHECK(!right(3, 4, 2));
	/* An executor that refuses: the list of the pass before does not
	 * serve. */
	CHECK(right(UINTPTR_MAX, 0, 2));
	CHECK(!right(UINTPTR_MAX, 0, 3));
}
