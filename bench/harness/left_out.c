/* SPDX-License-Identifier: MIT */
#include "bench/harness/left_out.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/rows.h"
#include "bench/harness/trial.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"

/* So few are measured whatever they are like, and of more at least so many. */
#define FEW 4u
#define LEAST 2u

/* A look may be lucky where cores take turns, and unlucky where they do not. */
#define LOOKS 5u
#define TRIES 2u

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
	unsigned most = LEAST, next = 2 * LEAST;

	if (cores <= FEW)
		return cores;
	while (most < cores && there_at_once(next)) {
		most = next;
		next = 2 * next < cores ? 2 * next : cores;
	}
	return most;
}

void left_out_choose(struct settings *settings)
{
	unsigned all = settings->cores;
	unsigned most = settings->cores_given || machine_facts()->on_metal
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
	format(reason, sizeof(reason), "they take turns on fewer real ones: "
	       "at most %u are measured at once (cores=%u: all)",
	       settings->cores, all);
	trial_skip(&(struct record_key){ experiment->name, width, all, NULL },
		   reason);
}
