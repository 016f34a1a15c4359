/* SPDX-License-Identifier: MIT */
/*
 * Is it fair? All cores enqueue and dequeue for some milliseconds, each by its
 * own clock: how many operations does each get, and how long does one wait at
 * most in a fifth of a millisecond? One longest wait tells little, as it
 * spreads by a factor of 30: a round is told by the median of many. They are so
 * short that an operating system's timer comes in few of them.
 *
 * At the work queue a burst of one core is a choice (sched/queue/workqueue.h).
 * So the ring under a ticket lock, which serves in order, stands beside it, in
 * the same rounds.
 *
 * Each operation is stamped here. The rows of throughput are spared that: these
 * rounds are their own.
 */
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/harness/passage.h"
#include "bench/harness/raw.h"
#include "bench/proof/queue_check.h"
#include "bench/report/quantity.h"
#include "bench/samples/scratch.h"
#include "bench/stats/stats.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/queue/loops.h"
#include "sched/queue/ring.h"

#define TICKET_RING "ring" /* under a ticket lock: its name among the queues */
#define PER "longest operation of 200 us"
#define ROUND_MS 8u
#define WINDOW_US 200u /* that has a longest wait */
#define WINDOWS (ROUND_MS * 1000 / WINDOW_US)
#define SHARES_RECORDED (LOG_ARRAY_MAX / 4)

enum which {
	WORK_QUEUE,
	RING,
	QUEUES,
};

static const struct variant rows[QUEUES] = {
	[WORK_QUEUE] = {
		.name = "wait", .primitive = WORKQUEUE, .per = PER,
		.least_cores = 2,
		.summary = "the longest operation of 200 us, all cores at it" },
	[RING] = {
		.name = "wait/ticket", .primitive = TICKET_RING, .per = PER,
		.least_cores = 2,
		.summary = "the same at a ring under a ticket lock" },
};
ROWS(workqueue, rows);

/* What a core did in a round. */
struct worker {
	uint64_t operations;
	uint64_t longest[WINDOWS]; /* ticks, in each window */
	bool late; /* the queue stayed full or empty for long */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* On the present number of cores: row->of. */
static struct subject {
	struct passage passage; /* first: passage_round() wants it */
	uint64_t (*work_for)(void *queue, struct worker *w, unsigned window,
			     uint64_t ticks);
	struct worker *worker;  /* of both */
	uint64_t *in_all;       /* operations of all rounds, by core */
	uint64_t *share;        /* by round, by core */
	int64_t jain_milli[PASSAGE_ROUNDS_MOST];
} subjects[QUEUES];

/* ---- at work --------------------------------------------------------------- */

/* An operation that began at `before` is done; now. */
static inline uint64_t stamp(struct worker *w, unsigned window, uint64_t before)
{
	uint64_t now = tsc_read();

	w->longest[window] = max_u64(w->longest[window], now - before);
	w->operations++;
	return now;
}

/* A queue's verbs, inlined, for so many ticks. Fewer: see struct worker. */
#define WORK_FOR(name)                                                       \
	__attribute__((noinline))                                            \
	static uint64_t name##_work_for(void *queue, struct worker *w,       \
					unsigned window, uint64_t ticks)     \
	{                                                                    \
		struct queue_pace pace = QUEUE_PACE;                         \
		struct name *q = queue;                                      \
		uint64_t begin = tsc_read(), now = begin;                    \
		struct work work;                                            \
		while (now - begin < ticks) {                                \
			QUEUE_UNTIL(name##_push(q, queue_item(now)), 0);     \
			now = stamp(w, window, now);                         \
			QUEUE_UNTIL(name##_pop(q, &work), 0);                \
			queue_use(work);                                     \
			now = stamp(w, window, now);                         \
		}                                                            \
		return ticks;                                                \
	}
WORK_FOR(shared_queue)
WORK_FOR(ring)

static void on_core(unsigned core, void *arg)
{
	struct subject *s = arg;
	struct passage *p = &s->passage;
	struct worker *w = &s->worker[core];

	*w = (struct worker){ 0 };
	timesharing_meet(&p->gate);
	for (unsigned window = 0; window < WINDOWS && !w->late; window++)
		w->late = !s->work_for(p->queue, w, window,
				       ticks_of_us(WINDOW_US));
	/* By turns a push and a pop; who was late wanted one more. */
	atomic_add_relaxed(&p->in, (w->operations + 1) / 2);
	atomic_add_relaxed(&p->out, w->operations / 2);
	atomic_add_relaxed(&p->wanted, w->operations / 2 + w->late);
}

/* The longest of all cores in each window. */
static uint32_t take(struct row *row, unsigned round, int64_t *longest)
{
	struct subject *s = row->of;
	unsigned cores = s->passage.cores;
	uint64_t *share = &s->share[round * cores];

	if (!passage_round(row, 0))
		return 0;
	for (unsigned window = 0; window < WINDOWS; window++)
		longest[window] = 0;
	for (unsigned core = 0; core < cores; core++) {
		const struct worker *w = &s->worker[core];

		share[core] = w->operations;
		for (unsigned window = 0; window < WINDOWS; window++)
			longest[window] = max_i64(longest[window],
						  w->longest[window]);
	}
	s->jain_milli[round] = (int64_t)stats_jain_milli(share, cores);
	return WINDOWS;
}

/* ---- what it says -------------------------------------------------------------- */

/* Of each round, and of all of them. A disturbed round has its index, too. */
static void log_shares(const void *of)
{
	const struct row *row = of;
	const struct subject *s = row->of;
	unsigned cores = s->passage.cores;

	for (unsigned i = 0; i < row->history.rounds * cores; i++)
		s->in_all[i % cores] += s->share[i];
	log_quantity("jain_rounds", s->jain_milli, row->history.rounds);
	log_milli("jain", (int64_t)stats_jain_milli(s->in_all, cores));
	log_array("per_core"); /* of a longer list the first ones */
	for (unsigned i = 0; i < min_u64(cores, SHARES_RECORDED); i++)
		log_number(NULL, s->in_all[i]);
	log_array_end();
}

static void share_row(const void *of, unsigned index, int64_t *value)
{
	const struct subject *s = of;

	value[0] = index % s->passage.cores;
	value[1] = index / s->passage.cores;
	value[2] = (int64_t)s->share[index];
}

static void report(struct row *row)
{
	static const struct series_column columns[] = {
		{ .name = "core" }, { .name = "round" },
		{ .name = "operations" }, { .name = NULL } };

	if (!row->out)
		raw_series(&(struct series_record){
			.key = row->result.key, .columns = columns,
			.rows = row->history.rounds * row->result.key.cores,
			.row = share_row, .of = row->of });
	row_report(row);
}

/* ---- a number of cores ----------------------------------------------------------- */

static bool prove_ring(const struct record_key *key)
{
	struct proof proof = { .proven = NOT_PROVEN };

	trial_begin(key);
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		if (!strcmp((*entry)->name, TICKET_RING))
			queue_check(*entry, key->cores / 2, key->cores, &proof);
	proof.primitive = TICKET_RING;
	return trial_verdict(key, &proof);
}

static bool pop_of_ring(void *queue, struct work *work)
{
	return ring_pop(queue, work);
}

static struct ring *make_ring(uint32_t capacity)
{
	struct ring *ring = bench_scratch(sizeof(*ring));
	void *slots = bench_scratch(ring_bytes(capacity));

	if (!ring || !slots)
		return NULL;
	ring_init(ring, slots, capacity);
	return ring;
}

static bool make(unsigned cores, uint32_t capacity)
{
	struct worker *worker = bench_scratch(cores * sizeof(*worker));
	bool made = worker;

	for (enum which i = 0; i < QUEUES; i++) {
		bool ring = i == RING;
		void *queue = ring ? (void *)make_ring(capacity)
				   : (void *)workqueue_make(capacity);
		uint64_t *counts = bench_scratch(
			(1 + PASSAGE_ROUNDS_MOST) * cores * sizeof(*counts));

		subjects[i] = (struct subject){
			.passage = { .queue = queue, .cores = cores,
				     .pop = ring ? pop_of_ring
						 : workqueue_take_out,
				     .on_core = on_core },
			.work_for = ring ? ring_work_for
					 : shared_queue_work_for,
			.worker = worker,
			.in_all = counts, .share = counts + cores };
		made &= queue && counts;
	}
	return made;
}

bool workqueue_fairness(const struct settings *settings, unsigned cores)
{
	struct row row[QUEUES];
	uint32_t capacity = workqueue_capacity(cores);
	bool wanted = false;

	for (enum which i = 0; i < QUEUES; i++) {
		row[i] = (struct row){
			.result = { .key = { WORKQUEUE, rows[i].name, cores,
					     NULL },
				    .per = PER, .primitive = rows[i].primitive,
				    .batch = 1, .capacity = capacity,
				    .fields = log_shares },
			.take = take, .of = &subjects[i], .most = WINDOWS,
			.history.rivals = cores - 1 };
		row[i].out = !settings_wants_row(settings, rows[i].name,
						 false);
		wanted |= !row[i].out;
	}
	if (!wanted)
		return true;
	scratch_empty();
	if (!workqueue_proven(&row[WORK_QUEUE].result.key, cores) ||
	    !prove_ring(&row[RING].result.key))
		return false;
	if (!make(cores, capacity)) {
		trial_skip_memory(&row[WORK_QUEUE].result.key);
		return true;
	}
	rows_measure(row, QUEUES, PASSAGE_ROUNDS(settings), 0);
	for (enum which i = 0; i < QUEUES; i++)
		report(&row[i]);
	return !subjects[WORK_QUEUE].passage.wrong &&
	       !subjects[RING].passage.wrong;
}
