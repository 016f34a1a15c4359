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
#define SPLITS_FULL 8u          /* cores: of more not all splits are measured */

typedef uint64_t loop_fn(void *queue, uint64_t count);

/* A queue in one of the ways: row->of. */
struct way {
	struct passage passage; /* first: passage_take() wants it */
	loop_fn *push, *take;
	char name[NAME_MAX];
	struct param params[4];
};

/* The rows of the split in progress. */
static struct {
	unsigned producers, cores; /* who does not produce consumes */
	struct row *row;
	struct way *way;
	unsigned count;

	/* atomic: items nobody has claimed yet to push, and to take */
	uint64_t unpushed __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint64_t untaken __attribute__((aligned(MACHINE_LINE_PAIR)));
} run;

/* ---- one round --------------------------------------------------------------- */

/* Takes a chunk off the counter; false: none is left. */
static bool claim(uint64_t *left)
{
	return (int64_t)atomic_sub_relaxed(left, CHUNK) >= (int64_t)CHUNK;
}

/* Until all are claimed, or the queue stays full or empty for too long. Returns
 * how many items were moved. */
static uint64_t move(uint64_t *left, void *queue, loop_fn *loop)
{
	uint64_t moved = 0, done = CHUNK;

	while (done == CHUNK && claim(left)) {
		done = loop(queue, CHUNK);
		moved += done;
	}
	return moved;
}

static void on_core(unsigned core, void *arg)
{
	const struct way *way = arg;
	struct passage *p = arg;
	bool produces = core < run.producers;
	uint64_t start, moved;

	if (!core)
		run.unpushed = run.untaken = p->wanted;
	timesharing_meet(&p->gate);
	start = tsc_read();
	moved = produces ? move(&run.unpushed, p->queue, way->push)
			 : move(&run.untaken, p->queue, way->take);
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

static loop_fn *take_loop(const struct queue_kind *kind, bool bulk)
{
	if (kind->flags & QUEUE_OWNER)
		return bulk ? kind->steals32 : kind->steals;
	return bulk ? kind->pops32 : kind->pops;
}

static struct row *add_row(const struct queue_kind *kind, void *queue,
			   bool bulk)
{
	struct way *way = &run.way[run.count];
	struct row *row = &run.row[run.count++];

	*way = (struct way){
		.passage = { .queue = queue, .pop = kind->pop,
			     .cores = run.cores, .on_core = on_core },
		.push = bulk ? kind->pushes32 : kind->pushes,
		.take = take_loop(kind, bulk),
		.params = { { "producers", run.producers },
			    { "consumers", run.cores - run.producers },
			    { "bulk", bulk ? 32 : 1 }, { NULL, 0 } } };
	format(way->name, sizeof(way->name), "%s" ACROSS, kind->name);
	*row = (struct row){
		.result = { .key = { "queue", way->name, run.cores,
				     way->params },
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
	const struct record_key key = { "queue", name, run.cores, NULL };
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
	queue_check(kind, run.producers, run.cores, &proof);
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

ROWS_EACH(queue, NAMES_QUEUES, "", ACROSS,
	  "some cores produce, the others consume");

/* Is it asked for, and may so many push and take? */
static bool wanted(const struct settings *settings,
		   const struct queue_kind *kind, unsigned producers,
		   unsigned cores)
{
	unsigned many = kind->flags & QUEUE_OWNER ? QUEUE_STEAL
						  : QUEUE_MANY_POP;
	char name[NAME_MAX];

	format(name, sizeof(name), "%s" ACROSS, kind->name);
	return (producers == 1 || kind->flags & QUEUE_MANY_PUSH) &&
	       (producers == cores - 1 || kind->flags & many) &&
	       settings_wants_row(settings, name, queue_full_only(kind));
}

/* How many produce after so many; 0: that was the last split. All splits of a
 * few cores; of many, the ends and the quarters. */
static unsigned next_split(const struct settings *settings, unsigned producers)
{
	unsigned cores = settings->cores;
	unsigned step = settings->full && cores <= SPLITS_FULL
			? 1 : (cores + 3) / 4;

	if (!producers)
		return cores > 1;
	if (producers == cores - 1)
		return 0;
	return (unsigned)min_u64(producers + step, cores - 1);
}

static unsigned steps(const struct settings *settings)
{
	unsigned rows = 0;

	for (unsigned p = 0; (p = next_split(settings, p));)
		REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
			rows += wanted(settings, *entry, p, settings->cores) *
				WAYS;
	return rows;
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
static bool run_split(const struct settings *settings, unsigned producers,
		      unsigned cores)
{
	bool ok = true;

	scratch_empty();
	run.producers = producers;
	run.cores = cores;
	run.count = 0;
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
		if (wanted(settings, *entry, producers, cores))
			ok &= add_rows(settings, *entry);
	rows_measure(run.row, run.count, PASSAGE_ROUNDS(settings), 0);
	rows_report(run.row, run.count);
	trial_step(timeshared() ? 0 : run.count);
	for (unsigned i = 0; i < run.count; i++)
		ok &= !run.way[i].passage.wrong;
	return ok;
}

/* Where cores take turns, strict hand-overs wait for the host's scheduler each
 * time: one core to one core then, and no more. */
static bool run_crowded(const struct settings *settings)
{
	log_warning("crowded", "queue: cores take turns on fewer real ones: "
		    "one producer and one consumer only");
	trial_begin(&(struct record_key){ "queue", "across", 2, NULL });
	trial_step(steps(settings));
	return run_split(settings, 1, 2);
}

static bool run_across(const struct settings *settings)
{
	const struct record_key key = { "queue", "across", settings->cores,
					NULL };
	bool ok = true;

	if (settings->cores < 2)
		return true;
	if (!make_room())
		return trial_skip_memory(&key);
	timesharing_look(settings->cores);
	if (timeshared())
		return run_crowded(settings);
	for (unsigned p = 0; (p = next_split(settings, p));)
		ok &= run_split(settings, p, settings->cores);
	return ok;
}

EXPERIMENT_RUN(queue, steps, run_across,
	       "what does a queue cost, alone and shared by all cores?",
	       .order = ORDER_WORK_QUEUE,
	       .page = "ring/pair mpmc/pair ring/across mpmc/across");
