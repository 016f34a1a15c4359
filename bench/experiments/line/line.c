/* SPDX-License-Identifier: MIT */
/*
 * What a cache line costs on its way from core to core: a matrix of every
 * ordered pair, and what two cores pay that share a line without sharing
 * anything in it.
 */
#include "bench/experiments/line/line.h"

#include "bench/bench.h"
#include "bench/conditions/core_pairs.h"
#include "bench/harness/trial.h"
#include "bench/samples/scratch.h"
#include "kernel/machine.h"

/* All pairs of so many cores at most; of more, some are chosen. */
#define QUICK_CORES 8u
#define FULL_CORES 64u

static unsigned chosen[FULL_CORES];

static const struct variant ways[] = {
	{
		.name = "handover/cas", .what = &handover_cas,
		.summary = "wait and hand over by compare-exchange",
	}, {
		.name = "handover/store", .what = &handover_store,
		.summary = "wait by loads, hand over by a store",
	}, {
		.name = "handover/swap", .what = &handover_swap,
		.summary = "wait by loads, hand over by an exchange",
		.full_only = true,
	}, {
		.name = "handover/add", .what = &handover_add,
		.summary = "wait by loads, hand over by a fetch-and-add",
		.full_only = true,
	}, {
		.name = "false",
		.summary = "two cores that share a line and nothing in it",
	},
};
#define WAYS (sizeof(ways) / sizeof(ways[0]))

/* ---- what is asked for -------------------------------------------------- */

/* Fills chosen[]. */
static unsigned choose_cores(const struct settings *settings)
{
	unsigned most = settings->full ? FULL_CORES : QUICK_CORES;

	return core_pairs_choose(chosen, most, settings_all_cores(settings),
				 machine_core_info);
}

static bool way_wanted(const struct settings *settings, unsigned way)
{
	return settings_wants_row(settings, ways[way].name,
				  ways[way].full_only);
}

static unsigned count_steps(const struct settings *settings)
{
	unsigned cores = choose_cores(settings), count = 0;

	if (settings->cores < 2)
		return 0;
	for (unsigned i = 0; i < WAYS; i++)
		if (way_wanted(settings, i))
			count += ways[i].what ? LINE_ROUNDS * cores * (cores - 1)
					      : false_sharing_steps();
	return count;
}

/* The hand-overs, and where `all` false sharing, too. */
static void skip_ways(const struct settings *settings, const char *reason,
		      bool all)
{
	struct record_key key = { "line", NULL, settings->cores, NULL };

	for (unsigned i = 0; i < WAYS; i++) {
		key.variant = ways[i].name;
		if ((all || ways[i].what) && way_wanted(settings, i))
			trial_skip(&key, reason);
	}
}

/* ---- the experiment ----------------------------------------------------- */

/* All hand-overs. Updates the slowest pair, by the first. */
static bool measure_handovers(const struct settings *settings,
			      unsigned *slowest)
{
	bool ok = true;

	for (unsigned i = 0; i < WAYS; i++) {
		if (!ways[i].what || !way_wanted(settings, i))
			continue;
		if (!matrix_measure(settings, ways[i].name, ways[i].what,
				    slowest))
			ok = false;
		else
			slowest = NULL;
	}
	return ok;
}

static bool measure_lines(const struct settings *settings)
{
	/* Not threads of one core, which share its first cache. */
	static unsigned slowest[2];
	unsigned cores = choose_cores(settings);
	bool ok = true;

	if (cores < 2) {
		skip_ways(settings, "one core: it needs two", true);
		return true;
	}
	slowest[0] = chosen[0];
	slowest[1] = chosen[1];
	scratch_empty();
	if (matrix_begin(chosen, cores, settings_all_cores(settings)))
		ok = measure_handovers(settings, slowest);
	else
		skip_ways(settings, "not enough memory", false);
	if (settings_wants(settings, "false"))
		ok &= false_sharing_run(settings, slowest);
	return ok;
}

ROWS(line, ways);
EXPERIMENT_RUN(line, count_steps, measure_lines,
	       "what does a cache line cost on its way between two cores?",
	       .order = ORDER_PARTS, .two_at_most = true,
	       .page = "handover/cas handover/store false");
