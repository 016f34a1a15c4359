/* SPDX-License-Identifier: MIT */
#include "bench/conditions/disturbed.h"
#include "bench/experiments/line/counting.h"
#include "bench/experiments/line/line.h"
#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/samples/history.h"
#include "bench/samples/scratch.h"
#include "bench/stats/stats.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define ROUNDS 9u
#define CHECKED_SAMPLES 16u
#define STEP_MS_MAX 250u

static const unsigned distance[] = { 0, 8, 16, 32, 64, 128,
				     COUNTING_BYTES_MAX };
#define DISTANCES (sizeof(distance) / sizeof(distance[0]))

/* One that counts alone, and both at each distance. */
static struct timed {
	unsigned counting, bytes;
	unsigned together[ROUNDS]; /* permille of the samples */
	unsigned n[2];
	int64_t ticks[2][ROUNDS * COUNTING_SAMPLES_MAX];
	unsigned each[2][ROUNDS];  /* samples */
	uint32_t count[ROUNDS];    /* the history's: of both */
	struct history history;
} *timed; /* 1 + DISTANCES of them, from scratch_keep() */

/* To be sorted: MOST_SAMPLES of them, from scratch_keep(). */
#define MOST_SAMPLES (2 * ROUNDS * COUNTING_SAMPLES_MAX)
static int64_t *all;

/* ---- validation --------------------------------------------------------- */

#define LOST "increments were lost"

static bool prove_counting(void)
{
	const struct record_key key = { "line", "false", 2, NULL };
	struct proof proof = { .property = "each addition counts once",
			       .why = LOST };
	bool ok = true;

	trial_begin(&key);
	for (unsigned i = 0; i < DISTANCES; i++) {
		ok &= counting_run(distance[i], 2, CHECKED_SAMPLES);
		proof.operations += counting_core[0].added +
				    counting_core[1].added;
	}
	proof.proven = proven_if(ok);
	return trial_verdict(&key, &proof);
}

/* ---- report ------------------------------------------------------------- */

static unsigned least_together(const struct timed *t)
{
	unsigned least = t->together[0];

	for (unsigned r = 1; r < t->history.rounds; r++)
		least = (unsigned)min_u64(least, t->together[r]);
	return least;
}

static void log_each(const void *of)
{
	struct timed *subject = &timed[(uintptr_t)of];

	log_array("counting");
	for (unsigned i = 0; i < subject->counting; i++)
		log_number(NULL, counting_number(i));
	log_array_end();
	log_array("each");
	for (unsigned i = 0; i < subject->counting; i++)
		log_milli(NULL, stats_median(subject->ticks[i], subject->n[i]) *
				1000 / COUNTING_BATCH);
	log_array_end();
	if (subject->counting > 1)
		log_milli("overlap", least_together(subject));
}

/* Both cores' samples, round after round. */
static size_t gather_rounds(const struct timed *s)
{
	unsigned from[2] = { 0, 0 };
	size_t n = 0;

	for (unsigned r = 0; r < s->history.rounds; r++)
		for (unsigned i = 0; i < s->counting; i++) {
			memcpy(all + n, s->ticks[i] + from[i],
			       s->each[i][r] * sizeof(*all));
			from[i] += s->each[i][r];
			n += s->each[i][r];
		}
	return n;
}

static struct record_key key_of(const struct timed *s,
				const struct param *params)
{
	bool alone = s->counting == 1;

	return (struct record_key){ "line", alone ? "false/alone" : "false",
				    s->counting, alone ? NULL : params };
}

#define DISTANCE_PARAMS(s) { { "distance", (s)->bytes }, { NULL, 0 } }

/* Both cores' samples in one result. */
static void report_counting(unsigned index)
{
	const struct timed *s = &timed[index];
	const struct param params[] = DISTANCE_PARAMS(s);

	trial_report_rounds(&(struct result){
		.key = key_of(s, params),
		.per = "locked increment", .batch = COUNTING_BATCH,
		.fields = log_each, .of = (void *)(uintptr_t)index,
	}, &s->history, all, gather_rounds(s));
}

/* ---- the variant -------------------------------------------------------- */

unsigned false_sharing_steps(void)
{
	return DISTANCES + 1;
}

/* What the cores brought, in all[]. */
static size_t gather_samples(const struct timed *s)
{
	size_t n = 0;

	for (unsigned i = 0; i < s->counting; i++)
		for (unsigned k = 0; k < counting_core[i].n; k++)
			all[n++] = counting_core[i].ticks[k];
	return n;
}

static void keep_samples(struct timed *s, unsigned round)
{
	for (unsigned i = 0; i < s->counting; i++) {
		s->each[i][round] = counting_core[i].n;
		for (unsigned k = 0; k < counting_core[i].n; k++)
			s->ticks[i][s->n[i]++] = counting_core[i].ticks[k];
	}
}

/* With samples=raw: when each sample of a core began, so that others can say
 * whether both ran at the same time. */
static void stamp_row(const void *of, unsigned index, int64_t *value)
{
	const unsigned *round = of;
	const struct counting_core *first = &counting_core[0], *core = first;

	if (index >= first->n) {
		index -= first->n;
		core++;
	}
	value[0] = *round;
	value[1] = counting_number((unsigned)(core - first));
	value[2] = (int64_t)(core->start[index] - first->start[0]);
	value[3] = core->ticks[index];
}

static void write_stamps(const struct timed *s, unsigned round)
{
	static const struct series_column columns[] = {
		{ .name = "round" }, { .name = "core" }, { .name = "start" },
		{ .name = "took" }, { .name = NULL } };
	const struct param params[] = DISTANCE_PARAMS(s);

	if (s->counting > 1)
		raw_series(&(struct series_record){
			.key = key_of(s, params), .columns = columns,
			.rows = counting_core[0].n + counting_core[1].n,
			.row = stamp_row, .of = &round });
}

static bool pass(void *of, unsigned index, unsigned round)
{
	struct timed *s = &timed[index];
	unsigned *together = &s->together[round];
	unsigned cores = s->counting > 1 ? counting_number(1) + 1 : 1;
	bool ok;

	(void)of;
	do {
		history_begin(&s->history, cores);
		ok = s->counting > 1 ? counting_together(s->bytes, together)
				     : counting_run(0, 1, COUNTING_SAMPLES_MAX);
	} while (!history_add(&s->history, all, gather_samples(s)));
	keep_samples(s, round);
	write_stamps(s, round);
	return ok;
}

static bool measure_rounds(void)
{
	unsigned done;

	for (unsigned i = 0; i < 1 + DISTANCES; i++)
		timed[i] = (struct timed){
			.counting = i ? 2 : 1,
			.bytes = i ? distance[i - 1] : 0,
			.history = { .count = timed[i].count } };
	return trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = 1 + DISTANCES, .wanted = ROUNDS },
		.pass = pass }, &done);
}

/* A round does not count in which the two did not run at the same time. */
static void mark_turns(struct timed *s)
{
	for (unsigned r = 0; s->counting > 1 && r < s->history.rounds; r++)
		if (s->together[r] < COUNTING_TOGETHER_PERMILLE)
			s->history.disturbed[r] |= DISTURBED_TURNS;
}

static bool measure_distances(void)
{
	if (!measure_rounds())
		return false;
	for (unsigned i = 0; i < 1 + DISTANCES; i++) {
		mark_turns(&timed[i]);
		report_counting(i);
		trial_step(1);
	}
	return true;
}

bool false_sharing_run(const struct settings *settings, unsigned first,
		       unsigned second)
{
	const struct record_key key = { "line", "false", 2, NULL };

	all = scratch_keep(MOST_SAMPLES * sizeof(*all));
	timed = scratch_keep((1 + DISTANCES) * sizeof(*timed));
	if (!all || !timed)
		return trial_skip_memory(&key);
	counting_prepare(first, second,
			 trial_box(settings, ROUNDS * false_sharing_steps(), 1,
				   STEP_MS_MAX));
	return prove_counting() &&
	       (measure_distances() || trial_wrong(&key, LOST));
}
