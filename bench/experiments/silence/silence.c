/* SPDX-License-Identifier: MIT */
/*
 * How quiet is this machine? All cores read the time stamp back to back, for as
 * long as watch= says, in rounds of half a second. In no suite: bench=silence.
 */
#include "bench/experiments/silence/silence.h"

#include "bench/bench.h"
#include "bench/config/complain.h"
#include "bench/config/settings.h"
#include "bench/harness/trial.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/samples/scratch.h"
#include "kernel/interrupts.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define ROUNDS_A_SECOND 2u
#define ROUND_MS (1000 / ROUNDS_A_SECOND)
#define DAY 86400u
#define STAND_BACK 200u /* turns, about a nanosecond each under TCG */
#define START_MS 2u /* cores need that to wake, so that all begin at once */

OPTION_NUMBER(opt_watch, "watch", 2, 1, DAY,
	      "seconds that silence watches all cores for");
OPTION_NUMBER(opt_least, "least_ns", 1000, 50, 1000000,
	      "nanoseconds of a pause that silence calls a gap");
OPTION_NUMBER(opt_plant, "plant", 0, 0, 1000000,
	      "gaps that silence is to find, planted evenly (a test)");
OPTION_NUMBER(opt_plant_us, "plant_us", 5, 1, 1000,
	      "microseconds of each, of core and all");
OPTION_CHOICE(opt_plant_on, "plant_on", "core",
	      "core all ipi switch migration fault timer",
	      "how: core 0 looks away, all at once, an interrupt of its own; "
	      "on Linux a switch, migration, page fault, timer");

static const struct record_key key = { "silence", "watch", 1, NULL };

static unsigned rounds(void)
{
	return (unsigned)opt_watch.number * ROUNDS_A_SECOND;
}

static unsigned count_steps(const struct settings *settings)
{
	(void)settings;
	return rounds();
}

static enum silence_plant how(void)
{
	const char *word = opt_plant_on.text;

	return !strcmp(word, "core") ? PLANT_CORE :
	       !strcmp(word, "all") ? PLANT_ALL :
	       !strcmp(word, "ipi") ? PLANT_IPI : PLANT_CAUSE;
}

/* Of so many, those of this round. */
static unsigned share(unsigned round)
{
	uint64_t all = opt_plant.number;

	return (unsigned)(all * (round + 1) / rounds() -
			  all * round / rounds());
}

/* At most half of the time may be planted: what is left is to be watched. */
static bool plants_fit(void)
{
	if (opt_plant.number * opt_plant_us.number <=
	    opt_watch.number * 500000)
		return true;
	return complain("bad_option", "plant=%lu plant_us=%lu: more than half of "
			"watch=%lu seconds; plant less, or watch longer",
			opt_plant.number, opt_plant_us.number,
			opt_watch.number);
}

static bool plants_possible(void)
{
	const char *missing = machine_ipi_missing();

	if (!opt_plant.number)
		return true;
	if (how() == PLANT_IPI && missing)
		return complain("bad_option", "plant_on=ipi: %s", missing);
	if (how() == PLANT_CAUSE && !machine_cause_plant(opt_plant_on.text))
		return complain("bad_option", "plant_on=%s: this machine has no "
				"such interruption", opt_plant_on.text);
	return plants_fit();
}

/* TCG's stamp has a lock that all cores share. Who reads it back to back keeps
 * the others waiting, and they would call that a gap. */
static unsigned apart(const struct settings *settings)
{
	bool locked = settings->cores > 1 && !strcmp(record_trust(), "tcg");

	return locked ? STAND_BACK : 0;
}

static void watch(const struct settings *settings, struct silence_core *seen)
{
	uint64_t ticks = ticks_of_ms(ROUND_MS);
	struct silence_round round = {
		.least = ticks_of_seconds(1) / 1000 * opt_least.number /
			 1000000,
		.how = how(), .cause = opt_plant_on.text,
		.length = ticks_of_us(opt_plant_us.number),
		.apart = apart(settings),
		.listens = !machine_ipi_missing(), .seen = seen,
	};

	for (unsigned i = 0; i < rounds() && !progress_stopped(); i++) {
		round.start = tsc_read() + ticks_of_ms(START_MS);
		round.end = round.start + ticks;
		round.origin = round.origin ? round.origin : round.start;
		round.plants = share(i);
		machine_run(settings->cores, silence_hunt, &round);
		trial_step(1);
	}
	silence_record(seen, settings->cores, round.least);
	silence_show(seen, settings->cores);
}

static bool watch_all(const struct settings *settings)
{
	struct silence_core *seen;

	trial_begin(&key);
	if (!plants_possible())
		return false;
	seen = scratch_keep(settings->cores * sizeof(*seen));
	if (!seen)
		return trial_skip_memory(&key);
	watch(settings, seen);
	return true;
}

EXPERIMENT_RUN(silence, count_steps, watch_all,
	       "how quiet is each core? In no suite: bench=silence",
	       .order = ORDER_FLOOR, .by_name_only = true, .unbounded = true,
	       .step_ms = { ROUND_MS, ROUND_MS });
