/* SPDX-License-Identifier: MIT */
/*
 * Two cores, two counters, and so many bytes between them: as long as both lie in
 * one cache line, each increment has to fetch it from the other core although
 * the two share nothing.
 */
#include "bench/conditions/disturbed.h"
#include "bench/experiments/line/line.h"
#include "bench/harness/row.h"
#include "bench/samples/scratch.h"
#include "bench/stats/overlap.h"
#include "bench/stats/stats.h"
#include "kernel/atomic.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/barrier/central.h"

#define ROUNDS 9u
#define CHECKED_SAMPLES 16u
#define STEP_MS_MAX 250u
#define INCREMENTS 256u    /* in a sample */
#define SAMPLES 120u       /* of one core in a round */
#define BYTES_MAX 256u     /* between the counters */

/*
 * Figures of two cores mean something if they ran at the same time: their
 * samples lie side by side. A sample that took that much longer than the slow
 * ones, or that long, does not count: the core may have been away.
 */
#define TOGETHER_PERMILLE 750u /* else the cores took turns */
#define TOGETHER_TRIES 4u
#define AWAY_TIMES 8u
#define SLOW_PERMILLE 900u
#define AWAY_US 100u

/* One core alone, and both at each distance. */
static const unsigned distance[] = { 0, 0, 8, 16, 32, 64, 128, BYTES_MAX };
#define SUBJECTS (sizeof(distance) / sizeof(distance[0]))

static struct subject {
	struct param params[2];
	unsigned together[ROUNDS]; /* permille of the samples */
	int64_t each[2][ROUNDS];   /* medians of the cores */
} subjects[SUBJECTS];

static struct {
	const unsigned *core;         /* the two */
	unsigned counting;            /* how many of them: 1 or 2 */
	unsigned bytes;               /* between the counters */
	unsigned most;                /* samples of each */
	uint64_t ticks;               /* no further sample after that */
	struct barrier together;
	uint32_t unfinished;          /* atomic: cores still sampling */
} order;

/* What a core brought, in the order of time. One line pair each: what a core
 * writes down must not disturb the other. */
static struct counting {
	unsigned n;       /* samples */
	uint64_t added;   /* increments, those after its last sample included */
	uint64_t start[SAMPLES];
	int64_t ticks[SAMPLES];
} __attribute__((aligned(MACHINE_LINE_PAIR))) counting_core[2];

/* Aligned so that distances mean what they say: 0 to 56 is one line. */
static uint64_t counters[BYTES_MAX / sizeof(uint64_t) + 1]
	__attribute__((aligned(2 * BYTES_MAX))); /* atomic */

/* ---- two cores count ---------------------------------------------------- */

/* A locked add, so that it can be counted at distance 0, too. */
__attribute__((noinline)) static void false_count(uint64_t *counter,
						  uint64_t count)
{
	while (count--)
		(void)atomic_add_relaxed(counter, 1);
}

static void take_samples(struct counting *me, uint64_t *counter)
{
	uint64_t deadline = tsc_read() + order.ticks, start, end;
	bool rdtscp = machine_clock()->has_rdtscp;

	do {
		start = tsc_start();
		false_count(counter, INCREMENTS);
		end = rdtscp ? tsc_stop_rdtscp() : tsc_stop_lfence();
		me->start[me->n] = start;
		me->ticks[me->n++] = (int64_t)(end - start);
	} while (me->n < order.most && end < deadline);
	me->added = (uint64_t)me->n * INCREMENTS;
}

static void count_on_core(unsigned core, void *arg)
{
	unsigned which = core == order.core[1];
	struct counting *me = &counting_core[which];
	uint64_t *counter = &counters[which * order.bytes / sizeof(uint64_t)];

	(void)arg;
	if (which >= order.counting)
		return; /* parked again */
	me->n = 0;
	barrier_wait(&order.together);
	take_samples(me, counter);
	atomic_sub_relaxed(&order.unfinished, 1);
	/* The other's last samples are to be disturbed like its first. */
	while (atomic_load_relaxed(&order.unfinished)) {
		false_count(counter, INCREMENTS);
		me->added += INCREMENTS;
	}
}

static bool count_at(unsigned bytes, unsigned counting, unsigned most)
{
	const unsigned *core = order.core;

	order.bytes = bytes;
	order.counting = counting;
	order.most = most;
	counters[0] = counters[bytes / sizeof(uint64_t)] = 0;
	counting_core[1].n = counting_core[1].added = 0;
	barrier_init(&order.together, counting);
	order.unfinished = counting;
	machine_run_two(core[0], core[1], count_on_core, NULL);
	if (!bytes)
		return counters[0] ==
		       counting_core[0].added + counting_core[1].added;
	return counters[0] == counting_core[0].added &&
	       counters[bytes / sizeof(uint64_t)] == counting_core[1].added;
}

/* ---- at the same time? -------------------------------------------------- */

/* A core's samples, each with the pause up to the next one. */
static struct overlap_side side_of(unsigned which)
{
	static uint64_t length[2][SAMPLES];
	int64_t sorted[SAMPLES];
	uint64_t longest = ticks_of_us(AWAY_US);
	const struct counting *core = &counting_core[which];
	uint64_t slow;

	for (unsigned s = 0; s < core->n; s++) {
		length[which][s] = s + 1 < core->n ?
			core->start[s + 1] - core->start[s] :
			(uint64_t)core->ticks[s];
		sorted[s] = (int64_t)length[which][s];
	}
	stats_sort(sorted, core->n);
	slow = AWAY_TIMES *
	       (uint64_t)stats_percentile(sorted, core->n, SLOW_PERMILLE);
	return (struct overlap_side){ core->start, length[which], core->n,
				      min_u64(slow, longest) };
}

static bool count_together(unsigned bytes, unsigned *permille)
{
	struct overlap_side a, b;
	bool ok = true;

	*permille = 0;
	for (unsigned i = 0; i < TOGETHER_TRIES && ok &&
	     *permille < TOGETHER_PERMILLE; i++) {
		ok = count_at(bytes, 2, SAMPLES);
		a = side_of(0);
		b = side_of(1);
		*permille = overlap_permille(&a, &b);
		trial_step(0);
	}
	return ok;
}

/* ---- rows --------------------------------------------------------------- */

static const struct record_key key = { "line", "false", 2, NULL };
static const char lost[] = "increments were lost";

static uint32_t take(struct row *row, unsigned round, int64_t *samples)
{
	struct subject *s = row->of;
	unsigned cores = row->result.key.cores;
	uint32_t n = 0;

	if (cores == 1 ? !count_at(0, 1, SAMPLES)
		       : !count_together((unsigned)s->params->value,
					 &s->together[round])) {
		trial_wrong(&key, lost);
		return 0;
	}
	for (unsigned i = 0; i < cores; i++) {
		const struct counting *c = &counting_core[i];

		memcpy(samples + n, c->ticks, c->n * sizeof(*samples));
		s->each[i][round] = stats_median(samples + n, c->n);
		n += c->n;
	}
	return n;
}

static void log_each(const void *of)
{
	const struct row *row = of;
	struct subject *s = row->of;
	unsigned cores = row->result.key.cores, rounds = row->history.rounds;
	uint64_t least = s->together[0];

	log_array("counting");
	for (unsigned i = 0; i < cores; i++)
		log_number(NULL, order.core[i]);
	log_array_end();
	log_array("each");
	for (unsigned i = 0; i < cores; i++)
		log_milli(NULL, stats_median(s->each[i], rounds) * 1000 /
				INCREMENTS);
	log_array_end();
	for (unsigned r = 1; r < rounds; r++)
		least = min_u64(least, s->together[r]);
	if (cores > 1)
		log_milli("overlap", (int64_t)least);
}

static struct row row_of(unsigned i)
{
	struct subject *s = &subjects[i];

	s->params[0] = (struct param){ "distance", distance[i] };
	return (struct row){
		.result = { .key = { "line", i ? "false" : "false/alone",
				     i ? 2 : 1, i ? s->params : NULL },
			    .per = "locked increment", .batch = INCREMENTS,
			    .fields = log_each },
		.take = take, .of = s, .most = 2 * SAMPLES,
		.cores = i ? order.core[1] + 1 : 1 };
}

/* A round does not count in which the two did not run at the same time. */
static void mark_turns(struct row *row)
{
	const struct subject *s = row->of;

	for (unsigned r = 0; r < row->history.rounds; r++)
		if (row->result.key.cores > 1 &&
		    s->together[r] < TOGETHER_PERMILLE)
			row->history.disturbed[r] |= DISTURBED_TURNS;
}

static bool proven(void)
{
	struct proof proof = { .property = "each addition counts once",
			       .why = lost };
	bool ok = true;

	trial_begin(&key);
	for (unsigned i = 1; i < SUBJECTS; i++) {
		ok &= count_at(distance[i], 2, CHECKED_SAMPLES);
		proof.operations += counting_core[0].added +
				    counting_core[1].added;
	}
	proof.proven = proven_if(ok);
	return trial_verdict(&key, &proof);
}

unsigned false_sharing_steps(void)
{
	return ROUNDS * SUBJECTS;
}

bool false_sharing_run(const struct settings *settings, const unsigned *cores)
{
	static struct row rows[SUBJECTS];

	order.core = cores;
	order.ticks = trial_box(settings, ROUNDS * SUBJECTS, 1, STEP_MS_MAX);
	if (!proven())
		return false;
	scratch_empty();
	for (unsigned i = 0; i < SUBJECTS; i++)
		rows[i] = row_of(i);
	if (!rows_measure(rows, SUBJECTS, &(struct rounds){ .wanted = ROUNDS },
			  1))
		return false;
	for (unsigned i = 0; i < SUBJECTS; i++)
		mark_turns(&rows[i]);
	rows_report(rows, SUBJECTS);
	return true;
}
