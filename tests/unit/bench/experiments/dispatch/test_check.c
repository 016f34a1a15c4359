/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/check.c: executors that are wrong are found out and
 * told apart, right ones are not. */
#include "kernel/registry.h"

/* What is wrong here stands in no list: the other tests go through these. */
#undef REGISTER
#define REGISTER(section, object) _Static_assert(true, "")
#include "tests/wrong/executors.c"

/* One, and none that submits others: those would run twice as well. */
static inline void do_one_twice(struct pool *p, struct work task)
{
	task.run(task.arg);
	if (atomic_load_relaxed(&p->taken) == 700)
		task.run(task.arg);
}

WRONG(runs_one_twice, "runs a single task twice", do_one_twice, run_together,
      count_workers);
#undef REGISTER
#define REGISTER(section, object)                                            \
	REGISTER_IN(section, object, registered_##object)

#include <stdlib.h>

#include "bench/experiments/dispatch/check.h"
#include "kernel/string.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static void *aligned(size_t bytes)
{
	return aligned_alloc(MACHINE_LINE_PAIR,
			     (bytes + MACHINE_LINE_PAIR - 1) /
			     MACHINE_LINE_PAIR * MACHINE_LINE_PAIR);
}

/* proof: what was known of its parts. */
static struct proof check_with(const struct executor_kind *kind,
			       const struct executor_options *options,
			       unsigned cores, struct proof proof)
{
	struct executor_checked of = {
		.kind = kind, .options = options, .cores = cores,
		.executor = aligned(kind->size),
		.memory = aligned(kind->bytes(cores, options)) };
	bool right;

	fake.cores = cores;
	right = executor_check(&of, &proof);
	CHECK_EQUAL(right, proof.proven != DISPROVEN);
	CHECK_EQUAL(!proof.why, proof.proven == PROVEN);
	free(of.memory);
	free(of.executor);
	return proof;
}

static struct proof check(const struct executor_kind *kind, unsigned cores)
{
	return check_with(kind, NULL, cores, (struct proof){ 0 });
}

/* On a busy host the other core may not come; nobody is ever called right. */
TEST(executors_that_are_wrong_are_found_out_and_told_apart)
{
	static const struct {
		const struct executor_kind *kind;
		unsigned cores;
		const char *why;
	} wrong[] = {
		{ &executor_runs_twice, 1, "it runs a task twice" },
		{ &executor_runs_one_twice, 1, "it runs a task twice" },
		{ &executor_skips, 1, "it loses a task" },
		{ &executor_runs_previous, 1,
		  "it runs a task of an earlier run" },
		{ &executor_claims_workers, 1,
		  "it tells a wrong number of workers" },
		{ &executor_returns_early, 2,
		  "it returns before all tasks have ended" },
		{ &executor_alone, 2,
		  "it is said to be parallel, but core 0 runs all tasks" },
	};

	EACH_ROW(i, wrong) {
		struct proof proof = check(wrong[i].kind, wrong[i].cores);

		CHECK(proof.proven != PROVEN);
		if (wrong[i].cores == 1 || proof.proven == DISPROVEN)
			CHECK_TEXT(proof.why, wrong[i].why);
		if (wrong[i].cores == 2)
			CHECK_EQUAL(check(wrong[i].kind, 1).proven, PROVEN);
	}
}

TEST(executors_that_are_right_alone_are_proven)
{
	EXECUTOR_EACH(entry) {
		struct proof proof = check(*entry, 1);

		CHECK_EQUAL(proof.proven, PROVEN);
		CHECK_EQUAL(proof.operations, 1500 + 1 + 300 * 5);
	}
}

static const struct executor_kind *kind_of(const char *name)
{
	EXECUTOR_EACH(entry)
		if (!strcmp((*entry)->name, name))
			return *entry;
	return NULL;
}

TEST(executor_over_a_doubtful_queue_is_not_proven)
{
	struct proof proof = { .proven = NOT_PROVEN, .why = "of its queue" };

	proof = check_with(kind_of("shared"), NULL, 1, proof);
	CHECK_EQUAL(proof.proven, NOT_PROVEN);
	CHECK_TEXT(proof.why, "of its queue");
}

TEST(executor_that_refuses_its_options_is_wrong)
{
	struct executor_options options = { 0 };
	struct proof proof;

	REGISTRY_EACH(qc_queues, const struct queue_kind, queue)
		if (!strcmp((*queue)->name, "spsc"))
			options.queue = *queue; /* for two cores only */
	proof = check_with(kind_of("shared"), &options, 1,
			   (struct proof){ 0 });
	CHECK_EQUAL(proof.proven, DISPROVEN);
	CHECK_TEXT(proof.why, "its init() refuses what it is made of");
}
