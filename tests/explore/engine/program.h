/* SPDX-License-Identifier: MIT */
/*
 * What a program under the explorer is made of. A program is a few threads of
 * a few operations; the explorer runs it once for every order in which their
 * accesses can happen, up to a number of preemptions. See README.md.
 */
#ifndef TESTS_EXPLORE_ENGINE_PROGRAM_H
#define TESTS_EXPLORE_ENGINE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPLORE_MAX_THREADS 4

/* Memory models; a program's masks are made of 1u << model. */
enum explore_model { EXPLORE_SC, EXPLORE_TSO, EXPLORE_C11, EXPLORE_MODELS };

/* Those of all of them. */
#define EXPLORE_EACH ((1u << EXPLORE_MODELS) - 1)

#define EXPLORE_NEVER 2000u     /* a bound: not under this model */
#define EXPLORE_UNBOUNDED 1000u /* preemptions: more than any program has */

struct explore_program {
	const char *name;
	unsigned threads;

	/* Before the threads: puts *everything* into its first state. */
	void (*setup)(void);

	void (*thread)(unsigned self);

	/* After the threads, all stores in memory; may be NULL. */
	void (*finish)(void);

	/* Preemption bounds of the core tests, by model. */
	unsigned bound[EXPLORE_MODELS];

	/* Models in which some schedule has to fail: a litmus test. */
	unsigned fails;

	/*
	 * Times a thread may pass cpu_relax() though nothing that it looked
	 * at has changed, when nobody else can go on: for loops that look a
	 * number of times and then do something else. Loops of cpu_relax()
	 * alone need none.
	 */
	unsigned spins;

	/*
	 * Under c11 it also fails if two threads' atomic stores to one place
	 * (exchanges aside) are not ordered by acquire and release: then the
	 * first could come last on other machines. Where that is meant (a flag
	 * that many set), not.
	 */
	bool ordered;

	/* Accesses and flushes of one schedule; 0 for the default. */
	unsigned max_steps;

	/* Of a generic program only (EXPLORE_GENERIC): the kinds it is for,
	 * and, in the copy that is run, one of them. */
	bool (*fits)(const void *kind);
	const void *kind;
	const char *kind_name;
};

#define EXPLORE_LISTED(id, list)                                             \
	static const struct explore_program id;                              \
	static const struct explore_program *const id##_entry                \
		__attribute__((used, section("explore_" #list))) = &id;      \
	static const struct explore_program id

#define EXPLORE_PROGRAM(id) EXPLORE_LISTED(id, programs)

/*
 * A program of any lock or queue of a user's file, make build/user/explore
 * USER=mine.c: whatever that announces by LOCK() or QUEUE() is a kind of which
 * such a program is made. Its name is ".._user_..", of which the kind takes the
 * place of all up to "user".
 */
#define EXPLORE_GENERIC(id, registry) EXPLORE_LISTED(id, any_##registry)

/* The struct lock_kind or queue_kind that a generic program is run on. */
const void *explore_kind(void);

/* In its setup(): the user's statics get the values that they started with. */
void user_reset(void);

/* Ends this schedule as a failure unless the condition holds. */
void explore_check(bool condition, const char *text);

/* One of 0 .. n - 1: the explorer tries all of them. n <= 8. */
unsigned explore_choose(unsigned n);

/* The calling thread; EXPLORE_MAX_THREADS in setup() and finish(). */
unsigned explore_self(void);

/* How often that thread has called cpu_relax() in this schedule. */
uint64_t explore_relaxed(unsigned thread);

/* The model of this schedule: a promise may depend on it. */
enum explore_model explore_model(void);

/* A name for the memory of an object, for traces. From setup(). */
void explore_name(const void *address, size_t size, const char *name);

/* What came of this schedule; the different ones are counted. From finish(). */
void explore_outcome(uint64_t outcome);

/*
 * The history of a program with a sequential specification, for linear.h. The
 * call is stamped when the thread's next access is made, the return when all
 * that the thread has stored is in memory; in finish(), both at once.
 */
unsigned explore_call(unsigned operation, uint64_t argument);
void explore_return(unsigned call, uint64_t result);

#endif
