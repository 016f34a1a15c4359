/* SPDX-License-Identifier: MIT */
/*
 * The task of experiment `threads` for this machine: as many decimals of pi as
 * take the published 3 s of computing, divided by the scale.
 */
#include "bench/bench.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/config/scale.h"
#include "bench/samples/scratch.h"
#include "bench/experiments/threads/threads.h"
#include "bench/harness/trial_old.h"
#include "kernel/log.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

/* The rate is found with few decimals: short runs, so that some of them are
 * left alone by whatever else may want the core. */
#define RATE_DECIMALS 300u
#define TIMED_RUNS 8u
#define TIMED_MS 50u
#define SLICES_A_SLEEP 50u
#define TOLERANCE_PERCENT 10u

/* Turns of the spigot between two words on how far it is. */
#define TURNS_A_WORD 1000000u

OPTION_NUMBER(opt_slice, "slice", 0, 1, 1000000,
	      "threads: published ms a worker may compute on; sleep/50 if absent");

static char reference[SPIGOT_MOST], text[SPIGOT_MOST];

int64_t threads_published_ms(uint64_t ticks)
{
	return (int64_t)(ticks * scale_divisor() / ticks_of_ms(1));
}

/* ---- how long ------------------------------------------------------------------ */

/* The least of some times that so many decimals take alone, in ticks. */
static uint64_t time_of(uint32_t decimals, uint32_t *words)
{
	static const struct threads_design none = { .name = "spigot" };
	static struct threads_task task;
	struct threads_run run = { .design = &none, .decimals = decimals,
				   .steps = 1, .task = &task, .words = words };
	uint64_t least = UINT64_MAX, left = ticks_of_ms(TIMED_MS);

	for (unsigned i = 0; i < TIMED_RUNS; i++) {
		threads_step(&run, threads_begin(&run, 0, 0), NULL);
		least = task.busy < least ? task.busy : least;
		old_progress("threads", "spigot", 0);
		if (task.busy >= left)
			break;
		left -= task.busy;
	}
	return least;
}

/* The most decimals that take no more turns than that. */
static uint32_t decimals_for(uint64_t turns)
{
	uint32_t low = SPIGOT_LEAST, high = SPIGOT_MOST;

	while (low < high) {
		uint32_t middle = (low + high + 1) / 2;

		if (spigot_turns(middle) <= turns)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

static void choose_decimals(struct threads_plan *plan, uint32_t *words)
{
	uint64_t wanted = scale_ticks(THREADS_CPU_MS);
	uint64_t rate = time_of(RATE_DECIMALS, words);
	uint64_t turns = spigot_turns(RATE_DECIMALS) * wanted / (rate ? rate : 1);

	plan->decimals = decimals_for(turns);
	plan->cpu = time_of(plan->decimals, words);
	if (plan->cpu * 100 > wanted * (100 + TOLERANCE_PERCENT) ||
	    plan->cpu * 100 < wanted * (100 - TOLERANCE_PERCENT))
		log_warning("task_length", "threads: at scale=%lu a task should "
			    "compute for %lu ticks, %u decimals take %lu: its "
			    "share of computing is another",
			    scale_divisor(), wanted, plan->decimals, plan->cpu);
}

/* ---- whether they are right ---------------------------------------------------- */

static struct spigot compute(uint32_t decimals, uint32_t *words, char *to)
{
	struct spigot s;

	spigot_init(&s, decimals, words, to);
	while (spigot_run(&s, TURNS_A_WORD))
		old_progress("threads", "spigot", 0);
	return s;
}

/*
 * The task's decimals against those of a spigot that goes on to the next known
 * checksum: so the last one is proven, too.
 */
static bool check(struct threads_plan *plan, uint32_t *words)
{
	uint32_t longer = (plan->decimals + SPIGOT_KNOWN - 1) / SPIGOT_KNOWN *
			  SPIGOT_KNOWN;
	struct variant variant = { .name = "spigot",
				   .property = "the digits are pi's" };
	struct cell cell = { .variant = &variant, .experiment = "threads",
			     .cores = 1, .checked = plan->decimals };
	struct spigot s = compute(longer, words, reference);
	bool ok = s.known;

	s = compute(plan->decimals, words, text);
	ok &= !memcmp(text, reference, plan->decimals);
	plan->turns = s.turns;
	plan->checksum = s.checksum;
	old_validation(&cell, ok);
	return ok;
}

bool threads_plan(struct threads_plan *plan, const struct settings *settings)
{
	uint32_t *words;

	scratch_empty();
	words = bench_scratch(spigot_words(SPIGOT_MOST) * sizeof(*words));
	*plan = (struct threads_plan){
		.settings = settings, .cores = settings->cores,
		.sleep = scale_ticks(THREADS_SLEEP_MS),
		.slice = opt_slice.given ? scale_ticks(opt_slice.number) :
			 scale_ticks(THREADS_SLEEP_MS) / SLICES_A_SLEEP,
	};
	if (!words) {
		old_skipped("threads", "spigot", "not enough memory");
		return false;
	}
	choose_decimals(plan, words);
	return check(plan, words);
}
