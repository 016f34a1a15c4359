/* SPDX-License-Identifier: MIT */
/*
 * One core wakes another, which waits in one way or the other and answers by
 * a store that the first one polls. Only the first core's clock is read: a
 * row is a round trip, what the ways of waiting differ by is one wake-up.
 */
#include "bench/conditions/core_pairs.h"
#include "bench/config/rows.h"
#include "bench/experiments/wake/trip.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/interrupts.h"

#define SETTLE_US 50u        /* the other one is surely asleep by then */
#define HINTS_MAX 16u
#define REASON_MAX 96u

/* ---- rows -------------------------------------------------------------- */

static const struct variant rows[] = {
	[POLL] = { .name = "poll", .summary = "wake a core that polls a word" },
	[HLT] = { .name = "hlt",
		  .summary = "wake a core that is halted, by an interrupt" },
	[FUTEX] = { .name = "futex",
		    .summary = "wake a thread that sleeps in Linux" },
	[MWAIT] = { .name = "mwait",
		    .summary = "wake a core that waits for a store" },
};
ROWS(wake, rows);

/* What row and record say when a wake-up was lost. */
static const char *failure(char text[REASON_MAX])
{
	format(text, REASON_MAX, "core %u %s, after %u wake-ups", trip.partner,
	       trip.dead ? "does not answer" : "lost one", trip.n);
	return text;
}

/* The verdict on the last trip_run(). */
static bool judged(enum way way, bool ok)
{
	char text[REASON_MAX];

	return trial_verdict(WAKE_KEY(rows[way].name, 2), &(struct proof){
		.property = "each wake-up is answered",
		.operations = trip.n, .proven = proven_if(ok),
		.why = failure(text) });
}

/* A way, with its hint: a row. */
static struct timed_way {
	enum way way;
	int64_t hint;         /* of MWAIT; -1 for none */
	bool timed;           /* proven, and no answer was lost since */
	int64_t samples[WAKE_SAMPLES];
	uint32_t n;
	uint32_t count[WAKE_ROUNDS]; /* the history's */
	struct history history;
} *subjects; /* 2 + HINTS_MAX of them, from scratch_keep() */
static unsigned subject_count;
static bool wrong; /* an answer was */

static void use(const struct timed_way *s)
{
	trip.way = s->way;
	trip.patience = trip.plan->patience;
	trip.settle = ticks_of_us(SETTLE_US);
	trip.hint = s->hint < 0 ? 0 : (uint32_t)s->hint;
}

/*
 * Validates a way, which is timed then. A store need not end every MWAIT (an
 * emulator's, a deep state's): that is found out here, and is no fault of ours.
 */
static void add_subject(enum way way, int64_t hint)
{
	struct timed_way *s = &subjects[subject_count++];
	char text[REASON_MAX];
	bool ok;

	*s = (struct timed_way){ .way = way, .hint = hint };
	use(s);
	ok = trip_run(NULL);
	if (!ok && way == MWAIT) {
		wake_skip(trip.plan, rows[way].name, failure(text));
		return;
	}
	s->timed = judged(way, ok);
	wrong |= !s->timed;
}

static bool time_round(void *of, unsigned subject, unsigned round)
{
	struct timed_way *s = &subjects[subject];
	bool ok;

	(void)of;
	(void)round;
	if (!s->timed)
		return true;
	use(s);
	s->history.count = s->count;
	do {
		history_begin(&s->history, trip.partner + 1);
		ok = trip_run(s->samples + s->n);
	} while (ok && !history_add(&s->history, s->samples + s->n, trip.n));
	if (!ok) {
		s->timed = false;
		wrong |= !judged(s->way, false);
	}
	s->n += trip.n;
	return true;
}

static void report(struct timed_way *s)
{
	const struct wake_pair_row row = {
		.variant = rows[s->way].name, .per = "wake-up + answer",
		.partner = trip.partner, .hint = s->hint };

	if (s->timed)
		wake_report_pair(&row, &s->history, s->samples, s->n);
}

static void list_subjects(const struct wake_plan *plan)
{
	/* The machine's own sleep is HLT and an IPI, or Linux's futex. */
	enum way sleep = machine_ipi_missing() ? FUTEX : HLT;
	uint32_t hints[HINTS_MAX];
	unsigned count;

	subject_count = 0;
	if (wake_wants(plan, rows[POLL].name))
		add_subject(POLL, -1);
	if (wake_wants(plan, rows[sleep].name))
		add_subject(sleep, -1);
	if (machine_mwait_missing() || !wake_wants(plan, rows[MWAIT].name))
		return;
	count = machine_mwait_hints(hints, HINTS_MAX);
	for (unsigned i = 0; i < count; i++)
		add_subject(MWAIT, hints[i]);
}

/* All ways in turns. */
static bool pair_rows(const struct wake_plan *plan, unsigned partner)
{
	unsigned done;

	wrong = false;
	trip.partner = partner;
	trip.plan = plan;
	list_subjects(plan);
	if (subject_count)
		trial_rounds(&(struct trial_rounds){
			.rounds = { .subjects = subject_count,
				    .wanted = plan->rounds },
			.pass = time_round }, &done);
	for (unsigned i = 0; i < subject_count; i++)
		report(&subjects[i]);
	return !wrong;
}

/* Once for all pairs: what cannot be measured here, and why. */
static void skip_what_is_missing(const struct wake_plan *plan)
{
	const char *alone = plan->cores < 2 ? "no second core to wake it"
					    : NULL;
	const char *no_hlt = machine_ipi_missing();

	wake_skip(plan, rows[POLL].name, alone);
	wake_skip(plan, rows[HLT].name, no_hlt ?: alone);
	wake_skip(plan, rows[FUTEX].name,
		  no_hlt ? alone : "there is no system to sleep in");
	wake_skip(plan, rows[MWAIT].name, machine_mwait_missing() ?: alone);
}

bool wake_pairs(const struct settings *settings)
{
	struct wake_plan plan =
		wake_plan(settings, settings->cores < 2 ? 1 : 2);
	bool ok = true;

	subjects = scratch_keep((2 + HINTS_MAX) * sizeof(*subjects));
	if (!subjects)
		return trial_skip_memory(WAKE_KEY("pairs", plan.cores));
	skip_what_is_missing(&plan);
	for (enum distance distance = 0; distance < DISTANCES; distance++) {
		unsigned partner =
			core_pairs_partner(settings_all_cores(settings),
					   distance, machine_core_info);

		if (partner)
			ok = pair_rows(&plan, partner) && ok;
	}
	return ok;
}
