/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/check.h"

#include "bench/conditions/watchdog.h"
#include "kernel/atomic.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define TASKS 1500u       /* more than a queue of 1,024 holds */
#define FAMILIES 300u     /* tasks that submit others */
#define CHILDREN 4u       /* each of them */
#define LONG_TASKS 100u
#define LONG_US 20u       /* at first; twice as much each time in vain */
#define LONG_DOUBLINGS 6u
#define AWAY_RUNS 8u      /* whose last task ran on another core */
#define ALONE_RUNS 6u     /* on core 0 alone, though the others were free, */
#define ALONE_MS 20u      /* of so much work or more */
#define COME_PART 4u      /* of a run: who is free comes in less when called */
#define CHECK_MS 5000u    /* of long tasks, at most */
#define SEARCH_MS 10000u  /* until the other cores have come, at most */
#define PATIENCE_MS 100u  /* root submits no longer */
#define SUBMITS_PER_LOOK 64u /* at the clock */
#define NUMBER_BITS 16u   /* of a task in its argument; above, its run's */

/* The first that is seen says why. */
static const char *const mistakes[] = {
	"its init() refuses what it is made of",
	"it returns before all tasks have ended",
	"it runs a task of an earlier run",
	"it runs a task twice",
	"it runs what nobody submitted",
	"it loses a task",
	"it tells a wrong number of workers",
	"it is said to be parallel, but core 0 runs all tasks",
};
enum mistake { REFUSED, EARLY, OLD, TWICE, INVENTED, LOST, MISCOUNTED, ALONE };
#define MISTAKES (sizeof(mistakes) / sizeof(mistakes[0]))

/* What is submitted in a run: by root, by each of those; ticks of each. */
struct tasks { uint32_t roots, children; uint64_t length; };

static struct {
	const struct executor_checked *of;
	uint32_t wrong;     /* atomic: a bit each */

	bool ranges;        /* root submits all at once */

	/* The present run. */
	uint64_t run;       /* atomic: its number */
	uint32_t open;      /* atomic: it has not returned */
	struct tasks tasks;
	uint32_t last;      /* atomic: the core whose task ended last */

	/* By task: the run in which it was submitted and has ended, plain, as
	 * the executor has to order it; how often it ran, atomic. */
	uint64_t given[TASKS], done[TASKS];
	uint32_t ran[TASKS];
} check;

/* Tasks that a core ran, atomic. Not timed: a line for each would take 124 KiB
 * of the 8 MiB that a machine may have. */
static uint32_t ran_by[MACHINE_MAX_CORES];

static void note(enum mistake mistake)
{
	atomic_or_relaxed(&check.wrong, 1u << mistake);
}

static bool right(void)
{
	return !atomic_load_relaxed(&check.wrong);
}

/* ---- tasks ------------------------------------------------------------- */

static void run_task(void *arg);

static void submit(uint32_t number)
{
	check.given[number] = check.run;
	check.of->kind->submit(check.of->executor, (struct work){
		run_task, (void *)(check.run << NUMBER_BITS | number) });
}

/* Any core; one that is wrong may call it at any time. */
static void run_task(void *arg)
{
	uint32_t number = (uintptr_t)arg % (1u << NUMBER_BITS);
	uint64_t run = (uintptr_t)arg >> NUMBER_BITS;
	struct tasks tasks = check.tasks;
	uint64_t until = tsc_read() + tasks.length;
	unsigned core = executor_worker();

	if (run != atomic_load_relaxed(&check.run)) {
		note(OLD);
		return;
	}
	if (number >= TASKS || check.given[number] != run ||
	    core >= check.of->cores) {
		note(INVENTED);
		return;
	}
	for (uint32_t i = 0; number < tasks.roots && i < tasks.children; i++)
		submit(tasks.roots + number * tasks.children + i);
	while (tsc_read() < until)
		cpu_relax();
	check.done[number] = run;
	atomic_add_relaxed(&check.ran[number], 1);
	atomic_add_relaxed(&ran_by[core], 1);
	atomic_store_relaxed(&check.last, core);
	if (!atomic_load_relaxed(&check.open))
		note(EARLY);
}

/* One by one, as long as there is time; or all at once, as one who takes ranges
 * is told of them. */
static void submit_all(void *executor, void *arg)
{
	uint64_t end = tsc_read() + ticks_of_ms(PATIENCE_MS);

	(void)arg;
	for (uint32_t i = 0; check.ranges && i < check.tasks.roots; i++)
		check.given[i] = check.run;
	if (check.ranges) {
		check.of->kind->range(executor, run_task,
				      (uintptr_t)(check.run << NUMBER_BITS),
				      check.tasks.roots);
		return;
	}
	for (uint32_t i = 0; i < check.tasks.roots; i++) {
		if (!(i % SUBMITS_PER_LOOK) && i && tsc_read() > end)
			break;
		submit(i);
	}
}

/* ---- a run ------------------------------------------------------------- */

static unsigned cores_seen(void)
{
	unsigned seen = 0;

	for (unsigned i = 0; i < check.of->cores; i++)
		seen += atomic_load_relaxed(&ran_by[i]) != 0;
	return seen;
}

static void judge_run(void)
{
	for (uint32_t i = 0; i < TASKS; i++) {
		bool given = check.given[i] == check.run;
		uint32_t ran = atomic_load_relaxed(&check.ran[i]);

		if (ran > 1)
			note(TWICE);
		if (given && (!ran || check.done[i] != check.run))
			note(LOST);
	}
	if (check.of->kind->workers(check.of->executor) != cores_seen())
		note(MISCOUNTED);
}

static void run_all(struct tasks tasks)
{
	check.last = 0;
	memset(check.ran, 0, sizeof(check.ran));
	memset(ran_by, 0, sizeof(ran_by));
	check.tasks = tasks;
	atomic_store_relaxed(&check.run, check.run + 1);
	atomic_store_relaxed(&check.open, 1);
	check.of->kind->run(check.of->executor, submit_all, NULL);
	atomic_store_relaxed(&check.open, 0);
	machine_join(); /* those that it should have waited for */
	judge_run();
}

/* ---- on several cores -------------------------------------------------- */

static bool others_ran(void)
{
	return cores_seen() > (atomic_load_relaxed(&ran_by[0]) != 0);
}

static void come(unsigned core, void *arg)
{
	(void)core;
	(void)arg;
}

/* Ticks until all cores have come and gone. */
static uint64_t call_all(void)
{
	uint64_t begin = tsc_read();

	machine_run(check.of->cores, come, NULL);
	return tsc_read() - begin;
}

/* Did the other cores leave a run alone that they could have come to? */
static bool left_alone(uint64_t us)
{
	uint64_t before = call_all(), begin = tsc_read(), took;

	run_all((struct tasks){ .roots = LONG_TASKS,
				.length = ticks_of_us(us) });
	took = tsc_read() - begin;
	return !others_ran() &&
	       ticks_of_us(us) * LONG_TASKS > ticks_of_ms(ALONE_MS) &&
	       max_u64(before, call_all()) < took / COME_PART;
}

/* Runs until the others take part, or have left so many alone, or there was not
 * enough time. True: they have left them alone. */
static bool runs_alone(uint64_t end)
{
	unsigned alone = 0;

	for (unsigned i = 0; right() && alone < ALONE_RUNS && tsc_read() < end;
	     i++) {
		alone += left_alone(LONG_US << min_u64(i, LONG_DOUBLINGS));
		if (others_ran())
			return false;
	}
	return alone == ALONE_RUNS;
}

/* Only where core 0 has to wait for the last task it could return too early. */
static const char *check_cores(void)
{
	uint64_t end;
	unsigned away = 0;

	if (runs_alone(tsc_read() + ticks_of_ms(SEARCH_MS)))
		note(ALONE);
	if (!right() || !others_ran())
		return "no other core has run a task";
	end = tsc_read() + ticks_of_ms(CHECK_MS);
	while (right() && away < AWAY_RUNS && tsc_read() < end) {
		run_all((struct tasks){ .roots = LONG_TASKS,
					.length = ticks_of_us(LONG_US) });
		away += check.last != 0;
	}
	return away < AWAY_RUNS ? "core 0 seldom waited for another core's task"
				: NULL;
}

/* ---- the verdict ------------------------------------------------------- */

static void run_numbers(void)
{
	static const struct tasks none;

	run_all(none);
	run_all((struct tasks){ .roots = 1 });
	run_all((struct tasks){ .roots = TASKS });
	run_all(none); /* nor anything of the last one */
	run_all((struct tasks){ .roots = FAMILIES, .children = CHILDREN });
}

/* NULL, or what was not seen. One who takes ranges does so from here on: what
 * it is told of alone may stay on its core. */
static const char *check_all(void)
{
	const struct executor_checked *of = check.of;

	run_numbers();
	check.ranges = of->kind->range;
	if (check.ranges)
		run_numbers();
	return right() && of->kind->parallel && of->cores > 1 ? check_cores()
							      : NULL;
}

static void add_verdict(struct proof *proof, enum proven proven,
			const char *why)
{
	if (why && proven > proof->proven) {
		proof->proven = proven;
		proof->why = why;
	}
}

bool executor_check(const struct executor_checked *of, struct proof *proof)
{
	check.of = of;
	check.wrong = 0;
	check.ranges = false;
	if (!of->kind->init(of->executor, of->memory, of->cores, of->options)) {
		note(REFUSED);
	} else {
		watchdog_begin();
		add_verdict(proof, NOT_PROVEN, check_all());
		watchdog_end();
	}
	proof->operations += TASKS + 1 + FAMILIES * (CHILDREN + 1);
	for (unsigned i = 0; i < MISTAKES; i++)
		if (check.wrong & 1u << i)
			add_verdict(proof, DISPROVEN, mistakes[i]);
	return right();
}
