/* SPDX-License-Identifier: MIT */
#include "bench/harness/left_out.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/rows.h"
#include "bench/harness/trial.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"

/* So many are measured whatever they are like. */
#define LEAST 2u

/* A look may be lucky where cores take turns, and unlucky where they do not. */
#define LOOKS 5u
#define TRIES 2u

#define APART_US 10u /* of stamps: rows of two cores last some */
#define WIDTH_MAX 32u
#define REASON_MAX 120u

static bool there_at_once(unsigned cores)
{
	for (unsigned try = 0, seen = 0; try < TRIES; try++, seen = 0)
		do {
			timesharing_look(cores);
			if (!timeshared() && ++seen == LOOKS)
				return true;
		} while (!timeshared());
	return false;
}

/* Of so many: a power of two, or all. */
static unsigned most_at_once(unsigned cores)
{
	unsigned most = cores < LEAST ? cores : LEAST;

	while (most < cores) {
		unsigned next = 2 * most < cores ? 2 * most : cores;

		if (!there_at_once(next))
			break;
		most = next;
	}
	return most;
}

/* Rows of several cores take one core's stamp from another's: on such a machine
 * that tells nothing, and a wait for a moment may never end. */
static bool stamps_apart(void)
{
	return machine_clock()->apart_ticks > ticks_of_us(APART_US);
}

static void leave_one(struct settings *settings)
{
	settings->left_out = settings->cores - 1;
	settings->cores = 1;
	log_warning("tsc_apart", "the time stamps of two cores differ by "
		    "%lu ticks, and could not be set alike: one core is "
		    "measured. A newer firmware may help",
		    machine_clock()->apart_ticks);
}

void left_out_choose(struct settings *settings)
{
	unsigned all = settings->cores, most;

	if (all > 1 && stamps_apart()) {
		leave_one(settings);
		return;
	}
	most = settings->cores_given || machine_facts()->on_metal
			? all : most_at_once(all);
	if (most == all)
		return;
	if (most == LEAST)
		timesharing_settle();
	settings->cores = most;
	settings->left_out = all - most;
	log_warning("crowded", "%u cores take turns on fewer real ones: at "
		    "most %u are measured at once (cores=%u: all)", all, most,
		    all);
}

static bool uses_more(const struct settings *settings,
		      const struct experiment *experiment)
{
	const struct variant *v;

	if (experiment->run && !experiment->two_at_most)
		return true;
	for (unsigned i = 0; (v = rows_variant(experiment, i)); i++)
		if (v->body && (!v->most_cores ||
				v->most_cores > settings->cores) &&
		    settings_wants_row(settings, v->name, v->full_only))
			return true;
	return false;
}

void left_out_tell(const struct settings *settings,
		   const struct experiment *experiment)
{
	unsigned all = settings_all_cores(settings);
	char width[WIDTH_MAX], reason[REASON_MAX];

	if (!settings->left_out || !uses_more(settings, experiment))
		return;
	format(width, sizeof(width), "on %u cores", all);
	if (stamps_apart())
		format(reason, sizeof(reason), "their time stamps differ");
	else
		format(reason, sizeof(reason), "they take turns on fewer real "
		       "ones: at most %u are measured at once (cores=%u: all)",
		       settings->cores, all);
	trial_skip(&(struct record_key){ experiment->name, width, all, NULL },
		   reason);
}
