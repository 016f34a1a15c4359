/* SPDX-License-Identifier: MIT */
/*
 * What a cache line costs on its way from core to core: a matrix of every
 * ordered pair, the clusters of cores it shows, and what two cores pay that
 * share a line without sharing anything in it.
 */
#include "bench/experiments/line/line.h"

#include "bench/bench.h"
#include "bench/conclusions/conclude.h"
#include "bench/conditions/core_pairs.h"
#include "bench/harness/trial.h"
#include "bench/report/finding.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "bench/samples/scratch.h"
#include "bench/stats/clusters.h"
#include "bench/stats/stats.h"
#include "kernel/format.h"
#include "kernel/machine.h"

/* All pairs of so many cores at most; of more, some are chosen. */
#define QUICK_CORES 8u
#define FULL_CORES 64u

#define WHAT_MAX 80u

static struct matrix matrix;
static unsigned chosen[FULL_CORES];
static unsigned cluster[MACHINE_MAX_CORES];

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

	return core_pairs_choose(chosen, most, settings->cores,
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
			count += ways[i].what ? cores * (cores - 1)
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

/* ---- findings ----------------------------------------------------------- */

static void report_pair(const char *name, const char *word, unsigned at)
{
	int64_t milli = matrix_milli(&matrix, matrix.ticks[at]);
	unsigned from = chosen[at / matrix.cores];
	unsigned to = chosen[at % matrix.cores];

	report_finding("line", name, milli, record_unit(),
		       "%s: core %u to %u in %s %s (%s), %s.", word, from, to,
		       text_of(milli), record_unit(), matrix.variant,
		       distance_name(distance_between(machine_core_info(from),
						      machine_core_info(to))));
}

/* The median of all pairs at that distance, if there are any. */
static void report_distance(enum distance distance)
{
	size_t pairs = 0;
	int64_t milli;

	for (unsigned i = 0; i < matrix.cores * matrix.cores; i++) {
		unsigned from = i / matrix.cores, to = i % matrix.cores;

		if (from != to && distance ==
		    distance_between(machine_core_info(chosen[from]),
				     machine_core_info(chosen[to])))
			matrix.all[pairs++] = matrix.ticks[i];
	}
	if (!pairs)
		return;
	milli = matrix_milli(&matrix, stats_median(matrix.all, pairs));
	report_finding("line", distance_name(distance), milli, record_unit(),
		       "Between %s: %s %s one way (median of %zu pairs).",
		       distance_name(distance), text_of(milli),
		       record_unit(), pairs);
}

static void report_chosen(unsigned of)
{
	char what[WHAT_MAX];

	if (matrix.cores == of)
		return;
	format(what, sizeof(what), "Pairs of %%s cores of %u, chosen by place, "
	       "stand for all", of);
	conclude_fact("line", "cores chosen", (int64_t)matrix.cores * 1000,
		      "cores", what);
}

/* Returns the slowest pair. */
static unsigned report_findings(void)
{
	struct matrix_ends ends = matrix_ends(&matrix);
	unsigned count = clusters_find(matrix.ticks, matrix.cores, cluster);

	report_pair("fastest pair", "Fastest", ends.fastest);
	report_pair("slowest pair", "Slowest", ends.slowest);
	for (enum distance distance = 0; distance < DISTANCES; distance++)
		report_distance(distance);
	clusters_report(&matrix, cluster, count);
	return ends.slowest;
}

/* ---- the experiment ----------------------------------------------------- */

static bool allocate_matrix(unsigned cores)
{
	size_t bytes = (size_t)cores * cores * sizeof(int64_t);

	scratch_empty();
	matrix = (struct matrix){
		.cores = cores, .core = chosen,
		.ticks = bench_scratch(bytes),
		.least = bench_scratch(bytes), .most = bench_scratch(bytes),
		.all = bench_scratch(bytes),
	};
	return handover_allocate() && matrix.ticks && matrix.least &&
	       matrix.most && matrix.all;
}

static void report_matrix(void)
{
	size_t pairs = (size_t)matrix.cores * (matrix.cores - 1);
	int64_t median = trial_report(&(struct result){
		.key = { "line", matrix.variant, matrix.cores, NULL },
		.per = "hand-over, median of a pair", .batch = matrix.batch,
	}, matrix.all, pairs);

	matrix_record(&matrix);
	clusters_find(matrix.ticks, matrix.cores, cluster);
	matrix_show(&matrix, cluster, median);
}

/* All hand-overs; the first one's findings. Updates the slowest pair. */
static bool measure_handovers(const struct settings *settings,
			      unsigned *slowest)
{
	bool ok = true, found = false;

	for (unsigned i = 0; i < WAYS; i++) {
		if (!ways[i].what || !way_wanted(settings, i))
			continue;
		matrix.variant = ways[i].name;
		if (!matrix_measure(settings, ways[i].what, &matrix)) {
			ok = false;
			continue;
		}
		report_matrix();
		if (!found) {
			report_chosen(settings->cores);
			*slowest = report_findings();
		}
		found = true;
	}
	return ok;
}

static bool measure_lines(const struct settings *settings)
{
	unsigned cores = choose_cores(settings), slowest = 1; /* core 0 to 1 */
	bool ok = true;

	if (cores < 2) {
		skip_ways(settings, "one core: it needs two", true);
		return true;
	}
	if (allocate_matrix(cores))
		ok = measure_handovers(settings, &slowest);
	else
		skip_ways(settings, "not enough memory", false);
	/* Not threads of one core, which share its first cache. */
	if (settings_wants(settings, "false"))
		ok &= false_sharing_run(settings, chosen[slowest / cores],
					chosen[slowest % cores]);
	return ok;
}

ROWS(line, ways);
EXPERIMENT_RUN(line, count_steps, measure_lines,
	       "what does a cache line cost on its way between two cores?",
	       .order = ORDER_PARTS);
