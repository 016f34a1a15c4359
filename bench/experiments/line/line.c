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
#include "bench/report/record.h"
#include "bench/samples/scratch.h"
#include "bench/stats/clusters.h"
#include "bench/stats/stats.h"
#include "kernel/format.h"
#include "kernel/machine.h"

/* All pairs of so many cores at most; of more, some are chosen. */
#define QUICK_CORES 8u
#define FULL_CORES 64u

#define WHAT_MAX 96u
#define NAME_MAX 24u

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

/* ---- findings ----------------------------------------------------------- */

/* The cores that took part, and those between them. */
static unsigned cores_to_the_last(void)
{
	return chosen[matrix.cores - 1] + 1;
}

static struct subject rounds_of_pair(unsigned at, char name[NAME_MAX],
				     int64_t milli[LINE_ROUNDS])
{
	for (unsigned r = 0; r < matrix.rounds; r++)
		milli[r] = matrix_clean(&matrix, r, at) ?
			   matrix_milli(&matrix,
					matrix_round(&matrix, r, at)->ticks) :
			   GATE_NO_ROUND;
	format(name, NAME_MAX, "core %u to %u", chosen[at / matrix.cores],
	       chosen[at % matrix.cores]);
	return (struct subject){ name, FIT, matrix.rounds, milli };
}

static void report_ends(const struct matrix_ends *ends)
{
	int64_t fastest[LINE_ROUNDS], slowest[LINE_ROUNDS];
	char names[2][NAME_MAX];

	if (ends->fastest == ends->slowest)
		return;
	conclude(&(struct conclusion){
		.experiment = "line", .name = "slowest over fastest",
		.claim = CLAIM_RATIO, .fineness = FINE_CORES,
		.cores = cores_to_the_last(), .unit = "times",
		.what = "A line's slowest way (beside its fastest)",
		.subjects = 2,
		.subject = {
			rounds_of_pair(ends->fastest, names[0], fastest),
			rounds_of_pair(ends->slowest, names[1], slowest) } });
}

static bool pair_is_at(unsigned at, enum distance distance)
{
	return distance == distance_between(
		machine_core_info(chosen[at / matrix.cores]),
		machine_core_info(chosen[at % matrix.cores]));
}

/* The median of the pairs at that distance whose round counts. */
static int64_t round_at(enum distance distance, unsigned round,
			unsigned *pairs)
{
	size_t clean = 0;

	*pairs = 0;
	for (unsigned i = 0; i < matrix.cores * (matrix.cores - 1); i++) {
		unsigned at = matrix_at(&matrix, i);

		if (!pair_is_at(at, distance))
			continue;
		++*pairs;
		if (matrix_clean(&matrix, round, at))
			matrix.all[clean++] =
				matrix_round(&matrix, round, at)->ticks;
	}
	return clean ? matrix_milli(&matrix, stats_median(matrix.all, clean))
		     : GATE_NO_ROUND;
}

/* A hypervisor puts virtual cores where it likes, whatever CPUID claims. */
static enum fitness placed(void)
{
	return machine_facts()->hypervisor[0] ? FIT_PLACED : FIT;
}

/* If there are any pairs at that distance. */
static void report_distance(enum distance distance)
{
	int64_t milli[LINE_ROUNDS];
	char what[WHAT_MAX];
	unsigned pairs = 0;

	for (unsigned r = 0; r < matrix.rounds; r++)
		milli[r] = round_at(distance, r, &pairs);
	if (!pairs)
		return;
	format(what, sizeof(what), "Between %s, a line takes %%s %s (one way, "
	       "median of %u pair%s)", distance_name(distance),
	       record_unit(), pairs, format_s(pairs));
	conclude(&(struct conclusion){
		.experiment = "line", .name = distance_name(distance),
		.claim = CLAIM_VALUE, .fineness = FINE_CORES,
		.cores = cores_to_the_last(), .unit = record_unit(),
		.what = what, .subjects = 1,
		.subject = { { matrix.variant, placed(), matrix.rounds, milli } } });
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

	clusters_record(&matrix, cluster);
	for (enum distance distance = 0; distance < DISTANCES; distance++)
		report_distance(distance);
	report_ends(&ends);
	if (matrix.cores > 2) /* two have one distance only */
		clusters_conclude(&matrix);
	return ends.slowest;
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

static bool allocate_matrix(unsigned cores)
{
	size_t bytes = (size_t)cores * cores * sizeof(int64_t);

	scratch_empty();
	matrix = (struct matrix){
		.cores = cores, .core = chosen,
		.ticks = bench_scratch(bytes),
		.least = bench_scratch(bytes), .most = bench_scratch(bytes),
		.all = bench_scratch(bytes),
		.round = bench_scratch(LINE_ROUNDS * cores * cores *
				       sizeof(struct pair_round)),
	};
	return handover_allocate() && allocate_kept(cores) && matrix.ticks &&
	       matrix.least && matrix.most && matrix.all && matrix.round;
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
			report_chosen(settings_all_cores(settings));
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
	       .order = ORDER_PARTS, .two_at_most = true);
