/* SPDX-License-Identifier: MIT */
/*
 * What the rows of `switch` take as multiples of an indirect call and return,
 * measured in turns with them; and the bytes of a fiber.
 */
#include "bench/bench.h"
#include "bench/config/rows.h"
#include "bench/config/settings.h"
#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "bench/samples/pilot.h"
#include "bench/samples/round.h"
#include "bench/samples/scratch.h"
#include "kernel/machine.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "sched/sched.h"

#define TICKS_MS 2u       /* for one look at a row */
#define BATCH 1024u       /* compared with twice as many */
#define ROUNDS 8u         /* of all rows in turn */

/* The row in whose time the others are told. */
#define BASE_EXPERIMENT "floor"
#define BASE "call"

/* What is told as a multiple of it; share: of a row's operation. */
static const struct share {
	const char *variant;
	unsigned share;
} shares[] = {
	{ "inline", 2 }, { "call", 2 }, { "sse", 2 }, { "xsave", 2 },
	{ "yield", 1 }, { "spawn", 1 }, { "join", 1 },
};
#define SHARES (sizeof(shares) / sizeof(shares[0]))

/* Row 0 is the base, then the shares: its cell (no variant: it does not fit
 * this machine, or is not wanted), and thousandths of a tick an operation by
 * round, 0 where that cannot be told. */
static struct subject_row {
	struct cell cell;
	uint64_t milli[ROUNDS];
} row[1 + SHARES];

/* ---- the rounds -------------------------------------------------------- */

/* The first row of that name; NULL where it does not fit this machine. */
static const struct variant *find_row(const char *experiment, const char *name)
{
	const struct experiment of = { .name = experiment };
	const struct variant *v;

	for (unsigned i = 0; (v = rows_variant(&of, i)); i++)
		if (!strcmp(v->name, name))
			return v->unfit && v->unfit(1) ? NULL : v;
	return NULL;
}

static void set_up(unsigned subject, const char *experiment, const char *name)
{
	struct cell *cell = &row[subject].cell;

	*cell = (struct cell){ .variant = find_row(experiment, name),
			       .cores = 1, .experiment = experiment };
	if (cell->variant && cell->variant->setup && !cell->variant->setup(cell))
		cell->variant = NULL;
}

/* The median of a few samples of so many operations. */
static int64_t look_at(struct cell *cell, uint32_t operations, unsigned round)
{
	static int64_t samples[PILOT_SAMPLES];
	const struct param params[] = { { "operations", operations },
					{ NULL, 0 } };
	const struct record_key key = { cell->experiment, cell->variant->name,
					1, params };
	int64_t median = pilot_median(cell, operations,
				      ticks_of_ms(TICKS_MS), samples);

	raw_round(&key, round, samples, round_result_of(0)->n);
	return median;
}

/* Without the harness: what BATCH more operations take. */
static bool measure_row(void *of, unsigned subject, unsigned round)
{
	struct subject_row *r = &row[subject];
	int64_t warm[PILOT_SAMPLES], once, twice;

	(void)of;
	if (!r->cell.variant)
		return true;
	pilot_warm_up(&r->cell, ticks_of_ms(TICKS_MS), warm);
	once = look_at(&r->cell, BATCH, round);
	twice = look_at(&r->cell, 2 * BATCH, round);
	if (twice > once)
		r->milli[round] = (uint64_t)(twice - once) * 1000 / BATCH;
	return true;
}

static unsigned count_steps(const struct settings *settings)
{
	(void)settings;
	return (1 + SHARES) * ROUNDS;
}

/* ---- the records ------------------------------------------------------ */

static void report_share(unsigned subject)
{
	const struct share *s = &shares[subject - 1];
	int64_t times[ROUNDS];

	for (unsigned r = 0; r < ROUNDS; r++) {
		uint64_t own = row[subject].milli[r] / s->share;
		uint64_t base = row[0].milli[r];

		times[r] = own && base ? (int64_t)(own * 1000 / base)
				       : QUANTITY_NONE;
	}
	record_quantity(&(struct quantity){
		.key = { "switch", s->variant, 1, NULL }, .unit = "CALL",
		.rounds = ROUNDS, .round = times });
}

static bool measure_in_calls(const struct settings *settings)
{
	const int64_t memory = (int64_t)sched_fiber_bytes() * 1000;
	unsigned done;

	scratch_empty();
	trial_begin(&(struct record_key){ "switch", "calls", 1, NULL });
	set_up(0, BASE_EXPERIMENT, BASE);
	for (unsigned i = 0; i < SHARES; i++)
		if (settings_wants(settings, shares[i].variant))
			set_up(1 + i, "switch", shares[i].variant);
	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = 1 + SHARES, .wanted = ROUNDS,
			    .timeshared = ROUNDS },
		.steps = 1, .pass = measure_row }, &done);
	for (unsigned i = 1; i <= SHARES; i++)
		if (row[i].cell.variant)
			report_share(i);
	record_quantity(&(struct quantity){
		.key = { "switch", "memory", 0, NULL }, .unit = "bytes",
		.rounds = 1, .round = &memory });
	return true;
}

EXPERIMENT_RUN(switch, count_steps, measure_in_calls,
	       "what does it cost to go to another fiber and come back?",
	       .order = ORDER_PARTS, .two_at_most = true,
	       .page = "inline call yield spawn");
