/* SPDX-License-Identifier: MIT */
/*
 * Programs of the whole scheduler, from sched_run() to the end that it finds
 * by itself: a lost wake-up is a deadlock here, an end found too early a panic
 * or a missing result, a fiber touched by two cores a race.
 *
 *	SCHED_PROGRAM(name, cores, results, { bounds }) { main fiber }
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
static struct fiber *waiter;     /* written before it is handed out */

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
	atomic_add_relaxed(&done, 1);
}

static inline void raise_flag(void *arg)
{
	atomic_store_release(&flag[0], 1);
	count(arg);
}

/* A wake that has nothing to do with what is waited for. */
static inline void wake_for_nothing(void *arg)
{
	sched_wake(waiter);
	count(arg);
}

/* Main does not give up its core: an idle one has to be woken for the work. */
static inline void submit_and_spin(void *arg)
{
	sched_submit((struct work){ raise_flag, NULL });
	while (!atomic_load_acquire(&flag[0]))
		cpu_relax();
}

/* Main is a function, and something is prepared first. */
#define SCHED_RUN(id, cores_, results, main_fn, prepare, finish_, ...)       \
	static void id##_setup(void)                                         \
	{                                                                    \
		prepare;                                                     \
		begin(cores_, main_fn, results);                             \
	}                                                                    \
	EXPLORE_PROGRAM(id) = {                                              \
		.name = #id, .threads = cores_, .setup = id##_setup,         \
		.thread = machine_thread, .finish = finish_,                 \
		.bound = __VA_ARGS__,                                        \
	}

#define SCHED_PROGRAM(id, cores, results, ...)                               \
	static void id##_main(void *arg);                                    \
	SCHED_RUN(id, cores, results, id##_main, sched_share(NULL, NULL),    \
		  all_done, __VA_ARGS__);                                    \
	static void id##_main(void *arg)
