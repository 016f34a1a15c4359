/* SPDX-License-Identifier: MIT */
#include "bench/config/names.h"

#include "bench/bench.h"
#include "bench/config/complain.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "sched/barrier/barrier.h"
#include "sched/executor/executor.h"
#include "sched/lock/lock.h"
#include "sched/queue/queue.h"

REGISTRY(qc_experiments, const struct experiment);
REGISTRY(qc_threads_designs, const struct named); /* threads.c asserts it */
REGISTRY(qc_options, struct option);

BEGINS_AS_NAMED(experiment, summary);
BEGINS_AS_NAMED(lock_kind, summary);
BEGINS_AS_NAMED(queue_kind, summary);
BEGINS_AS_NAMED(barrier_kind, summary);
BEGINS_AS_NAMED(executor_kind, summary);
BEGINS_AS_NAMED(option, help);

#define KIND(text, section)                                                  \
	{ text, (const struct named *const *)__start_##section,              \
	  (const struct named *const *)__stop_##section }

const struct name_kind name_kinds[NAMES_KINDS] = {
	[NAMES_EXPERIMENTS] = KIND("experiment", qc_experiments),
	[NAMES_LOCKS] = KIND("lock", qc_locks),
	[NAMES_QUEUES] = KIND("queue", qc_queues),
	[NAMES_BARRIERS] = KIND("barrier", qc_barriers),
	[NAMES_EXECUTORS] = KIND("executor", qc_executors),
	[NAMES_DESIGNS] = KIND("design", qc_threads_designs),
};

/* ---- two of one name --------------------------------------------------- */

static bool unique(const struct name_kind *kind)
{
	bool ok = true;

	for (const struct named *const *a = kind->begin; a < kind->end; a++)
		for (const struct named *const *b = a + 1; b < kind->end; b++)
			if (!strcmp((*a)->name, (*b)->name))
				ok = complain("duplicate_name", "two %ss are "
					      "called '%s': one of them needs "
					      "another name", kind->what,
					      (*a)->name);
	return ok;
}

bool names_check(void)
{
	static const struct name_kind options = KIND("option", qc_options);
	bool ok = unique(&options);

	for (unsigned i = 0; i < NAMES_KINDS; i++)
		ok = unique(&name_kinds[i]) && ok;
	return ok;
}

/* ---- whose it is ------------------------------------------------------- */

/* Weak: a build without a user's file may leave them out. */
extern const void *const __start_qc_yours[] __attribute__((weak));
extern const void *const __stop_qc_yours[] __attribute__((weak));

bool names_any_yours(void)
{
	return &__start_qc_yours[0] < &__stop_qc_yours[0];
}

bool names_yours(const void *thing)
{
	for (const void *const *entry = __start_qc_yours;
	     entry < __stop_qc_yours; entry++)
		if (*entry == thing)
			return true;
	return false;
}

bool names_ours(enum names kind, const char *name)
{
	NAMES_EACH(kind, entry)
		if (!strcmp((*entry)->name, name))
			return !names_yours(*entry);
	return false;
}
