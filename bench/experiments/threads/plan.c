/* SPDX-License-Identifier: MIT */
/*
 * The task of experiment `threads` for this machine: as many decimals of pi as
 * take the published computing, divided by the scale.
 */
#include "bench/experiments/threads/threads.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/scale.h"
#include "bench/report/quantity.h"
#include "bench/report/record.h"
#include "bench/samples/scratch.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
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

static const struct record_key key = { "threads", "spigot", 1, NULL };

/* ---- how long ----------------------------------------------------------- */

/* The least of some times that so many decimals take alone, in ticks. */
static uint64_t time_decimals(uint32_t decimals, uint32_t *words)
{
	static const struct threads_design none = { .name = "spigot" };
	static struct threads_task task;
	struct threads_run run = { .design = &none, .decimals = decimals,
				   .steps = 1, .task = &task, .words = words };
	uint64_t least = UINT64_MAX, left = ticks_of_ms(TIMED_MS);

	for (unsigned i = 0; i < TIMED_RUNS; i++) {
		threads_step(&run, threads_begin(&run, 0, 0), NULL);
		least = min_u64(least, task.busy);
		trial_step(0);
		if (task.busy >= left)
			break;
		left -= task.busy;
	}
	return least;
}

static void choose_decimals(struct threads_plan *plan, uint64_t wanted,
			    uint32_t *words)
{
	uint64_t rate = time_decimals(RATE_DECIMALS, words);
	uint64_t turns = spigot_turns(RATE_DECIMALS) * wanted /
			 max_u64(rate, 1);

	plan->decimals = SPIGOT_LEAST;
	while (plan->decimals < SPIGOT_MOST &&
	       spigot_turns(plan->decimals + 1) <= turns)
		plan->decimals++;
	plan->cpu = time_decimals(plan->decimals, words);
	if (plan->cpu * 100 > wanted * (100 + TOLERANCE_PERCENT) ||
	    plan->cpu * 100 < wanted * (100 - TOLERANCE_PERCENT))
		log_warning("task_length", "threads: at scale=%lu a task should "
			    "compute for %lu %s, %u decimals take %lu: its "
			    "share of computing is another", scale_divisor(),
			    wanted, record_unit(), plan->decimals, plan->cpu);
}

/* ---- whether they are right --------------------------------------------- */

static struct spigot run_spigot(uint32_t decimals, uint32_t *words, char *to)
{
	struct spigot s;

	spigot_init(&s, decimals, words, to);
	while (spigot_run(&s, TURNS_A_WORD))
		trial_step(0);
	return s;
}

/*
 * The task's decimals against those of a spigot that goes on to the next known
 * checksum: so the last one is proven, too.
 */
static bool prove_digits(struct threads_plan *plan, uint32_t *words)
{
	uint32_t longer = (plan->decimals + SPIGOT_KNOWN - 1) / SPIGOT_KNOWN *
			  SPIGOT_KNOWN;
	struct spigot s = run_spigot(longer, words, reference);
	bool ok = s.known;

	s = run_spigot(plan->decimals, words, text);
	ok &= !memcmp(text, reference, plan->decimals);
	plan->turns = s.turns;
	plan->checksum = s.checksum;
	return threads_verdict(&key, plan->decimals, !ok);
}

/* With what the host reckons. */
static void record_task(const struct threads_plan *plan, uint32_t cpu_ms)
{
	const int64_t alone = (int64_t)plan->cpu * 1000;
	const struct param params[] = {
		{ "scale", (int64_t)scale_divisor() },
		{ "ticks_a_ms", (int64_t)ticks_of_ms(1) },
		{ "cpu_ms", cpu_ms }, { "steps", plan->steps }, { NULL, 0 } };

	record_quantity(&(struct quantity){
		.key = { "threads", "task", plan->cores, params },
		.rounds = 1, .round = &alone });
}

unsigned threads_rounds(const struct settings *settings)
{
	return timeshared() ? 1 :
	       (unsigned)min_u64(settings->rounds, settings->full ?
				 THREADS_ROUNDS : THREADS_ROUNDS_QUICK);
}

bool threads_make_plan(struct threads_plan *plan,
		       const struct settings *settings)
{
	uint32_t steps = settings->full ? THREADS_STEPS : THREADS_STEPS_QUICK;
	uint32_t cpu_ms = THREADS_CPU_MS * steps / THREADS_STEPS;
	uint32_t *words;

	scratch_empty();
	words = bench_scratch(spigot_words(SPIGOT_MOST) * sizeof(*words));
	*plan = (struct threads_plan){
		.settings = settings, .cores = settings->cores,
		.rounds = threads_rounds(settings), .steps = steps,
		.sleep = scale_ticks(THREADS_SLEEP_MS),
		.slice = opt_slice.given ? scale_ticks(opt_slice.number) :
			 scale_ticks(THREADS_SLEEP_MS) / SLICES_A_SLEEP,
	};
	trial_begin(&key);
	if (!words)
		return trial_skip_memory(&key);
	choose_decimals(plan, scale_ticks(cpu_ms), words);
	if (!prove_digits(plan, words))
		return false;
	record_task(plan, cpu_ms);
	return true;
}
