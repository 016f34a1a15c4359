/* SPDX-License-Identifier: MIT */
/* Hill climbing beside pools of a fixed size, in the same rounds. */
#include "bench/experiments/inject/inject.h"

#include "bench/config/scale.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "bench/report/series_record.h"
#include "bench/stats/stats.h"

/* Workers of a pool of fixed size, a core; 5 keep it busy. */
static const uint32_t per_core[INJECT_SWEEP] = { 1, 2, 3, 5, 8, 12, 20 };

#define CLIMB 0u /* the subject that climbs; the others are of fixed size */

struct sweep {
	struct inject_load load[1 + INJECT_SWEEP];
	struct inject_figures figures[1 + INJECT_SWEEP];
};

static struct inject_load fixed_load(const struct inject_load *mixed,
				     uint32_t workers, uint32_t stop_ms)
{
	struct inject_load load = *mixed;

	load.variant = "mixed/fixed";
	if (workers > load.most)
		workers = load.most;
	load.least = load.most = workers;
	load.climb = false;
	load.stop_ms = stop_ms;
	load.settled_ms = stop_ms / 5;
	return load;
}

static bool pass_mixed(void *of, unsigned subject, unsigned round)
{
	struct sweep *s = of;

	return inject_round(&s->load[subject], round, subject == CLIMB,
			    &s->figures[subject]);
}

/* Tasks a second, thousandths: of the median round. */
static int64_t tasks_milli(const struct inject_figures *f)
{
	int64_t time[INJECT_ROUNDS], thousand;
	unsigned n = 0;

	for (unsigned r = 0; r < f->rounds; r++)
		if (f->round[INJECT_THOUSAND][r] != QUANTITY_NONE)
			time[n++] = f->round[INJECT_THOUSAND][r];
	thousand = n ? stats_median(time, n) : 0;
	return thousand > 0 ? 1000000000 / thousand : 0;
}

static const struct series_column columns[] = {
	{ "workers", false }, { "tasks_per_s", true }, { NULL, false },
};

static void fill_row(const void *of, unsigned index, int64_t *value)
{
	const struct sweep *s = of;

	value[0] = s->load[1 + index].most;
	value[1] = tasks_milli(&s->figures[1 + index]);
}

static void record_sweep(const struct sweep *s)
{
	const struct param params[] = { { "scale", (int64_t)scale_divisor() },
					{ NULL, 0 } };

	record_series(&(struct series_record){
		.key = { "inject", "mixed/fixed", s->load[CLIMB].cores,
			 params },
		.unit = "", .columns = columns, .rows = INJECT_SWEEP,
		.row = fill_row, .of = s });
}

void inject_mixed(const struct inject_load *load, uint32_t sweep_ms)
{
	static struct sweep s; /* too large for a stack */
	unsigned done;

	s = (struct sweep){ .load[CLIMB] = *load };
	for (unsigned i = 0; i < INJECT_SWEEP; i++)
		s.load[1 + i] = fixed_load(load, per_core[i] * load->cores,
					   sweep_ms);
	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = 1 + INJECT_SWEEP,
			    .wanted = inject_rounds() },
		.steps = 1, .pass = pass_mixed, .of = &s }, &done);
	if (!done)
		return;
	record_sweep(&s);
	for (unsigned i = 0; i < 1 + INJECT_SWEEP; i++)
		inject_record_rounds(&s.load[i], &s.figures[i]);
}
