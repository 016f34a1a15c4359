/* SPDX-License-Identifier: MIT */
/*
 * Programs of the whole scheduler, from sched_run() to the end that it finds
 * by itself: a lost wake-up is a deadlock here, an end found too early a panic
 * or a missing result, a fiber touched by two cores a race.
 *
 *	SCHED_PROGRAM(name, cores, main function, results, { bounds });
 *
 * results: how often count() has to be called before the run ends.
 */
#include "kernel/atomic.h"
#include "sched/sched.h"
#include "tests/explore/engine/program.h"
#include "tests/explore/engine/machine.h"

static uint32_t done, expected;  /* results */
static uint32_t flag[2];         /* atomic */
static uint32_t message[2];      /* plain */

static inline void begin(unsigned cores, void (*main_fn)(void *arg),
			 uint32_t results)
{
	done = flag[0] = flag[1] = message[0] = message[1] = 0;
	expected = results;
	explore_name(&done, sizeof(done), "done");
	explore_name(flag, sizeof(flag), "flag");
	explore_name(message, sizeof(message), "message");
	machine_begin(cores, main_fn, 0);
}

static inline void all_done(void)
{
	explore_check(done == expected, "the run ended before its fibers");
}

static inline void count(void *arg)
{
	(void)arg;
	atomic_add_relaxed(&done, 1);
}

#define SCHED_PROGRAM(id, cores_, body, results, ...)                        \
	static void id##_setup(void)                                         \
	{                                                                    \
		sched_share(NULL, NULL);                                     \
		begin(cores_, body, results);                                \
	}                                                                    \
	EXPLORE_PROGRAM(id) = {                                              \
		.name = #id, .threads = cores_, .setup = id##_setup,         \
		.thread = machine_thread, .finish = all_done,                \
		.bound = __VA_ARGS__,                                        \
	}
