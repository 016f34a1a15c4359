/* SPDX-License-Identifier: MIT */
/*
 * What a cache line costs on its way from core to core: a matrix of every
 * ordered pair, the clusters of cores it shows, and what two cores pay that
 * share a line without sharing anything in it.
 */
#include "bench/experiments/line/line.h"

#include "bench/bench.h"
#include "bench/conditions/core_pairs.h"
#include "bench/harness/trial.h"
#include "bench/samples/scratch.h"
#include "bench/stats/clusters.h"
#include "kernel/machine.h"

/* All pairs of so many cores at most; of more, some are chosen. */
#define QUICK_CORES 8u
#define FULL_CORES 64u

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

/* True where there is nothing to be kept, too. */
static bool allocate_kept(unsigned cores)
{
	if (cores > PAIRS_KEPT_CORES)
		return true;
	matrix.kept = bench_scratch(cores * (cores - 1) * sizeof(*matrix.kept));
	return matrix.kept;
}

static bool allocate_matrix(unsigned cores, unsigned of)
{
	size_t bytes = (size_t)cores * cores * sizeof(int64_t);

	scratch_empty();
	matrix = (struct matrix){
		.cores = cores, .of = of, .core = chosen,
		.ticks = bench_scratch(bytes),
		.least = bench_scratch(bytes), .most = bench_scratch(bytes),
		.all = bench_scratch(bytes),
		.round = bench_scratch(LINE_ROUNDS * cores * cores *
				       sizeof(struct pair_round)),
	};
	return handover_allocate() && allocate_kept(cores) && matrix.ticks &&
	       matrix.least && matrix.most && matrix.all && matrix.round;
}

/* Of the first way there is more in the result. */
static void report_matrix(bool first)
{
	size_t pairs = (size_t)matrix.cores * (matrix.cores - 1);
	int64_t median = trial_report(&(struct result){
		.key = { "line", matrix.variant, matrix.cores, NULL },
		.per = "hand-over, median of a pair", .batch = matrix.batch,
		.fields = first ? matrix_fields : NULL, .of = &matrix,
	}, matrix.all, pairs);

	matrix_record(&matrix);
	clusters_find(matrix.ticks, matrix.cores, cluster);
	matrix_show(&matrix, cluster, median);
}

/* All hand-overs. Updates the slowest pair, by the first. */
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
		report_matrix(!found);
		if (!found) {
			clusters_record(&matrix, cluster);
			*slowest = matrix_ends(&matrix).slowest;
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
	if (allocate_matrix(cores, settings_all_cores(settings)))
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
	       .order = ORDER_PARTS, .two_at_most = true,
	       .page = "handover/cas handover/store false");
