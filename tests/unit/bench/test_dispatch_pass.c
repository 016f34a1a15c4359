/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/pass.c: whose samples are kept, and what a pass
 * takes for right. */
#include <string.h>

#include "bench/bench.h"
#include "bench/experiments/dispatch/dispatch.h"
#include "bench/samples/scratch.h"
#include "kernel/registry.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define BLOCK ((size_t)4 << 20)
#define SAMPLE 24u /* bytes that one needs on two cores: in both, and sorted */

static void make_scratch(void)
{
	fake_machine_enter(0);
	fake.memory_left = 2 * BLOCK;
	CHECK(scratch_init());
	scratch_begin();
}

TEST(dispatch_keeps_samples_as_long_as_they_fit_in_half_of_the_memory)
{
	make_scratch();
	CHECK(dispatch_make_room(2, 1000));
	CHECK(dispatch_keeps_samples(1000) && !dispatch_keeps_samples(1001));
	scratch_empty();
	CHECK(dispatch_make_room(2, 1u << 30));
	CHECK(dispatch_keeps_samples(BLOCK / 2 / SAMPLE * 9 / 10));
	CHECK(!dispatch_keeps_samples(BLOCK / 2 / SAMPLE));
	scratch_empty();
	CHECK(bench_scratch(scratch_left() - 1000));
	CHECK(!dispatch_make_room(2, 1000));
}

static struct dispatch_subject loop(void)
{
	struct dispatch_subject s = { 0 };

	REGISTRY_EACH(qc_executors, const struct executor_kind, entry)
		if (!strcmp((*entry)->name, "loop"))
			s.kind = *entry;
	CHECK(s.kind && dispatch_make_executor(&s, 1));
	return s;
}

static struct dispatch_pass pass_of(const struct dispatch_subject *s,
				    void (*task)(void *arg))
{
	return (struct dispatch_pass){ .subject = s, .cores = 1, .n = 5,
				       .task = task, .tasks = 3000,
				       .patience = UINT64_MAX / 2 };
}

static uint64_t counted(void)
{
	const struct histogram *h = &dispatch_order.worker[0].histogram;
	struct histogram_bin bin;
	unsigned index = 0;
	uint64_t sum = 0;

	while ((bin = histogram_next_bin(h, &index)).count)
		sum += bin.count;
	return sum;
}

/* All of them in its first bin: each takes less than a stamp is said to. */
TEST(dispatch_counts_each_pass_anew_where_samples_do_not_fit)
{
	struct dispatch_subject s;
	struct dispatch_pass pass;

	make_scratch();
	CHECK(dispatch_make_room(1, 10));
	s = loop();
	dispatch_order.stamp = INT32_MAX;
	for (unsigned i = 0; i < 2; i++) {
		pass = pass_of(&s, dispatch_stamped_task);
		CHECK(dispatch_run_pass(&pass));
		CHECK_EQUAL(pass.tasks, 3000);
		CHECK_EQUAL(counted(), 2999); /* a first one has no overhead */
	}
}

static void do_nothing(void *arg)
{
	(void)arg;
}

static void only_odd(void *arg)
{
	if ((uintptr_t)arg & 1)
		dispatch_plain_task(arg);
}

TEST(dispatch_pass_is_wrong_where_a_task_is_missing)
{
	struct dispatch_subject s;
	struct dispatch_pass pass;

	make_scratch();
	CHECK(dispatch_make_room(1, 5000));
	s = loop();
	pass = pass_of(&s, dispatch_plain_task);
	CHECK(dispatch_run_pass(&pass));
	pass = pass_of(&s, do_nothing);
	CHECK(!dispatch_run_pass(&pass));
	pass = pass_of(&s, only_odd);
	CHECK(!dispatch_run_pass(&pass));
}
