/* SPDX-License-Identifier: MIT */
/*
 * How quiet is this machine? All cores read the time stamp back to back, for as
 * long as watch= says, in rounds of half a second: hunt.c. Here are its options,
 * a record a core, and a table of the worst cores. In no suite: bench=silence.
 */
#include "bench/experiments/silence/silence.h"

#include "bench/bench.h"
#include "bench/conditions/noise.h"
#include "bench/config/complain.h"
#include "bench/config/settings.h"
#include "bench/harness/trial.h"
#include "bench/report/grid.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "bench/samples/scratch.h"
#include "kernel/interrupts.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define ROUNDS_A_SECOND 2u
#define ROUND_MS (1000 / ROUNDS_A_SECOND)
#define DAY 86400u
#define SHOWN_CORES 16u
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
static bool plants_possible(void)
{
	const char *missing = machine_ipi_missing();
	uint64_t plants = opt_plant.number;

	if (plants && how() == PLANT_IPI && missing)
		return complain("bad_option", "plant_on=ipi: %s", missing);
	if (plants && how() == PLANT_CAUSE &&
	    !machine_cause_plant(opt_plant_on.text))
		return complain("bad_option", "plant_on=%s: this machine has no "
				"such interruption", opt_plant_on.text);
	if (plants * opt_plant_us.number <= opt_watch.number * 500000)
		return true;
	return complain("bad_option", "plant=%lu plant_us=%lu: more than half of "
			"watch=%lu seconds; plant less, or watch longer",
			plants, opt_plant_us.number, opt_watch.number);
}

/* TCG's stamp has a lock that all cores share. Who reads it back to back keeps
 * the others waiting, and they would call that a gap. */
static unsigned apart(const struct settings *settings)
{
	bool locked = settings->cores > 1 && !strcmp(record_trust(), "tcg");

	return locked ? STAND_BACK : 0;
}

/* ---- records ----------------------------------------------------------- */

static void log_pair(uint64_t first, uint64_t second)
{
	log_array(NULL);
	log_number(NULL, first);
	log_number(NULL, second);
	log_array_end();
}

/* [from, count] of each length that came. */
static void log_lengths(const struct silence_core *seen)
{
	log_array("lengths");
	for (unsigned i = 0; i < HISTOGRAM_BINS(SILENCE_BITS); i++)
		if (seen->bin[i])
			log_pair(histogram_lower_end(SILENCE_BITS, i),
				 seen->bin[i]);
	log_array_end();
}

static void log_longest(const struct silence_core *seen)
{
	log_array("longest");
	for (unsigned i = 0; i < SILENCE_LONGEST; i++)
		if (seen->longest[i].ticks)
			log_pair(seen->longest[i].at, seen->longest[i].ticks);
	log_array_end();
}

static void log_cause(const char *name, const struct silence_cause *cause)
{
	log_array(NULL);
	log_name(NULL, name);
	log_number(NULL, cause->gaps);
	log_number(NULL, cause->lost);
	log_array_end();
}

/* [name, gaps, ticks]; name null: nothing that is counted explains them. */
static void log_causes(const struct silence_core *seen)
{
	log_array("causes");
	for (unsigned i = 0; i < CAUSES_MOST && seen->cause[i].name[0]; i++)
		if (seen->cause[i].gaps)
			log_cause(seen->cause[i].name, &seen->cause[i]);
	if (seen->untold.gaps)
		log_cause(NULL, &seen->untold);
	log_array_end();
}

/* As in the certificate of any run. */
static char grade_of(const struct silence_core *seen)
{
	struct noise noise = { .watched = seen->watched, .gaps = seen->gaps,
			       .lost = seen->lost, .max = seen->max };

	return noise_grade(&noise);
}

static void record_core(const struct silence_core *seen, unsigned core,
			uint64_t least)
{
	log_begin("silence");
	log_text("experiment", "silence");
	log_number("core", core);
	log_text("unit", record_unit());
	log_format("grade", "%c", grade_of(seen));
	log_number("least", least);
	log_number("watched", seen->watched);
	log_number("gaps", seen->gaps);
	log_number("lost", seen->lost);
	log_number("max", seen->max);
	log_number("planted", seen->planted);
	log_number("planted_named", seen->planted_named);
	if (!machine_ipi_missing())
		log_number("ipis", seen->ipis);
	if (seen->smis_known)
		log_number("smis", seen->smis);
	else
		log_null("smis");
	log_lengths(seen);
	log_longest(seen);
	log_causes(seen);
	log_end();
}

/* ---- the table --------------------------------------------------------- */

static uint64_t lost_ppm(const struct silence_core *seen)
{
	return seen->watched ? seen->lost * 1000000 / seen->watched : 0;
}

/* The worst core that is not shown yet, of several alike the first. */
static unsigned next_worst(const struct silence_core *seen, unsigned cores)
{
	unsigned worst = cores;

	for (unsigned i = 0; i < cores; i++)
		if (!seen[i].shown && (worst == cores || lost_ppm(&seen[i]) >
				       lost_ppm(&seen[worst])))
			worst = i;
	return worst;
}

static void show(struct silence_core *seen, unsigned cores)
{
	grid_title("Gaps on each core, the noisiest first");
	grid_column(-12, "core");
	grid_column(6, "grade");
	grid_column(12, "watched, s");
	grid_column(10, "gaps");
	grid_column(11, "lost, ppm");
	grid_column(22, "longest, %s", record_unit());
	grid_row();
	for (unsigned i = 0; i < cores && i < SHOWN_CORES; i++) {
		unsigned core = next_worst(seen, cores);
		struct silence_core *it = &seen[core];

		it->shown = true;
		grid_text("%u", core);
		grid_text("%c", grade_of(it));
		grid_milli(text_ms((int64_t)it->watched) / 1000);
		grid_count((int64_t)it->gaps);
		grid_count((int64_t)lost_ppm(it));
		grid_milli((int64_t)it->max * 1000);
		grid_row();
	}
	if (cores > SHOWN_CORES)
		grid_note("%u cores are quieter; the log has all",
			  cores - SHOWN_CORES);
}

/* ---- the experiment ---------------------------------------------------- */

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
	for (unsigned i = 0; i < settings->cores; i++)
		record_core(&seen[i], i, round.least);
	show(seen, settings->cores);
}

static bool watch_all(const struct settings *settings)
{
	const struct record_key key = { "silence", "watch", 1, NULL };
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
