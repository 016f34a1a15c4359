/* SPDX-License-Identifier: MIT */
/* Running schedules: one by one, until one fails or there are no more. */
#include "tests/explore/engine/program.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/explore/engine/model.h"

static const char *const model_names[] = { "sc", "tso", "c11" };

struct run run;

static void *explorer_sp;  /* where the explorer waits while a thread runs */
static jmp_buf outside;    /* where a failure in setup() or finish() goes */
static bool starting;      /* threads run up to their first access */
static char next_choice;   /* what a thread that stops has decided on */

/* ---- on a thread's stack ----------------------------------------------- */

static void stop(char choice)
{
	next_choice = choice;
	coroutine_switch(&run.thread[run.self].sp, explorer_sp);
}

/* Until the thread is chosen to make the access it has announced. */
static void wait_for_turn(void)
{
	char choice;

	if (starting) {
		stop(0);
		return;
	}
	choice = schedule_decide();
	if (choice != '0' + (int)run.self)
		stop(choice);
}

/*
 * A cpu_relax() right after another one only lets time pass: the thread has
 * not looked at anything in between. That is no step.
 */
static bool only_passes_time(struct thread *t, const struct explore_site *site)
{
	if (site->kind != EXPLORE_RELAX) {
		t->delays = 0;
		return false;
	}
	t->relaxed++;
	if (++t->delays > MAX_DELAYS)
		explore_fail("a loop of cpu_relax() that looks at nothing");
	return t->delays > 1;
}

bool explore_step(const struct explore_site *site, const void *address,
		  size_t size, void *old, const void *new, void *expected)
{
	struct thread *t = &run.thread[run.self];
	bool done;

	if (run.self != NOBODY && only_passes_time(t, site))
		return true;
	t->site = site;
	t->address = address;
	t->size = size;
	if (run.self != NOBODY) {
		wait_for_turn();
		linear_step();
	}
	done = memory_access(old, new, expected);
	if (run.self != NOBODY && run.model == EXPLORE_C11)
		race_access(site, address, size, done);
	return done;
}

unsigned explore_choose(unsigned n)
{
	return schedule_value(n);
}

unsigned explore_self(void)
{
	return run.self;
}

uint64_t explore_relaxed(unsigned thread)
{
	return run.thread[thread].relaxed;
}

const void *explore_kind(void)
{
	return run.program->kind;
}

enum explore_model explore_model(void)
{
	return run.model;
}

_Noreturn void explore_fail(const char *text)
{
	run.failure = text;
	if (run.self != NOBODY)
		stop(0);
	longjmp(outside, 1);
}

void explore_check(bool condition, const char *text)
{
	if (!condition)
		explore_fail(text);
}

static void body(void)
{
	run.program->thread(run.self);
	mutate_end();
	run.thread[run.self].ended = true;
	stop(starting ? 0 : schedule_decide());
}

/* A crash is a failure like any other: the thread is left where it stands. */
static void on_signal(int number)
{
	(void)number;
	explore_fail("crash: the thread has got a signal");
}

static void catch_signals(void)
{
	static char stack[65536];
	stack_t where = { .ss_sp = stack, .ss_size = sizeof(stack) };
	struct sigaction action = { .sa_handler = on_signal,
				    .sa_flags = SA_ONSTACK | SA_NODEFER };

	sigaltstack(&where, NULL);
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	sigaction(SIGILL, &action, NULL);
	sigaction(SIGFPE, &action, NULL);
}

/* ---- one schedule ------------------------------------------------------ */

static void resume(unsigned thread)
{
	memory_enter(thread);
	coroutine_switch(&explorer_sp, run.thread[thread].sp);
	memory_leave();
}

static void start_threads(void)
{
	starting = true;
	for (unsigned i = 0; i < run.program->threads && !run.failure; i++) {
		run.thread[i].sp = coroutine_begin(i, body);
		resume(i);
	}
	starting = false;
}

static void begin(void)
{
	for (unsigned i = 0; i < EXPLORE_MAX_THREADS; i++) {
		struct thread *t = &run.thread[i];
		memset(t, 0, offsetof(struct thread, store));
		memset(&t->stores, 0, sizeof(*t) - offsetof(struct thread,
							    stores));
	}
	run.self = NOBODY;
	run.failure = NULL;
	mutate_begin();
	schedule_begin();
	linear_begin();
	if (run.model == EXPLORE_C11)
		race_begin();
	if (run.tracing)
		trace_begin();
}

static void execute(void)
{
	char choice;

	begin();
	if (setjmp(outside))
		return;
	run.program->setup();
	start_threads();
	choice = schedule_decide();
	while (choice) {
		if (choice >= 'a') {
			memory_flush(choice - 'a');
			choice = schedule_decide();
		} else {
			resume(choice - '0');
			choice = next_choice;
		}
	}
	if (!run.failure && run.program->finish)
		run.program->finish();
}

/* ---- many schedules ---------------------------------------------------- */

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

/* All schedules of at most run.bound preemptions; counts those of exactly as
 * many: the others were counted with a smaller bound. False if one failed. */
static bool explore_bound(uint64_t *schedules, bool *more)
{
	schedule_reset();
	do {
		execute();
		if (run.bound == EXPLORE_UNBOUNDED ||
		    run.preemptions == run.bound) {
			++*schedules;
			*more = true;
		}
	} while (!run.failure && schedule_next());
	return !run.failure;
}

static void show_failure(void)
{
	static char steps[MAX_STEPS + 1];

	snprintf(steps, sizeof(steps), "%s", schedule_string());
	if (mutated)
		return; /* by itself it says little */
	printf("  fails after %u preemptions: %s\n", run.preemptions,
	       run.failure);
	explore_replay(run.program, run.model, steps);
	printf("  --replay %s:%s:%s\n", run.program->name,
	       model_names[run.model], steps);
}

static bool verdict(bool found)
{
	bool wanted = run.program->fails >> run.model & 1;

	if (found == wanted) {
		printf(": ok%s\n", wanted ? " (fails, as it must)" : "");
		return true;
	}
	printf(": FAILED\n");
	if (run.program->kind_name)
		printf("  wrong: %s\n", run.program->kind_name);
	if (found)
		show_failure();
	else
		printf("  no schedule fails, but one must\n");
	return false;
}

bool explore_program(const struct explore_program *program,
		     enum explore_model model, unsigned bound)
{
	uint64_t schedules = 0;
	double start = seconds();
	bool more = true, fails = false;

	catch_signals();
	outcome_begin();
	run = (struct run){ .program = program, .model = model };
	if (bound == EXPLORE_UNBOUNDED)
		run.bound = bound;
	for (; more && !fails && run.bound <= bound; run.bound++) {
		more = false;
		fails = !explore_bound(&schedules, &more);
	}
	printf("%-24s %-3s bound ", program->name, model_names[model]);
	if (bound == EXPLORE_UNBOUNDED)
		printf("all");
	else
		printf("%3u", bound);
	printf(": %9lu schedules, %7.2f s", (unsigned long)schedules,
	       seconds() - start);
	outcome_print();
	return verdict(fails);
}

bool explore_replay(const struct explore_program *program,
		    enum explore_model model, const char *steps)
{
	run = (struct run){ .program = program, .model = model,
			    .bound = EXPLORE_UNBOUNDED, .tracing = true };
	schedule_follow(steps);
	execute();
	trace_print();
	linear_print();
	printf("  %s\n", run.failure ? run.failure : "no failure");
	return !run.failure;
}
