/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/line.h"

#include "bench/conclusions/conclude.h"
#include "bench/harness/trial.h"
#include "bench/samples/history.h"
#include "bench/stats/overlap.h"
#include "bench/stats/stats.h"
#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/barrier/central.h"

#define BATCH 64u          /* increments in a sample */
#define ROUNDS 9u
#define SAMPLES_MAX 120u   /* of one core in a round */
#define CHECKED_SAMPLES 16u
#define STEP_MS_MAX 250u
#define DISTANCE_MAX 256u

static const unsigned distance[] = { 0, 8, 16, 32, 64, 128, DISTANCE_MAX };
#define DISTANCES (sizeof(distance) / sizeof(distance[0]))

#define NEIGHBOUR_BYTES 8u /* two words of a line */
#define NAME_MAX 24u

/*
 * Figures of two cores mean something if they ran at the same time: their
 * samples lie side by side. A sample that took that much longer than the slow
 * ones, or that long, does not count: the core may have been away.
 */
#define TOGETHER_PERMILLE 750u
#define TOGETHER_TRIES 4u
#define AWAY_TIMES 8u
#define SLOW_PERMILLE 900u
#define AWAY_US 100u

static struct {
	unsigned core[2], counting;   /* which; how many of them: 1 or 2 */
	unsigned bytes;               /* between the counters */
	unsigned most;                /* samples of each */
	uint64_t ticks;               /* no further sample after that */
	struct barrier together;
	uint32_t unfinished;          /* atomic: cores still sampling */
} order;

/* One line pair each: what a core writes down must not disturb the other. */
static struct own {
	unsigned n;
	uint64_t added;
	uint64_t start[SAMPLES_MAX];
	int64_t ticks[SAMPLES_MAX];
} __attribute__((aligned(MACHINE_LINE_PAIR))) own[2];

/* One that counts alone, and both at each distance. */
static struct timed {
	unsigned counting, bytes;
	unsigned together[ROUNDS]; /* permille of the samples */
	unsigned n[2];
	int64_t ticks[2][ROUNDS * SAMPLES_MAX];
	struct history history;
} timed[1 + DISTANCES];

/* Aligned so that distances mean what they say: 0 to 56 is one line. */
static uint64_t counters[DISTANCE_MAX / sizeof(uint64_t) + 1]
	__attribute__((aligned(2 * DISTANCE_MAX))); /* atomic */

/* ---- two cores count ---------------------------------------------------- */

/* A locked add, so that it can be counted at distance 0, too. */
__attribute__((noinline)) static void false_count(uint64_t *counter,
						  uint64_t count)
{
	while (count--)
		(void)atomic_add_relaxed(counter, 1);
}

static void take_samples(struct own *me, uint64_t *counter)
{
	uint64_t deadline = tsc_read() + order.ticks, start, end;
	bool rdtscp = machine_clock()->has_rdtscp;

	do {
		start = tsc_start();
		false_count(counter, BATCH);
		end = rdtscp ? tsc_stop_rdtscp() : tsc_stop_lfence();
		me->start[me->n] = start;
		me->ticks[me->n++] = (int64_t)(end - start);
	} while (me->n < order.most && end < deadline);
	me->added = (uint64_t)me->n * BATCH;
}

static void count_on_core(unsigned core, void *arg)
{
	unsigned which = core == order.core[1];
	struct own *me = &own[which];
	uint64_t *counter = &counters[which * order.bytes / sizeof(uint64_t)];

	(void)arg;
	if (core != order.core[which] || which >= order.counting)
		return; /* parked again */
	me->n = 0;
	barrier_wait(&order.together);
	take_samples(me, counter);
	atomic_sub_relaxed(&order.unfinished, 1);
	/* The other's last samples are to be disturbed like its first. */
	while (atomic_load_relaxed(&order.unfinished)) {
		false_count(counter, BATCH);
		me->added += BATCH;
	}
}

/* True if every increment is in the counters. */
static bool count_on(unsigned bytes, unsigned counting, unsigned most)
{
	unsigned *core = order.core;

	order.bytes = bytes;
	order.counting = counting;
	order.most = most;
	counters[0] = counters[bytes / sizeof(uint64_t)] = 0;
	own[1].n = own[1].added = 0;
	barrier_init(&order.together, counting);
	order.unfinished = counting;
	machine_run((unsigned)max_u64(core[0], core[1]) + 1, count_on_core,
		    NULL);
	return counters[0] + (bytes ? counters[bytes / sizeof(uint64_t)] : 0) ==
	       own[0].added + own[1].added;
}

/* ---- at the same time? -------------------------------------------------- */

static int64_t all[2 * ROUNDS * SAMPLES_MAX]; /* samples, to be sorted */

/* A core's samples, each with the pause up to the next one. */
static struct overlap_side side_of(unsigned which)
{
	static uint64_t length[2][SAMPLES_MAX];
	uint64_t longest = ticks_of_us(AWAY_US);
	const struct own *core = &own[which];
	uint64_t slow;

	for (unsigned s = 0; s < core->n; s++) {
		length[which][s] = s + 1 < core->n ?
			core->start[s + 1] - core->start[s] :
			(uint64_t)core->ticks[s];
		all[s] = (int64_t)length[which][s];
	}
	stats_sort(all, core->n);
	slow = AWAY_TIMES *
	       (uint64_t)stats_percentile(all, core->n, SLOW_PERMILLE);
	return (struct overlap_side){ core->start, length[which], core->n,
				      min_u64(slow, longest) };
}

/* As count_on(), again as long as the two take turns. */
static bool count_together(unsigned bytes, unsigned *permille)
{
	struct overlap_side a, b;
	bool ok = true;

	*permille = 0;
	for (unsigned i = 0; i < TOGETHER_TRIES && ok &&
	     *permille < TOGETHER_PERMILLE; i++) {
		ok = count_on(bytes, 2, SAMPLES_MAX);
		a = side_of(0);
		b = side_of(1);
		*permille = overlap_permille(&a, &b);
		trial_step(0);
	}
	return ok;
}

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
		ok &= count_on(distance[i], 2, CHECKED_SAMPLES);
		proof.operations += own[0].added + own[1].added;
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
		log_number(NULL, order.core[i]);
	log_array_end();
	log_array("each");
	for (unsigned i = 0; i < subject->counting; i++)
		log_milli(NULL, stats_median(subject->ticks[i], subject->n[i]) *
				1000 / BATCH);
	log_array_end();
	if (subject->counting > 1)
		log_milli("overlap", least_together(subject));
}

/* Both cores' samples in one result. */
static void report_counting(unsigned index)
{
	const struct timed *s = &timed[index];
	bool alone = s->counting == 1;
	const struct param params[] = { { "distance", s->bytes }, { NULL, 0 } };
	size_t n = 0;

	for (unsigned i = 0; i < s->counting; i++)
		for (unsigned k = 0; k < s->n[i]; k++)
			all[n++] = s->ticks[i][k];
	trial_report_rounds(&(struct result){
		.key = { "line", alone ? "false/alone" : "false", s->counting,
			 alone ? NULL : params },
		.per = "locked increment", .batch = BATCH,
		.fields = log_each, .of = (void *)(uintptr_t)index,
	}, &s->history, all, n);
}

/* ---- findings ----------------------------------------------------------- */

/* Its rounds, but for those in which the two did not run at the same time. */
static struct subject rounds_of(const struct timed *t, int64_t *milli,
				char name[NAME_MAX])
{
	for (unsigned r = 0; r < t->history.rounds; r++)
		milli[r] = t->history.disturbed[r] ||
			   t->together[r] < TOGETHER_PERMILLE ? GATE_NO_ROUND :
			   t->history.p50[r] * 1000 / BATCH;
	format(name, NAME_MAX, "%u bytes apart", t->bytes);
	return (struct subject){ name, FIT, t->history.rounds, milli };
}

/* A distance, and the farthest, at which nothing is shared. */
static void compare(const char *finding, unsigned bytes)
{
	static int64_t far[SETTINGS_ROUNDS_MAX], near[SETTINGS_ROUNDS_MAX];
	char names[2][NAME_MAX];
	const struct timed *t = &timed[1];

	while (t->bytes != bytes)
		t++;
	conclude(&(struct conclusion){
		.experiment = "line", .name = finding, .claim = CLAIM_RATIO,
		.fineness = FINE_CORES, .cores = 2, .unit = "times",
		.what = "An increment of two cores' own counters",
		.subjects = 2,
		.subject = { rounds_of(&timed[DISTANCES], far, names[0]),
			     rounds_of(t, near, names[1]) } });
}

/* ---- the variant -------------------------------------------------------- */

unsigned false_sharing_steps(void)
{
	return DISTANCES + 1;
}

/* What both cores brought, in all[]. */
static size_t gather_samples(void)
{
	size_t n = 0;

	for (unsigned i = 0; i < order.counting; i++)
		for (unsigned k = 0; k < own[i].n; k++)
			all[n++] = own[i].ticks[k];
	return n;
}

static void keep_samples(struct timed *s)
{
	for (unsigned i = 0; i < s->counting; i++)
		for (unsigned k = 0; k < own[i].n; k++)
			s->ticks[i][s->n[i]++] = own[i].ticks[k];
}

static bool pass(void *of, unsigned index, unsigned round)
{
	struct timed *s = &timed[index];
	unsigned *together = &s->together[round];
	unsigned cores = s->counting > 1 ? order.core[1] + 1 : 1;
	bool ok;

	(void)of;
	do {
		history_begin(&s->history, cores);
		ok = s->counting > 1 ? count_together(s->bytes, together)
				     : count_on(0, 1, SAMPLES_MAX);
	} while (!history_add(&s->history, all, gather_samples()));
	keep_samples(s);
	return ok;
}

static bool measure_rounds(void)
{
	unsigned done;

	for (unsigned i = 0; i < 1 + DISTANCES; i++)
		timed[i] = (struct timed){
			.counting = i ? 2 : 1,
			.bytes = i ? distance[i - 1] : 0 };
	return trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = 1 + DISTANCES, .wanted = ROUNDS },
		.pass = pass }, &done);
}

static bool measure_distances(void)
{
	if (!measure_rounds())
		return false;
	for (unsigned i = 0; i < 1 + DISTANCES; i++) {
		report_counting(i);
		trial_step(1);
	}
	compare("false sharing", NEIGHBOUR_BYTES);
	compare("next line", MACHINE_LINE);
	return true;
}

bool false_sharing_run(const struct settings *settings, unsigned first,
		       unsigned second)
{
	const struct record_key key = { "line", "false", 2, NULL };

	order.core[0] = first;
	order.core[1] = second;
	order.ticks = trial_box(settings, ROUNDS * false_sharing_steps(), 1,
				STEP_MS_MAX);
	return prove_counting() &&
	       (measure_distances() || trial_wrong(&key, LOST));
}
