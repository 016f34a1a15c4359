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

/* The first is what the others are multiples of; share: of a row's operation. */
static struct timed {
	const char *experiment, *variant;
	unsigned share;
	struct cell cell; /* no variant: it does not fit this machine, or is not
			   * wanted */
	uint64_t milli[ROUNDS]; /* of a tick an operation; 0: cannot be told */
} timed[] = {
	{ .experiment = "floor", .variant = "call", .share = 1 },
	{ .experiment = "switch", .variant = "inline", .share = 2 },
	{ .experiment = "switch", .variant = "call", .share = 2 },
	{ .experiment = "switch", .variant = "sse", .share = 2 },
	{ .experiment = "switch", .variant = "xsave", .share = 2 },
	{ .experiment = "switch", .variant = "yield", .share = 1 },
	{ .experiment = "switch", .variant = "spawn", .share = 1 },
	{ .experiment = "switch", .variant = "join", .share = 1 },
};
#define TIMED (sizeof(timed) / sizeof(timed[0]))

/* ---- the rounds -------------------------------------------------------- */

/* The first row of that name; NULL where it does not fit this machine. */
static const struct variant *find_row(const struct timed *t)
{
	const struct experiment of = { .name = t->experiment };
	const struct variant *v;

	for (unsigned i = 0; (v = rows_variant(&of, i)); i++)
		if (!strcmp(v->name, t->variant))
			return v->unfit && v->unfit(1) ? NULL : v;
	return NULL;
}

static void set_up(struct timed *t, bool wanted)
{
	struct cell *cell = &t->cell;

	*cell = (struct cell){ .variant = wanted ? find_row(t) : NULL,
			       .cores = 1, .experiment = t->experiment };
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
	struct timed *t = &timed[subject];
	int64_t warm[PILOT_SAMPLES], once, twice;

	(void)of;
	if (!t->cell.variant)
		return true;
	pilot_warm_up(&t->cell, ticks_of_ms(TICKS_MS), warm);
	once = look_at(&t->cell, BATCH, round);
	twice = look_at(&t->cell, 2 * BATCH, round);
	t->milli[round] = twice > once ?
			  (uint64_t)(twice - once) * 1000 / BATCH : 0;
	return true;
}

static unsigned count_steps(const struct settings *settings)
{
	(void)settings;
	return TIMED * ROUNDS;
}

/* ---- the records ------------------------------------------------------ */

static void report(const struct timed *t)
{
	int64_t times[ROUNDS];

	for (unsigned r = 0; r < ROUNDS; r++) {
		uint64_t own = t->milli[r] / t->share;
		uint64_t base = timed[0].milli[r];

		times[r] = own && base ? (int64_t)(own * 1000 / base)
				       : QUANTITY_NONE;
	}
	record_quantity(&(struct quantity){
		.key = { "switch", t->variant, 1, NULL }, .unit = "CALL",
		.rounds = ROUNDS, .round = times });
}

static bool measure_in_calls(const struct settings *settings)
{
	const int64_t memory = (int64_t)sched_fiber_bytes() * 1000;
	unsigned done;

	scratch_empty();
	trial_begin(&(struct record_key){ "switch", "calls", 1, NULL });
	for (unsigned i = 0; i < TIMED; i++)
		set_up(&timed[i], !i || settings_wants(settings,
						       timed[i].variant));
	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = TIMED, .wanted = ROUNDS,
			    .timeshared = ROUNDS },
		.steps = 1, .pass = measure_row }, &done);
	for (unsigned i = 1; i < TIMED; i++)
		if (timed[i].cell.variant)
			report(&timed[i]);
	record_quantity(&(struct quantity){
		.key = { "switch", "memory", 0, NULL }, .unit = "bytes",
		.rounds = 1, .round = &memory });
	return true;
}

EXPERIMENT_RUN(switch, count_steps, measure_in_calls,
	       "what does it cost to go to another fiber and come back?",
	       .order = ORDER_PARTS, .two_at_most = true,
	       .page = "inline call yield spawn");
