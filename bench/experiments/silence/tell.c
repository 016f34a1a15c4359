/* SPDX-License-Identifier: MIT */
/* What `silence` writes: a record a core, and a table of the worst cores. */
#include "bench/experiments/silence/silence.h"

#include "bench/conditions/noise.h"
#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "kernel/interrupts.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"

#define SHOWN_CORES 16u

static uint64_t lost_ppm(const struct silence_core *seen)
{
	return seen->watched ? seen->lost * 1000000 / seen->watched : 0;
}

/* As in the certificate of any run. */
static char grade_of(const struct silence_core *seen)
{
	struct noise noise = { .watched = seen->watched, .gaps = seen->gaps,
			       .lost = seen->lost, .max = seen->max };

	return noise_grade(&noise);
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

void silence_record(const struct silence_core *seen, unsigned cores,
		    uint64_t least)
{
	for (unsigned i = 0; i < cores; i++)
		record_core(&seen[i], i, least);
}

/* ---- the table --------------------------------------------------------- */

/* Has it lost more, or as much with a lower number? */
static bool worse(const struct silence_core *seen, unsigned a, unsigned b)
{
	uint64_t lost_a = lost_ppm(&seen[a]), lost_b = lost_ppm(&seen[b]);

	return lost_a != lost_b ? lost_a > lost_b : a < b;
}

/* The core that comes after `last` from the worst on. */
static unsigned next_worst(const struct silence_core *seen, unsigned cores,
			   unsigned last)
{
	unsigned next = cores;

	for (unsigned i = 0; i < cores; i++)
		if ((last == cores || worse(seen, last, i)) && i != last &&
		    (next == cores || worse(seen, i, next)))
			next = i;
	return next;
}

static void show_core(const struct silence_core *seen, unsigned core)
{
	grid_text("%u", core);
	grid_text("%c", grade_of(seen));
	grid_milli(text_ms((int64_t)seen->watched) / 1000);
	grid_count((int64_t)seen->gaps);
	grid_count((int64_t)lost_ppm(seen));
	grid_milli((int64_t)seen->max * 1000);
	grid_row();
}

void silence_show(const struct silence_core *seen, unsigned cores)
{
	unsigned core = cores;

	grid_title("Gaps on each core%s", cores > SHOWN_CORES ?
		   ", the noisiest first" : "");
	grid_column(-12, "core");
	grid_column(6, "grade");
	grid_column(12, "watched, s");
	grid_column(10, "gaps");
	grid_column(11, "lost, ppm");
	grid_column(22, "longest, %s", record_unit());
	grid_row();
	for (unsigned i = 0; i < min_u64(cores, SHOWN_CORES); i++) {
		core = cores > SHOWN_CORES ? next_worst(seen, cores, core) : i;
		show_core(&seen[core], core);
	}
	if (cores > SHOWN_CORES)
		grid_note("%u cores are quieter; the log has all",
			  cores - SHOWN_CORES);
}
