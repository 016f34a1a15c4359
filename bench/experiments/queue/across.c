/* SPDX-License-Identifier: MIT */
/*
 * Throughput between cores: some of them produce, the others consume, for
 * the splits of the cores. One sample is a whole round: the time in which all
 * items have gone from producers to consumers, by core 0's clock.
 */
#include "bench/config/rows.h"
#include "bench/harness/passage.h"
#include "bench/proof/queue_check.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"

#define ACROSS "/across"
#define NAME_MAX 32u
#define CHUNK 256u              /* items a core claims at once */
#define FIRST_ITEMS (8 * CHUNK) /* a multiple of it, as all that follow */
#define MOST_ITEMS (1u << 22)
#define ROUND_MS_MOST 20u
#define WAYS 2u                 /* one by one, and 32 at once */

/* Of the cores that are at a queue. */
struct split {
	unsigned producers, consumers;
};
#define SPLITS_MAX 8u

/* A queue in one of the ways: row->of. */
struct way {
	struct passage passage; /* first: passage_take() wants it */
	const struct queue_kind *kind;
	bool bulk;
	char name[NAME_MAX];
	struct param params[4];
};

/* The rows of the split in progress. */
static struct {
	struct split split;
	struct row *row;
	struct way *way;
	unsigned count;

	/* atomic: items nobody has claimed yet to push, and to take */
	uint64_t unpushed __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint64_t untaken __attribute__((aligned(MACHINE_LINE_PAIR)));
} run;

/* ---- which ----------------------------------------------------------------- */

static bool owned(const struct queue_kind *kind)
{
	return kind->flags & QUEUE_OWNER;
}

static bool fits(const struct queue_kind *kind, struct split split)
{
	bool many_take = kind->flags & (owned(kind) ? QUEUE_STEAL
						    : QUEUE_MANY_POP);

	return (split.producers == 1 || kind->flags & QUEUE_MANY_PUSH) &&
	       (split.consumers == 1 || many_take);
}

_Static_assert(SPLITS_MAX >= 5, "quarters of the cores, and the end");

/* All splits of a few cores; of many, the ends and the quarters. */
static unsigned splits_of(unsigned cores, bool full,
			  struct split *split)
{
	unsigned step = full && cores <= SPLITS_MAX ? 1 : (cores + 3) / 4;
	unsigned n = 0, p;

	for (p = 1; p < cores - 1; p += step)
		split[n++] = (struct split){ p, cores - p };
	split[n++] = (struct split){ cores - 1, 1 };
	return n;
}

/* ---- one round --------------------------------------------------------------- */

/* Takes a chunk off the counter; false: none is left. */
static bool claim(uint64_t *left)
{
	return (int64_t)atomic_sub_relaxed(left, CHUNK) >= (int64_t)CHUNK;
}

/* Until all are claimed, or the queue stays full or empty for too long. Returns
 * how many items were moved. */
static uint64_t move(uint64_t *left, void *queue,
		     uint64_t (*loop)(void *, uint64_t))
{
	uint64_t moved = 0, done = CHUNK;

	while (done == CHUNK && claim(left)) {
		done = loop(queue, CHUNK);
		moved += done;
	}
	return moved;
}

static uint64_t produce(const struct way *way)
{
	const struct queue_kind *kind = way->kind;

	return move(&run.unpushed, way->passage.queue,
		    way->bulk ? kind->pushes32 : kind->pushes);
}

static uint64_t consume(const struct way *way)
{
	const struct queue_kind *kind = way->kind;

	return move(&run.untaken, way->passage.queue,
		    owned(kind) ? way->bulk ? kind->steals32 : kind->steals
				: way->bulk ? kind->pops32 : kind->pops);
}

static void on_core(unsigned core, void *arg)
{
	struct way *way = arg;
	struct passage *p = &way->passage;
	bool produces = core < run.split.producers;
	uint64_t start, moved;

	if (!core)
		run.unpushed = run.untaken = p->wanted;
	timesharing_meet(&p->gate);
	start = tsc_read();
	moved = produces ? produce(way) : consume(way);
	timesharing_meet(&p->gate);
	if (!core)
		p->wall = tsc_read() - start;
	atomic_add_relaxed(produces ? &p->in : &p->out, moved);
}

/* ---- the rows of a split ------------------------------------------------- */

static void *make(const struct queue_kind *kind)
{
	void *queue = bench_scratch(kind->size);
	void *memory = bench_scratch(kind->bytes(QUEUE_ACROSS_CAPACITY));

	if (!queue || !memory)
		return NULL;
	kind->init(queue, memory, QUEUE_ACROSS_CAPACITY);
	return queue;
}

static struct row *add_row(const struct queue_kind *kind, void *queue,
			   bool bulk)
{
	struct way *way = &run.way[run.count];
	struct row *row = &run.row[run.count++];
	unsigned cores = run.split.producers + run.split.consumers;

	*way = (struct way){
		.passage = { .queue = queue, .pop = kind->pop, .cores = cores,
			     .on_core = on_core },
		.kind = kind, .bulk = bulk,
		.params = { { "producers", run.split.producers },
			    { "consumers", run.split.consumers },
			    { "bulk", bulk ? 32 : 1 }, { NULL, 0 } } };
	format(way->name, sizeof(way->name), "%s" ACROSS, kind->name);
	*row = (struct row){
		.result = { .key = { "queue", way->name, cores, way->params },
			    .per = "item, all cores together",
			    .primitive = kind->name,
			    .capacity = QUEUE_ACROSS_CAPACITY },
		.take = passage_take, .of = way };
	return row;
}

/* Proves the queue; each way of it is a row then, until one is out. False: it
 * is wrong. */
static bool add_rows(const struct settings *settings,
		     const struct queue_kind *kind)
{
	char name[NAME_MAX];
	const struct record_key key = {
		"queue", name, run.split.producers + run.split.consumers,
		NULL };
	struct proof proof;
	bool out = false;
	void *queue;

	format(name, sizeof(name), "%s" ACROSS, kind->name);
	trial_begin(&key);
	queue = make(kind);
	if (!queue) {
		trial_skip_memory(&key);
		return true;
	}
	queue_check(kind, run.split.producers, key.cores, &proof);
	if (!trial_verdict(&key, &proof))
		return false;
	for (unsigned bulk = 0; !out && bulk < WAYS; bulk++) {
		struct row *row = add_row(kind, queue, bulk);

		passage_fill(row, FIRST_ITEMS, MOST_ITEMS,
			     trial_box(settings, settings->rounds, 1,
				       ROUND_MS_MOST));
		out = row->out;
	}
	return true;
}

/* ---- all rows -------------------------------------------------------------------- */

static bool wanted(const struct settings *settings,
		   const struct queue_kind *kind, struct split split)
{
	char name[NAME_MAX];

	format(name, sizeof(name), "%s" ACROSS, kind->name);
	return fits(kind, split) &&
	       settings_wants_row(settings, name, queue_full_only(kind));
}

ROWS_EACH(queue, NAMES_QUEUES, "", ACROSS,
	  "some cores produce, the others consume");

static unsigned steps(const struct settings *settings)
{
	struct split split[SPLITS_MAX];
	unsigned rows = 0, n;

	if (settings->cores < 2)
		return 0;
	n = splits_of(settings->cores, settings->full, split);
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		for (unsigned i = 0; i < n; i++)
			rows += wanted(settings, *entry, split[i]) * WAYS;
	return rows;
}

/* Where cores take turns, strict hand-overs wait for the host's scheduler each
 * time: one core to one core then, and no more. */
static unsigned splits_now(const struct settings *settings,
			   struct split *split)
{
	if (!timeshared())
		return splits_of(settings->cores, settings->full, split);
	log_warning("crowded", "queue: cores take turns on fewer real ones: "
		    "one producer and one consumer only");
	split[0] = (struct split){ 1, 1 };
	trial_begin(&(struct record_key){ "queue", "across", 2, NULL });
	trial_step(steps(settings));
	return 1;
}

static bool make_room(void)
{
	unsigned most = 0;

	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		most += WAYS;
	run.row = scratch_keep(most * sizeof(*run.row));
	run.way = scratch_keep(most * sizeof(*run.way));
	return run.row && run.way;
}

/* Whoever fits this split, in rounds that are compared. */
static bool run_split(const struct settings *settings,
		      struct split split)
{
	bool ok = true;

	scratch_empty();
	run.split = split;
	run.count = 0;
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		if (wanted(settings, *entry, split))
			ok &= add_rows(settings, *entry);
	rows_measure(run.row, run.count, PASSAGE_ROUNDS(settings), 0);
	rows_report(run.row, run.count);
	trial_step(timeshared() ? 0 : run.count);
	for (unsigned i = 0; i < run.count; i++)
		ok &= !run.way[i].passage.wrong;
	return ok;
}

static bool run_across(const struct settings *settings)
{
	const struct record_key key = { "queue", "across", settings->cores,
					NULL };
	struct split split[SPLITS_MAX];
	unsigned splits;
	bool ok = true;

	if (settings->cores < 2)
		return true;
	if (!make_room())
		return trial_skip_memory(&key);
	timesharing_look(settings->cores);
	splits = splits_now(settings, split);
	for (unsigned i = 0; i < splits; i++)
		ok &= run_split(settings, split[i]);
	return ok;
}

EXPERIMENT_RUN(queue, steps, run_across,
	       "what does a queue cost, alone and shared by all cores?",
	       .order = ORDER_WORK_QUEUE,
	       .page = "ring/pair mpmc/pair ring/across mpmc/across");
