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
#include "bench/conditions/timesharing.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/harness/row.h"
#include "bench/harness/passage.h"
#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "bench/samples/history.h"
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
#define ROUNDS_MOST 20u
#define ROUND_MS 8u
#define WINDOW_US 200u /* that has a longest wait */
#define WINDOWS (ROUND_MS * 1000 / WINDOW_US)
#define SHARES_RECORDED (LOG_ARRAY_MAX / 4)

enum fairness_subject {
	FAIRNESS_WORK_QUEUE,
	FAIRNESS_TICKET_RING,
	FAIRNESS_SUBJECTS,
};

static const struct variant rows[FAIRNESS_SUBJECTS] = {
	[FAIRNESS_WORK_QUEUE] = {
		.name = "wait", .primitive = WORKQUEUE, .per = PER,
		.least_cores = 2,
		.summary = "the longest operation of 200 us, all cores at it" },
	[FAIRNESS_TICKET_RING] = {
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

/* On the present number of cores. */
static struct {
	unsigned cores;
	void *queue[FAIRNESS_SUBJECTS];
	struct worker *worker;
	struct timesharing_gate gate;
	uint64_t *share[FAIRNESS_SUBJECTS]; /* operations by round, by core */
	uint64_t *in_all;                   /* by core, of the one reported */
	enum fairness_subject subject;      /* of the last round */
	struct passage passage;             /* in the last round */
	int64_t *longest[FAIRNESS_SUBJECTS]; /* by round, by window */

	struct history history[FAIRNESS_SUBJECTS];
	uint32_t windows[FAIRNESS_SUBJECTS][ROUNDS_MOST]; /* of each round */
	int64_t jain_milli[FAIRNESS_SUBJECTS][ROUNDS_MOST];
} run;

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

static void on_core(unsigned core, void *subject)
{
	uint64_t (*const work_for[])(void *, struct worker *, unsigned,
				     uint64_t) = {
		[FAIRNESS_WORK_QUEUE] = shared_queue_work_for,
		[FAIRNESS_TICKET_RING] = ring_work_for };
	enum fairness_subject s = *(const enum fairness_subject *)subject;
	struct worker *w = &run.worker[core];

	*w = (struct worker){ 0 };
	timesharing_meet(&run.gate);
	for (unsigned window = 0; window < WINDOWS && !w->late; window++)
		w->late = !work_for[s](run.queue[s], w, window,
				       ticks_of_us(WINDOW_US));
}

/* ---- a round ----------------------------------------------------------------- */

static uint64_t *shares_of(enum fairness_subject s, unsigned round)
{
	return &run.share[s][round * run.cores];
}

static int64_t *longest_of(enum fairness_subject s, unsigned round)
{
	return &run.longest[s][round * WINDOWS];
}

/* Of all cores, in each window. */
static void keep_longest(enum fairness_subject s, unsigned round)
{
	for (unsigned window = 0; window < WINDOWS; window++) {
		uint64_t longest = 0;

		for (unsigned core = 0; core < run.cores; core++)
			longest = max_u64(longest,
					  run.worker[core].longest[window]);
		longest_of(s, round)[window] = (int64_t)longest;
	}
}

/* What the cores did, as round `round` of the subject's. */
static void keep(enum fairness_subject s, unsigned round)
{
	uint64_t *share = shares_of(s, round);

	run.passage = (struct passage){ 0 };
	for (unsigned core = 0; core < run.cores; core++) {
		const struct worker *w = &run.worker[core];

		/* By turns a push and a pop; who was late wanted one more. */
		run.passage.in += (w->operations + 1) / 2;
		run.passage.out += w->operations / 2;
		run.passage.wanted += w->operations / 2 + w->late;
		share[core] = w->operations;
	}
	keep_longest(s, round);
	run.jain_milli[s][round] =
		(int64_t)stats_jain_milli(share, run.cores);
}

static bool pop_of_ring(void *queue, struct work *work)
{
	return ring_pop(queue, work);
}

/* False: items came late, were lost, or came from nowhere. */
static bool all_passed(enum fairness_subject s)
{
	if (s == FAIRNESS_WORK_QUEUE)
		return workqueue_passed(run.queue[s], &run.passage);
	passage_end(&run.passage, pop_of_ring, run.queue[s]);
	return passage_proven(&run.passage) == PROVEN;
}

static bool pass(void *of, unsigned subject, unsigned round)
{
	enum fairness_subject s = subject;

	(void)of;
	do {
		history_begin(&run.history[s], run.cores);
		timesharing_gate_init(&run.gate, run.cores);
		machine_run(run.cores, on_core, &s);
		run.subject = s;
		keep(s, round);
		if (!all_passed(s))
			return false;
	} while (!history_add(&run.history[s], longest_of(s, round), WINDOWS));
	return true;
}

/* ---- what it says -------------------------------------------------------------- */

static struct record_key key_of(enum fairness_subject s)
{
	return (struct record_key){ WORKQUEUE, rows[s].name, run.cores, NULL };
}

static void sum_shares(enum fairness_subject s)
{
	for (unsigned core = 0; core < run.cores; core++) {
		run.in_all[core] = 0;
		for (unsigned r = 0; r < run.history[s].rounds; r++)
			run.in_all[core] += shares_of(s, r)[core];
	}
}

/* Of each round, and of all of them. A disturbed round has its index, too. */
static void log_shares(const void *subject)
{
	enum fairness_subject s = *(const enum fairness_subject *)subject;

	log_quantity("jain_rounds", run.jain_milli[s], run.history[s].rounds);
	log_milli("jain",
		  (int64_t)stats_jain_milli(run.in_all, run.cores));
	log_array("per_core"); /* of a longer list the first ones */
	for (unsigned i = 0; i < min_u64(run.cores, SHARES_RECORDED); i++)
		log_number(NULL, run.in_all[i]);
	log_array_end();
}

static void share_row(const void *subject, unsigned index, int64_t *value)
{
	enum fairness_subject s = *(const enum fairness_subject *)subject;

	value[0] = index % run.cores;
	value[1] = index / run.cores;
	value[2] = (int64_t)run.share[s][index];
}

static void report(enum fairness_subject s)
{
	static const struct series_column columns[] = {
		{ .name = "core" }, { .name = "round" },
		{ .name = "operations" }, { .name = NULL } };
	struct history *history = &run.history[s];

	raw_series(&(struct series_record){
		.key = key_of(s), .columns = columns,
		.rows = history->rounds * run.cores, .row = share_row,
		.of = &s });
	sum_shares(s);
	trial_report_rounds(&(struct result){
		.key = key_of(s), .per = PER,
		.primitive = rows[s].primitive, .batch = 1,
		.capacity = workqueue_capacity(run.cores),
		.fields = log_shares, .of = &s },
		history, run.longest[s], history->rounds * WINDOWS);
}

/* ---- a number of cores ----------------------------------------------------------- */

static const struct queue_kind *ticket_ring(void)
{
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		if (!strcmp((*entry)->name, TICKET_RING))
			return *entry;
	return NULL;
}

static bool prove(enum fairness_subject s)
{
	const struct record_key key = key_of(s);
	struct proof proof;

	trial_begin(&key);
	if (s == FAIRNESS_WORK_QUEUE)
		workqueue_check(run.cores, &proof);
	else
		queue_check(ticket_ring(), run.cores / 2, run.cores, &proof);
	proof.primitive = rows[s].primitive;
	return trial_verdict(&key, &proof);
}

static bool make(void)
{
	uint32_t capacity = workqueue_capacity(run.cores);
	struct ring *ring = bench_scratch(sizeof(*ring));
	void *slots = bench_scratch(ring_bytes(capacity));
	size_t bytes = ROUNDS_MOST * run.cores * sizeof(uint64_t);
	size_t longest = ROUNDS_MOST * WINDOWS * sizeof(int64_t);

	run.queue[FAIRNESS_WORK_QUEUE] = workqueue_make(capacity);
	run.queue[FAIRNESS_TICKET_RING] = ring;
	run.worker = bench_scratch(run.cores * sizeof(*run.worker));
	run.in_all = bench_scratch(run.cores * sizeof(*run.in_all));
	for (enum fairness_subject s = 0; s < FAIRNESS_SUBJECTS; s++) {
		run.history[s] = (struct history){
			.rivals = run.cores - 1, .count = run.windows[s] };
		run.share[s] = bench_scratch(bytes);
		run.longest[s] = bench_scratch(longest);
		if (!run.share[s] || !run.longest[s])
			return false;
	}
	if (!run.queue[FAIRNESS_WORK_QUEUE] || !ring || !slots ||
	    !run.worker || !run.in_all)
		return false;
	ring_init(ring, slots, capacity);
	return true;
}

static bool wanted(const struct settings *settings, enum fairness_subject s)
{
	return settings_wants_row(settings, rows[s].name, false);
}

static bool any_wanted(const struct settings *settings)
{
	return wanted(settings, FAIRNESS_WORK_QUEUE) ||
	       wanted(settings, FAIRNESS_TICKET_RING);
}

/* Says why a round has not come to its end; the row is left out. False: the
 * queue is wrong. */
static bool say_what_passed(void)
{
	const struct record_key key = key_of(run.subject);

	return trial_passage(&key, rows[run.subject].primitive, &run.passage);
}

static bool run_on(const struct settings *settings, unsigned cores)
{
	struct record_key key;
	unsigned done;

	run.cores = cores;
	key = key_of(FAIRNESS_WORK_QUEUE);
	scratch_empty();
	timesharing_look(cores);
	if (!prove(FAIRNESS_WORK_QUEUE) || !prove(FAIRNESS_TICKET_RING))
		return false;
	if (!make()) {
		trial_skip_memory(&key);
		return true;
	}
	if (!trial_rounds(&(struct trial_rounds){
			.rounds = { .subjects = FAIRNESS_SUBJECTS,
				    .wanted = (unsigned)min_u64(
					settings->rounds, ROUNDS_MOST) },
			.pass = pass }, &done))
		return say_what_passed();
	for (enum fairness_subject s = 0; s < FAIRNESS_SUBJECTS; s++)
		if (wanted(settings, s))
			report(s);
	return true;
}

unsigned workqueue_fairness_steps(const struct settings *settings)
{
	return any_wanted(settings) ? counts_above_one(settings) : 0;
}

bool workqueue_fairness(const struct settings *settings)
{
	return !any_wanted(settings) || counts_run(settings, run_on);
}
