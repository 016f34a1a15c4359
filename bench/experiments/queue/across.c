/* SPDX-License-Identifier: MIT */
/*
 * Throughput between cores: some of them produce, the others consume, for
 * the splits of the cores. One sample is a whole round: the time in which all
 * items have gone from producers to consumers, by core 0's clock.
 */
#include "bench/experiments/queue/queue.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/rows.h"
#include "bench/proof/queue_check.h"
#include "bench/harness/trial.h"
#include "bench/samples/history.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/tsc.h"

#define NAME_MAX 32u
#define CHUNK 256u              /* items a core claims at once */
#define FIRST_ITEMS (8 * CHUNK)
#define MOST_ITEMS (1u << 22)
#define ROUNDS_MOST 20u
#define ROUND_MS_MOST 20u

/* A queue in one of two ways on the present split: a row. */
static struct subject {
	const struct queue_kind *kind;
	char name[NAME_MAX];
	void *queue;
	bool bulk;              /* 32 at once */
	bool ok;                /* all items went through so far */
	uint64_t items;         /* of a round */
	int64_t sample[ROUNDS_MOST];
	struct history history;
} *subjects; /* two of each queue, from scratch_keep() */

/* The round in progress. */
static struct {
	const struct queue_kind *kind;
	void *queue;
	struct queue_split split;
	bool bulk;
	uint64_t wall;     /* ticks */
	struct timesharing_gate gate;
	struct passage passage; /* wanted: a multiple of CHUNK */

	/* atomic: items nobody has claimed yet to push, and to take */
	uint64_t unpushed __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint64_t untaken __attribute__((aligned(MACHINE_LINE_PAIR)));
} run;

/* ---- which ----------------------------------------------------------------- */

static bool owned(const struct queue_kind *kind)
{
	return kind->flags & QUEUE_OWNER;
}

static bool fits(const struct queue_kind *kind, struct queue_split split)
{
	bool many_take = kind->flags & (owned(kind) ? QUEUE_STEAL
						    : QUEUE_MANY_POP);

	return (split.producers == 1 || kind->flags & QUEUE_MANY_PUSH) &&
	       (split.consumers == 1 || many_take);
}

_Static_assert(QUEUE_SPLITS_MAX >= 5, "quarters of the cores, and the end");

/* All splits of a few cores; of many, the ends and the quarters. */
static unsigned splits_of(unsigned cores, bool full,
			  struct queue_split *split)
{
	unsigned step = full && cores <= QUEUE_SPLITS_MAX ? 1 : (cores + 3) / 4;
	unsigned n = 0, p;

	for (p = 1; p < cores - 1; p += step)
		split[n++] = (struct queue_split){ p, cores - p };
	split[n++] = (struct queue_split){ cores - 1, 1 };
	return n;
}

/* Where cores take turns, strict hand-overs wait for the host's scheduler each
 * time: one core to one core then, and no more. */
static unsigned splits_now(const struct settings *settings,
			   struct queue_split *split)
{
	if (!timeshared())
		return splits_of(settings->cores, settings->full, split);
	log_warning("crowded", "queue: cores take turns on fewer real ones: "
		    "one producer and one consumer only");
	split[0] = (struct queue_split){ 1, 1 };
	trial_begin(&(struct record_key){ "queue", "across", 2, NULL });
	trial_step(queue_across_steps(settings));
	return 1;
}

/* ---- one round --------------------------------------------------------------- */

/* Takes a chunk off the counter; false: none is left. */
static bool claim(uint64_t *left)
{
	return (int64_t)atomic_sub_relaxed(left, CHUNK) >= (int64_t)CHUNK;
}

/* Until all are claimed, or the queue stays full or empty for too long. Returns
 * how many items were moved. */
static uint64_t move(uint64_t *left, uint64_t (*loop)(void *, uint64_t))
{
	uint64_t moved = 0, done = CHUNK;

	while (done == CHUNK && claim(left)) {
		done = loop(run.queue, CHUNK);
		moved += done;
	}
	return moved;
}

static uint64_t produce(void)
{
	return move(&run.unpushed,
		    run.bulk ? run.kind->pushes32 : run.kind->pushes);
}

static uint64_t consume(void)
{
	const struct queue_kind *kind = run.kind;

	return move(&run.untaken,
		    owned(kind) ? run.bulk ? kind->steals32 : kind->steals
				: run.bulk ? kind->pops32 : kind->pops);
}

static void on_core(unsigned core, void *arg)
{
	bool produces = core < run.split.producers;
	uint64_t start, moved;

	(void)arg;
	timesharing_meet(&run.gate);
	start = tsc_read();
	moved = produces ? produce() : consume();
	timesharing_meet(&run.gate);
	if (!core)
		run.wall = tsc_read() - start;
	atomic_add_relaxed(produces ? &run.passage.in : &run.passage.out,
			   moved);
}

/* False: items came late, were lost, or came from nowhere. */
static bool one_round(uint64_t items)
{
	unsigned cores = run.split.producers + run.split.consumers;

	run.unpushed = run.untaken = items;
	run.passage = (struct passage){ .wanted = items };
	timesharing_gate_init(&run.gate, cores);
	machine_run(cores, on_core, NULL);
	passage_end(&run.passage, run.kind->pop, run.queue);
	return passage_proven(&run.passage) == PROVEN;
}

/* ---- the rows of a split ------------------------------------------------- */

static void use(const struct subject *s)
{
	run.kind = s->kind;
	run.queue = s->queue;
	run.bulk = s->bulk;
	trial_begin(&(struct record_key){
		"queue", s->name, run.split.producers + run.split.consumers,
		NULL });
}

/* Once more, if it was long: the other core may have been away. */
static bool try_round(uint64_t items, uint64_t ticks)
{
	uint64_t first;

	if (!one_round(items))
		return false;
	first = run.wall;
	if (first * 2 <= ticks || timeshared())
		return true;
	if (!one_round(items))
		return false;
	run.wall = min_u64(run.wall, first);
	return true;
}

/* As many as fill a round, and its time; 0: not all went through. */
static uint64_t enough_items(const struct settings *settings)
{
	uint64_t ticks = trial_box(settings, settings->rounds, 1,
				   ROUND_MS_MOST);
	uint64_t items = FIRST_ITEMS;

	while (try_round(items, ticks)) {
		if (run.wall * 2 > ticks || items >= MOST_ITEMS || timeshared())
			return items;
		items *= 2;
	}
	return 0;
}

static bool make(struct subject *s)
{
	void *memory;

	s->queue = bench_scratch(s->kind->size);
	memory = bench_scratch(s->kind->bytes(QUEUE_ACROSS_CAPACITY));
	if (!s->queue || !memory)
		return false;
	s->kind->init(s->queue, memory, QUEUE_ACROSS_CAPACITY);
	return true;
}

/* It has no row. False: it is wrong. */
static bool leave_out(struct subject *s)
{
	s->ok = false;
	return trial_passage(&(struct record_key){
		"queue", s->name, run.split.producers + run.split.consumers,
		NULL }, s->kind->name, &run.passage);
}

/* A sample a round: each item went through once. */
static bool pass(void *ok, unsigned subject, unsigned round)
{
	struct subject *s = &subjects[subject];
	unsigned cores = run.split.producers + run.split.consumers;

	if (!s->ok)
		return true;
	use(s);
	do {
		history_begin(&s->history, cores);
		if (!one_round(s->items)) {
			*(bool *)ok &= leave_out(s);
			return true;
		}
		s->sample[round] = (int64_t)run.wall;
	} while (!history_add(&s->history, &s->sample[round], 1));
	return true;
}

static void report(struct subject *s)
{
	const struct param params[] = {
		{ "producers", run.split.producers },
		{ "consumers", run.split.consumers },
		{ "bulk", s->bulk ? 32 : 1 }, { NULL, 0 } };

	use(s);
	if (s->ok)
		trial_report_rounds(&(struct result){
			.key = { "queue", s->name, run.split.producers +
				 run.split.consumers, params },
			.per = "item, all cores together",
			.primitive = s->kind->name,
			.capacity = QUEUE_ACROSS_CAPACITY,
			.batch = (uint32_t)s->items },
			&s->history, s->sample, s->history.rounds);
	trial_step(!timeshared());
}

/* Proves the queue; both ways of it are subjects then. False: it is wrong. */
static bool add_subjects(const struct settings *settings, unsigned *count,
			 const struct subject *wanted)
{
	const struct record_key key = {
		"queue", wanted->name,
		run.split.producers + run.split.consumers, NULL };
	struct proof proof;
	struct subject made = *wanted;

	trial_begin(&key);
	if (!make(&made)) {
		trial_skip_memory(&key);
		return true;
	}
	queue_check(made.kind, run.split.producers, key.cores, &proof);
	if (!trial_verdict(&key, &proof))
		return false;
	made.ok = true;
	for (unsigned bulk = 0; made.ok && bulk < 2; bulk++) {
		struct subject *s = &subjects[(*count)++];

		made.bulk = bulk;
		*s = made;
		use(s);
		s->items = enough_items(settings);
		s->history.pilot = (int64_t)run.wall;
		if (!s->items)
			made.ok = leave_out(s);
	}
	return made.ok;
}

/* ---- all rows -------------------------------------------------------------------- */

static bool wanted(const struct settings *settings,
		   const struct queue_kind *kind, char *name)
{
	format(name, NAME_MAX, "%s/across", kind->name);
	return settings_wants_row(settings, name, queue_full_only(kind));
}

ROWS_EACH(queue, NAMES_QUEUES, "", "/across",
	  "some cores produce, the others consume");

unsigned queue_across_steps(const struct settings *settings)
{
	struct queue_split split[QUEUE_SPLITS_MAX];
	unsigned steps = 0, n;
	char name[NAME_MAX];

	if (settings->cores < 2)
		return 0;
	n = splits_of(settings->cores, settings->full, split);
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		for (unsigned i = 0; i < n; i++)
			if (wanted(settings, *entry, name) &&
			    fits(*entry, split[i]))
				steps += 2;
	return steps;
}

static unsigned queues(void)
{
	unsigned n = 0;

	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		n++;
	return n;
}

/* Whoever fits this split, in rounds that are compared. */
static bool run_split(const struct settings *settings,
		      struct queue_split split)
{
	struct subject made = { 0 };
	unsigned count = 0, done;
	bool ok = true;

	scratch_empty();
	run.split = split;
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry) {
		made.kind = *entry;
		if (wanted(settings, *entry, made.name) && fits(*entry, split))
			ok &= add_subjects(settings, &count, &made);
	}
	if (count)
		trial_rounds(&(struct trial_rounds){
			.rounds = { .subjects = count,
				    .wanted = (unsigned)min_u64(
					settings->rounds, ROUNDS_MOST) },
			.pass = pass, .of = &ok }, &done);
	for (unsigned i = 0; i < count; i++)
		report(&subjects[i]);
	return ok;
}

bool queue_across_run(const struct settings *settings)
{
	const struct record_key key = { "queue", "across", settings->cores,
					NULL };
	struct queue_split split[QUEUE_SPLITS_MAX];
	unsigned splits;
	bool ok = true;

	if (settings->cores < 2)
		return true;

	subjects = scratch_keep(2 * queues() * sizeof(*subjects));
	if (!subjects)
		return trial_skip_memory(&key);
	timesharing_look(settings->cores);
	splits = splits_now(settings, split);
	for (unsigned i = 0; i < splits; i++)
		ok &= run_split(settings, split[i]);
	return ok;
}
