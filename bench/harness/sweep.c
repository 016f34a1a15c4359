/* SPDX-License-Identifier: MIT */
#include "bench/harness/sweep.h"

#include "bench/conditions/bound.h"
#include "bench/conditions/noise.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/rows.h"
#include "bench/samples/core_types.h"
#include "bench/harness/wanted.h"
#include "bench/harness/guard.h"
#include "bench/harness/left_out.h"
#include "bench/harness/trial.h"
#include "bench/report/noted.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/report/series_record.h"
#include "bench/report/table.h"
#include "bench/samples/pilot.h"
#include "bench/samples/round.h"
#include "bench/samples/scratch.h"
#include "bench/samples/series.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"

#define PILOT_MS 4u
#define WATCH_QUICK_US 5000u
#define WATCH_FULL_US 100000u

/* Everything that is measured together: the variants on one core count. */
static struct group {
	const struct settings *settings;
	const struct experiment *experiment;
	unsigned cores;
	struct cell *cells;      /* room for each row that is wanted */
	struct series *series;   /* in each mode */
	struct core_types_row *there; /* of rows that are not on core 0 */
	unsigned cell_count, series_count;
	int64_t *scratch;        /* one round of all participants */
	struct effort effort;
	unsigned passes_differ;  /* results, over all core counts */
	bool ok;
	struct series *measuring; /* what may be abandoned */
} group;

void sweep_plan(const struct settings *settings,
		const struct experiment *experiment)
{
	scratch_begin();
	progress_expect(wanted_steps(settings, experiment),
			wanted_step_ms(settings, experiment));
}

/* False: it did, and is told; the run fails, but goes on. */
static bool guarded(const struct cell *cell, void (*body)(void *cell))
{
	const struct record_key key = key_of_cell(cell);
	bool ended = guard(&key, cell->variant->primitive, body, (void *)cell);

	group.ok &= ended;
	return ended;
}

static bool struck(const struct cell *cell)
{
	return guard_struck(cell->experiment, cell->variant);
}

static bool validated(struct cell *cell, const struct record_key *key)
{
	struct proof proof = proven_try(cell);

	cell->primitive = proof.primitive;
	if (trial_verdict(key, &proof))
		return true;
	group.ok = false;
	return false;
}

static const char *blame_setup(const struct record_key *key)
{
	log_warning("setup_failed", "%s %s on %u core%s: setup() fails, "
		    "though no memory was refused to it", key->experiment,
		    key->variant, key->cores, format_s(key->cores));
	group.ok = false;
	return "its setup() fails";
}

/* False, and the row is skipped, where it cannot be set up here. */
static bool set_up(struct cell *cell, const struct record_key *key)
{
	const struct variant *v = cell->variant;
	const char *reason = v->unfit ? v->unfit(group.cores) : NULL;
	unsigned refused = scratch_refused();

	if (!reason && (!v->setup || v->setup(cell)))
		return true;
	if (!reason)
		reason = cell->trouble;
	if (!reason && scratch_refused() != refused)
		return trial_skip_memory(key);
	return trial_skip(key, reason ? reason : blame_setup(key));
}

/* A failure is only remembered: make_cell() tells of it, row by row. */
static void prove_primitive(void *of)
{
	struct proof proof;
	struct cell *cell = of;
	const struct variant *v = cell->variant;
	const struct record_key key = key_of_cell(cell);

	if (v->unfit && v->unfit(cell->cores))
		return;
	scratch_empty();
	if (v->setup && !v->setup(cell))
		return; /* make_cell() says why */
	trial_begin(&key);
	proof = proven_try(cell);
	if (proof.proven == DISPROVEN)
		proven_note(key.experiment, v->primitive, key.cores,
			    DISPROVEN);
	else
		trial_verdict(&key, &proof);
}

/* On all core counts, before anything is timed: a row says what is known of its
 * primitive, on however many cores. */
static void prove_primitives(void)
{
	const struct settings *s = group.settings;
	const struct variant *v;

	for (unsigned c = 1; c; c = sweep_next_cores(s, c)) {
		timesharing_look(c);
		for (unsigned i = 0; (v = rows_variant(group.experiment, i));
		     i++)
			if (v->primitive && v->validate &&
			    wanted_first(s, group.experiment, v, c))
				guarded(&(struct cell){
					.variant = v, .cores = c,
					.experiment = group.experiment->name },
					prove_primitive);
	}
}

static void try_cell(void *of)
{
	struct cell *cell = of;
	const struct record_key key = key_of_cell(cell);

	trial_begin(&key);
	if (set_up(cell, &key) && validated(cell, &key))
		group.cell_count++;
}

/* A cell for the variant; none where it cannot run here. */
static void make_cell(const struct variant *v)
{
	struct cell *cell = &group.cells[group.cell_count];
	unsigned before = group.cell_count;

	*cell = (struct cell){ .variant = v, .cores = group.cores,
			       .experiment = group.experiment->name };
	guarded(cell, try_cell);
	if (group.cell_count == before)
		trial_step(wanted_modes(v) * group.settings->rounds);
}

/* The slope between one batch and two: per operation, without the harness. */
static void measure_slope(struct series *s, uint64_t ticks)
{
	uint32_t most = s->cell->variant->most_batch;
	int64_t once, twice;

	if (!group.settings->full || (most && 2 * s->batch > most) ||
	    timeshared())
		return;
	once = pilot_median(s->cell, s->batch, ticks, group.scratch);
	twice = pilot_median(s->cell, 2 * s->batch, ticks, group.scratch);
	s->slope_known = true;
	s->slope_milli = (twice - once) * 1000 / s->batch;
}

static bool make_series(struct cell *cell, const char *mode, uint32_t batch,
			int64_t overhead, uint64_t pilot_ticks)
{
	struct series *s = &group.series[group.series_count];

	*s = (struct series){ .cell = cell, .mode = mode, .batch = batch,
			      .overhead = overhead };
	if (!series_prepare(s, group.effort.samples, group.effort.rounds))
		return false;
	measure_slope(s, pilot_ticks);
	group.series_count++;
	return true;
}

static void prepare_cell(void *of)
{
	struct cell *cell = of;
	uint64_t ticks = ticks_of_ms(PILOT_MS);
	int64_t overhead;
	const struct record_key key = key_of_cell(cell);
	uint32_t batch;

	trial_begin(&key);
	pilot_warm_up(cell, ticks, group.scratch);
	overhead = pilot_overhead(cell, ticks, group.scratch);
	batch = pilot_batch(cell, ticks, group.scratch);
	if ((!cell->variant->least_batch &&
	     !make_series(cell, "single", 1, overhead, ticks)) ||
	    (batch > 1 && !make_series(cell, "batch", batch, overhead, ticks)))
		log_warning("few_results", "%s %s on %u core%s: no memory "
			    "for the samples (fewer with samples=)",
			    cell->experiment, cell->variant->name, cell->cores,
			    format_s(cell->cores));
}

static bool make_room(bool elsewhere)
{
	unsigned wanted = wanted_count(group.settings, group.experiment,
				       group.cores);
	uint32_t per_round = group.effort.samples / group.effort.rounds + 1;

	if (per_round < PILOT_SAMPLES)
		per_round = PILOT_SAMPLES;
	group.cells = bench_scratch(wanted * sizeof(*group.cells));
	group.series = bench_scratch(MODES * wanted * sizeof(*group.series));
	group.scratch = bench_scratch((size_t)group.cores * per_round *
				      sizeof(*group.scratch));
	if (elsewhere)
		group.there = bench_scratch(wanted * sizeof(*group.there));
	return group.cells && group.series && group.scratch &&
	       (!elsewhere || group.there);
}

static void prepare_group(unsigned cores, unsigned core)
{
	const struct variant *v;

	scratch_empty();
	group.effort = effort_for(group.settings, group.experiment->name,
				  cores);
	group.cores = cores;
	group.cell_count = group.series_count = 0;
	if (!make_room(core)) {
		log_warning("few_results", "%s on %u core%s: no memory for "
			    "the samples of a round (fewer with samples=)",
			    group.experiment->name, cores, format_s(cores));
		return;
	}
	for (unsigned i = 0; (v = rows_variant(group.experiment, i)); i++)
		if (wanted_there(group.settings, group.experiment, v, cores,
				 core))
			make_cell(!core ? v : core_types_row(
				&group.there[group.cell_count], v, core));
	for (unsigned i = 0; i < group.cell_count; i++)
		if (!struck(&group.cells[i]))
			guarded(&group.cells[i], prepare_cell);
}

static void measure_round(void *cell)
{
	(void)cell;
	series_round(group.measuring, group.effort.round_ticks, group.scratch);
}

static bool one_round(void *of, unsigned index, unsigned round)
{
	struct series *s = &group.series[index];
	const struct record_key key = key_of_cell(s->cell);

	(void)of;
	(void)round;
	trial_begin(&key);
	group.measuring = s;
	if (!s->settled && !s->cell->wrong && !struck(s->cell))
		guarded(s->cell, measure_round);
	return true;
}

static void all_rounds(void)
{
	unsigned done;

	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = group.series_count,
			    .wanted = group.effort.rounds,
			    .timeshared = group.effort.rounds },
		.steps = group.settings->rounds / group.effort.rounds,
		.pass = one_round }, &done);
}

static void cell_fields(const void *of)
{
	const struct cell *cell = of;

	cell->variant->fields(cell);
}

static struct result result_of(const struct series *s)
{
	const struct variant *v = s->cell->variant;
	struct result result = {
		.key = key_of_cell(s->cell), .per = v->per,
		.primitive = s->cell->primitive,
		.capacity = s->cell->capacity,
		.method = v->method, .batch = s->batch,
		.overhead = s->overhead, .summary = s->summary,
		.series = s, .fields = v->fields ? cell_fields : NULL,
		.elsewhere = v->core != 0,
		.of = s->cell,
	};

	result_of_history(&result, &s->history);
	return result;
}

static void finish_series(void *cell)
{
	(void)cell;
	series_finish(group.measuring, group.effort.round_ticks);
}

static void report_series(struct series *s)
{
	struct result result;

	if (struck(s->cell))
		return;
	if (s->cell->wrong) {
		group.ok = trial_went_wrong(s->cell);
		return;
	}
	if (settings_raw())
		record_samples(s);
	group.measuring = s;
	if (!guarded(s->cell, finish_series))
		return;
	result = result_of(s);
	trial_tell(&result);
	if (group.settings->histogram)
		record_histogram(s);
	group.passes_differ += series_passes_differ(s);
}

/* core: the one that measures, where cores is 1. */
static void measure_group(unsigned cores, unsigned core)
{
	prepare_group(cores, core);
	all_rounds();
	for (unsigned i = 0; i < group.series_count; i++)
		report_series(&group.series[i]);
}

static void watch_noise(const char *when)
{
	const struct settings *s = group.settings;

	noise_watch(settings_all_cores(s), s->cores,
		    s->full ? WATCH_FULL_US : WATCH_QUICK_US);
	record_noise(group.experiment->name, when, settings_all_cores(s));
}

bool sweep_run(const struct settings *settings,
	       const struct experiment *experiment)
{
	group = (struct group){ .settings = settings, .experiment = experiment,
				.ok = true };
	scratch_begin();
	progress_begin(wanted_steps(settings, experiment),
		       wanted_step_ms(settings, experiment));
	scratch_begin();
	noted_rows_of(experiment);
	table_experiment(experiment);
	if (!experiment->unbounded)
		bound_begin(!experiment->own_timer);
	prove_primitives();
	watch_noise("before");
	for (unsigned c = 1; c; c = sweep_next_cores(settings, c))
		measure_group(c, 0);
	for (unsigned c = 0; !progress_stopped() &&
	     (c = core_types_next(settings->cores, c));)
		measure_group(1, c);
	left_out_tell(settings, experiment);
	if (group.passes_differ)
		log_warning("passes_differ", "%s: in %u result%s the pass "
			    "without stores has another mean", experiment->name,
			    group.passes_differ, format_s(group.passes_differ));
	scratch_empty();
	if (experiment->run && !progress_stopped())
		group.ok &= guard_run(settings, experiment);
	bound_end();
	watch_noise("after");
	return group.ok;
}
