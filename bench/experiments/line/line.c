/* SPDX-License-Identifier: MIT */
/*
 * What a cache line costs on its way from core to core: a matrix of every
 * ordered pair, the clusters of cores it shows, and what two cores pay that
 * share a line without sharing anything in it.
 */
#include "bench/stats/clusters.h"
#include "bench/experiments/line/false_sharing.h"
#include "bench/experiments/line/handover.h"
#include "bench/experiments/line/clusters.h"
#include "bench/experiments/line/matrix.h"
#include "bench/experiments/line/pairs.h"
#include "bench/config/rows.h"
#include "bench/conditions/core_pairs.h"
#include "bench/report/record.h"
#include "bench/harness/trial_old.h"
#include "bench/samples/scratch.h"
#include "bench/config/settings.h"
#include "bench/stats/stats.h"
#include "bench/report/table.h"
#include "bench/report/text.h"
#include "kernel/machine.h"

/* All pairs of so many cores at most; of more, some are chosen. */
#define QUICK_CORES 8u
#define FULL_CORES 64u

static struct matrix matrix;
static unsigned chosen[FULL_CORES];
static unsigned cluster[MACHINE_MAX_CORES];

/* ---- what is asked for ------------------------------------------------- */

/* Fills chosen[]. */
static unsigned choose_cores(const struct settings *settings)
{
	unsigned most = settings->full ? FULL_CORES : QUICK_CORES;

	return core_pairs_choose(chosen, most, settings->cores,
				 machine_core_info);
}

static bool wanted(const struct settings *settings,
		   const struct handover_kind *kind)
{
	return settings_wants(settings, kind->variant) &&
	       (!kind->full_only || settings->full || settings->variants[0]);
}

static unsigned steps(const struct settings *settings)
{
	unsigned cores = choose_cores(settings), count = 0;

	if (settings->cores < 2)
		return 0;
	for (unsigned k = 0; k < handover_kind_count; k++)
		if (wanted(settings, &handover_kinds[k]))
			count += cores * (cores - 1);
	if (settings_wants(settings, "false"))
		count += false_sharing_steps();
	return count;
}

static void skip(const char *variant, const char *reason)
{
	old_skipped("line", variant, reason);
	old_note(variant, reason);
}

static void skip_all(const struct settings *settings, const char *reason)
{
	for (unsigned k = 0; k < handover_kind_count; k++)
		if (wanted(settings, &handover_kinds[k]))
			skip(handover_kinds[k].variant, reason);
}

/* ---- findings ---------------------------------------------------------- */

static void find_pair(const char *name, const char *word, unsigned at)
{
	int64_t milli = matrix_milli(&matrix, matrix.ticks[at]);
	char text[TEXT_NUMBER_MAX];

	unsigned from = chosen[at / matrix.cores];
	unsigned to = chosen[at % matrix.cores];

	report_finding("line", name, milli, record_unit(),
		       "%s: core %u to %u in %s %s (%s), %s.", word, from, to,
		       text_number(text, milli), record_unit(), matrix.variant,
		       distance_name(distance_between(machine_core_info(from),
						      machine_core_info(to))));
}

/* The median of all pairs at that distance, if there are any. */
static void find_distance(enum distance distance)
{
	char text[TEXT_NUMBER_MAX];
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
	milli = matrix_milli(&matrix, (uint64_t)stats_median(
				(int64_t *)matrix.all, pairs));
	report_finding("line", distance_name(distance), milli, record_unit(),
		       "Between %s: %s %s one way (median of %zu pairs).",
		       distance_name(distance), text_number(text, milli),
		       record_unit(), pairs);
}

static void find_sampled(unsigned of)
{
	if (matrix.cores == of)
		return;
	report_finding("line", "cores chosen", (int64_t)matrix.cores * 1000,
		       "cores", "Pairs of %u cores of %u, chosen by place, "
		       "stand for all.", matrix.cores, of);
}

/* Returns the slowest pair. */
static unsigned find(void)
{
	struct matrix_ends ends = matrix_ends(&matrix);
	unsigned count = clusters_find((int64_t *)matrix.ticks, matrix.cores, cluster);

	find_pair("fastest pair", "Fastest", ends.fastest);
	find_pair("slowest pair", "Slowest", ends.slowest);
	for (enum distance distance = 0; distance < DISTANCES; distance++)
		find_distance(distance);
	line_clusters_report(&matrix, cluster, count);
	return ends.slowest;
}

/* ---- the experiment ---------------------------------------------------- */

static bool allocate(unsigned cores)
{
	size_t bytes = (size_t)cores * cores * sizeof(uint64_t);

	scratch_empty();
	matrix = (struct matrix){
		.cores = cores, .core = chosen,
		.ticks = bench_scratch(bytes),
		.least = bench_scratch(bytes), .most = bench_scratch(bytes),
		.all = bench_scratch(bytes),
	};
	return handover_prepare() && matrix.ticks && matrix.least &&
	       matrix.most && matrix.all;
}

static void report_variant(void)
{
	const struct report report = {
		.experiment = "line", .variant = matrix.variant,
		.per = "hand-over, median of a pair",
		.cores = matrix.cores, .batch = matrix.batch,
	};
	size_t pairs = (size_t)matrix.cores * (matrix.cores - 1);
	uint64_t median = report_samples(&report, matrix.all, pairs);

	matrix_record(&matrix);
	clusters_find((int64_t *)matrix.ticks, matrix.cores, cluster);
	matrix_show(&matrix, cluster, median);
}

/* All variants; the first one's findings. Updates the slowest pair. */
static bool measure_handovers(const struct settings *settings,
			      unsigned *slowest)
{
	bool ok = true, found = false;

	for (unsigned k = 0; k < handover_kind_count; k++) {
		if (!wanted(settings, &handover_kinds[k]))
			continue;
		if (!line_pairs_run(settings, &handover_kinds[k], &matrix)) {
			ok = false;
			continue;
		}
		report_variant();
		if (!found) {
			find_sampled(settings->cores);
			*slowest = find();
		}
		found = true;
	}
	return ok;
}

static bool run(const struct settings *settings)
{
	unsigned cores = choose_cores(settings), slowest = 1; /* core 0 to 1 */
	bool ok = true;

	if (cores < 2)
		skip_all(settings, "one core: it needs two");
	else if (!allocate(cores))
		skip_all(settings, "not enough memory");
	else
		ok = measure_handovers(settings, &slowest);
	if (!settings_wants(settings, "false"))
		return ok;
	if (cores < 2)
		skip("false", "one core: it needs two");
	else
		/* Not threads of one core, which share its first cache. */
		ok &= false_sharing_run(settings, chosen[slowest / cores],
					chosen[slowest % cores]);
	return ok;
}

/* A row for each kind, and one more. */
#define NAMES_MOST 8u

static const struct variant *names(unsigned *count)
{
	MADE_ROWS(made, NAMES_MOST);

	for (unsigned k = 0; k < handover_kind_count; k++)
		made_rows_name(&made, handover_kinds[k].variant,
			       handover_kinds[k].summary);
	made_rows_name(&made, "false", "two cores that share a line and nothing "
		       "in it");
	*count = made.count;
	return made.row;
}

ROWS_MADE(line, names);
EXPERIMENT_RUN(line, steps, run,
	       "what does a cache line cost on its way between two cores?",
	       .order = ORDER_PARTS);
