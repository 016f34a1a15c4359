/* SPDX-License-Identifier: MIT */
/*
 * Interrupts from core to core: until the sender sees what the handler has
 * stored, there and back, by the two cores' stamps, and to several at once.
 */
#include "bench/conditions/core_pairs.h"
#include "bench/experiments/wake/shot.h"
#include "bench/harness/sweep.h"
#include "bench/stats/stats.h"
#include "kernel/format.h"
#include "kernel/interrupts.h"
#include "kernel/string.h"

#define TEXT_MAX 96u

/* ---- rows -------------------------------------------------------------- */

static int64_t trips[WAKE_SAMPLES], stamps[WAKE_SAMPLES];
static uint32_t round_count[WAKE_ROUNDS]; /* of either */
static struct history trip_rounds, stamp_rounds;
static bool wrong; /* a validation has failed */

static const char store_row[] = "ipi/store", stamp_row[] = "ipi/stamp";
static const char trip_row[] = "ipi/trip", each_row[] = "ipi/each";
static const char broadcast_row[] = "ipi/broadcast";

static const struct variant rows[] = {
	{ store_row, .summary = "interrupt a core, see its store" },
	{ stamp_row, .summary = "interrupt a core, to its handler" },
	{ trip_row, .summary = "interrupt a core, be interrupted back" },
	{ each_row, .summary = "interrupt all others, one by one" },
	{ broadcast_row, .summary = "interrupt all others at once" },
};
ROWS(wake, rows);

/* The verdict on what the last shot_run() or shot_check() said. */
static bool judged(const char *variant, unsigned cores, bool ok)
{
	char text[TEXT_MAX] = "a core took more than it was sent";

	if (shot.silent != SHOT_NOBODY)
		format(text, sizeof(text), "core %u took no interrupt for "
		       "%lu ms", shot.silent,
		       shot.plan->patience / ticks_of_ms(1));
	wrong |= !ok;
	return trial_verdict(WAKE_KEY(variant, cores), &(struct proof){
		.property = "each interrupt is taken once",
		.proven = proven_if(ok), .operations = shot.n, .why = text });
}

/* All rounds, a disturbed one again; false if a core did not take one. */
static bool take_rounds(void)
{
	uint32_t n = 0;

	trip_rounds = (struct history){ .count = round_count };
	/* Of the same shots: whether they are done again, the trips say. */
	stamp_rounds = (struct history){ .count = round_count,
					 .repeated = HISTORY_REPEATS };
	for (unsigned r = 0; r < shot.plan->rounds; r++) {
		do {
			history_begin(&trip_rounds, shot.last + 1);
			stamp_rounds.cores = trip_rounds.cores;
			stamp_rounds.before = trip_rounds.before;
			if (!shot_run(trips + n, stamps + n))
				return false;
		} while (!history_add(&trip_rounds, trips + n, shot.n));
		history_add(&stamp_rounds, stamps + n, shot.n);
		n += shot.n;
	}
	stamp_rounds.repeated = trip_rounds.repeated;
	shot.n = n;
	return true;
}

/*
 * Validates. A core that was silent once is not asked again: each time costs
 * the whole patience.
 */
static bool proven(const char *variant, unsigned first, unsigned last)
{
	unsigned cores = last - first + 2;
	char text[TEXT_MAX];

	if (shot.silent >= first && shot.silent <= last) {
		format(text, sizeof(text), "core %u takes no interrupt",
		       shot.silent);
		return trial_skip(WAKE_KEY(variant, cores), text);
	}
	shot.first = first;
	shot.last = last;
	shot.silent = SHOT_NOBODY;
	return judged(variant, cores, shot_check());
}

/* ---- from core 0 to a partner ------------------------------------------ */

static void report_pair(const char *variant, const char *per,
			const struct history *rounds, int64_t *samples,
			bool skew)
{
	wake_report_pair(&(struct wake_pair_row){
		.variant = variant, .per = per,
		.partner = shot.last, .hint = -1, .skew = skew },
		rounds, samples, shot.n);
}

/* One core's stamp less the other's: only above what the two may be off. */
static void report_stamps(void)
{
	const struct machine_clock *clock = machine_clock();
	const char *unfit = NULL;

	/* A copy is sorted: the trips are reported, their place is free. */
	memcpy(trips, stamps, sizeof(trips));
	if (!clock->skew_known)
		unfit = "how far two cores' clocks are apart is not known";
	else if (stats_median(trips, shot.n) <= (int64_t)clock->skew_ticks)
		unfit = "shorter than two cores' clocks may be apart";
	if (unfit)
		trial_skip(WAKE_KEY(stamp_row, 2), unfit);
	else
		report_pair(stamp_row, "one way, to the handler",
			    &stamp_rounds, stamps, true);
}

/* Samples of a partner, of which there then are shot.n. A failure here makes a
 * second verdict, and no result. */
static bool sampled(const char *variant, unsigned partner)
{
	return wake_wants(shot.plan, variant) &&
	       proven(variant, partner, partner) &&
	       (take_rounds() || judged(variant, 2, false));
}

/* One after the other: nobody compares them. */
static void pair_rows(unsigned partner)
{
	shot.back = shot.broadcast = false;
	if (sampled(store_row, partner)) {
		report_pair(store_row, "interrupt + store seen", &trip_rounds,
			    trips, false);
		report_stamps();
	}
	shot.back = true;
	if (sampled(trip_row, partner))
		report_pair(trip_row, "round trip (2 interrupts)", &trip_rounds,
			    trips, false);
	shot.back = false;
}

/* ---- from core 0 to several -------------------------------------------- */

/* One by one or by one command. They are compared, so they take turns,
 * in the arrays that a partner's samples have left. */
static struct many {
	const char *variant;
	int64_t *samples;
	bool broadcast;
	bool timed;           /* proven, and none was silent since */
	uint32_t n;
	uint32_t count[WAKE_ROUNDS]; /* the history's */
	struct history history;
} many[] = {
	{ .variant = each_row, .samples = trips },
	{ .variant = broadcast_row, .samples = stamps, .broadcast = true },
};

static bool time_round(void *of, unsigned subject, unsigned round)
{
	struct many *m = &many[subject];

	(void)of;
	(void)round;
	if (!m->timed)
		return true;
	shot.broadcast = m->broadcast;
	do {
		history_begin(&m->history, shot.last + 1);
		m->timed = shot_run(m->samples + m->n, NULL);
	} while (m->timed &&
		 !history_add(&m->history, m->samples + m->n, shot.n));
	if (!m->timed)
		return judged(m->variant, shot.last + 1, false);
	m->n += shot.n;
	return true;
}

/* So many of them. */
static void many_cores(const struct wake_plan *plan, unsigned subjects)
{
	unsigned done;

	shot.plan = plan;
	for (unsigned i = 0; i < subjects; i++) {
		struct many *m = &many[i];

		m->n = 0;
		m->history = (struct history){ .count = m->count };
		shot.broadcast = m->broadcast;
		m->timed = wake_wants(plan, m->variant) &&
			   proven(m->variant, 1, plan->cores - 1);
	}
	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = subjects, .wanted = plan->rounds },
		.pass = time_round }, &done);
	for (struct many *m = many; m < many + subjects; m++)
		if (m->timed)
			wake_report(WAKE_KEY(m->variant, plan->cores),
				    "all have taken it", 1, &m->history,
				    m->samples, m->n);
}

static void many_rows(const struct settings *settings)
{
	bool all = settings->cores == machine_cores();
	struct wake_plan plan;

	for (unsigned c = 2; c; c = sweep_next_cores(settings, c)) {
		plan = wake_plan(settings, c);
		many_cores(&plan, all && c == settings->cores ? 2 : 1);
	}
	if (!all)
		wake_skip(&plan, broadcast_row,
			  "it would reach cores that are left out (cores=)");
}

bool wake_ipis(const struct settings *settings)
{
	const char *missing = settings->cores < 2 ? "no second core to interrupt"
						  : NULL;
	struct wake_plan plan =
		wake_plan(settings, settings->cores < 2 ? 1 : 2);

	missing = machine_ipi_missing() ?: missing;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		wake_skip(&plan, rows[i].name, missing);
	if (missing)
		return true;
	shot.plan = &plan;
	shot.silent = SHOT_NOBODY;
	wrong = false;
	for (enum distance distance = 0; distance < DISTANCES; distance++) {
		unsigned partner =
			core_pairs_partner(settings_all_cores(settings),
					   distance, machine_core_info);

		if (partner)
			pair_rows(partner);
	}
	many_rows(settings);
	return !wrong;
}
