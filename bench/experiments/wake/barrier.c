/* SPDX-License-Identifier: MIT */
/* What it costs N cores to meet: every registered barrier, on 2 .. N cores. */
#include "bench/conditions/watchdog.h"
#include "bench/config/rows.h"
#include "bench/experiments/wake/wake.h"
#include "bench/harness/sweep.h"
#include "bench/samples/scratch.h"
#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/barrier/barrier.h"

#define KINDS_MAX 8u
#define NAME_MAX 32u
#define BATCH 16u   /* meetings a sample; 1 where one takes longer than */
#define BATCH_US 50u
#define CHECK_MS 3000u /* at most; a calm host needs some of them */
#define MEETINGS 1000u  /* so many, and each core was waited for so often: */
#define WAITED_FOR 50u  /* then the barrier is proven */
#define SPIN_US 50u /* of the check: a core looks for the others, then naps */
#define LATE_US 5000u /* at most, all in all */
#define STAY_US 8u  /* and then lets them wait, less than that, */
#define STAY_LONG_US 500u /* or, once in so many meetings, so long */
#define STAYS_LONG 16u
#define NEVER UINT64_MAX

/* What a core has reached; its own, but for reading. */
struct reached {
	uint64_t comes;      /* atomic: the meeting that it is about to come to */
	uint64_t episode;    /* atomic: the same, where it came late: afterwards */
	uint64_t waited_for; /* atomic: times it came when all others had */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static struct {
	const struct wake_plan *plan;
	const struct barrier_kind *kind;
	void *barrier, *memory;
	struct reached *reached; /* one each */
	uint32_t batch;
	uint64_t last;      /* atomic: episode or batch after which all go home */
	uint32_t early;     /* atomic: one had left before another had come */
	int64_t *samples;
	uint32_t n;
} meet;

static struct row rows[KINDS_MAX];

/* Room for any of the kinds. False: there is none. */
static bool make_room(void)
{
	unsigned cores = meet.plan->cores;
	size_t size = 0, memory = 0;

	BARRIER_EACH(entry) {
		size = max_u64(size, (*entry)->size);
		memory = max_u64(memory, (*entry)->memory(cores));
	}
	meet.barrier = bench_scratch(size);
	meet.memory = bench_scratch(memory);
	meet.reached = bench_scratch(cores * sizeof(*meet.reached));
	return meet.barrier && meet.memory && meet.reached;
}

static void use(const struct barrier_kind *kind)
{
	meet.kind = kind;
	meet.last = NEVER;
	kind->init(meet.barrier, meet.memory, meet.plan->cores);
}

/* ---- does it hold? ----------------------------------------------------- */

/* Only core 0 knows that this episode is the last one, and tells so before
 * all meet in it; who reads the number of a later one goes on. */
static void tell_last(uint64_t episode, bool enough)
{
	if (enough)
		atomic_store_relaxed(&meet.last, episode);
}

static bool others_come(unsigned core, uint64_t episode)
{
	for (unsigned i = 0; i < meet.plan->cores; i++)
		if (i != core &&
		    atomic_load_relaxed(&meet.reached[i].comes) != episode)
			return false;
	return true;
}

/* It naps where one does not come: they may take turns. */
static bool await_others(unsigned core, uint64_t episode)
{
	uint64_t begin = tsc_read(), now = begin;

	while (!others_come(core, episode)) {
		if (now - begin > ticks_of_us(LATE_US))
			return false;
		if (now - begin > ticks_of_us(SPIN_US))
			machine_wait(now + ticks_of_us(SPIN_US));
		cpu_relax();
		now = tsc_read();
	}
	return true;
}

static uint64_t stay_us(uint64_t episode)
{
	return episode % STAYS_LONG ? episode / meet.plan->cores % STAY_US
				    : STAY_LONG_US;
}

/* One of the cores comes when all others have, and lets them wait a while. */
static void come_late(unsigned core, uint64_t episode)
{
	uint64_t *waited_for = &meet.reached[core].waited_for, stay;

	if (!await_others(core, episode))
		return;
	atomic_store_relaxed(waited_for, *waited_for + 1);
	stay = tsc_read() + ticks_of_us(stay_us(episode));
	while (tsc_read() < stay)
		cpu_relax();
}

/* Any of them: one that takes turns could keep step with a mistake. */
static unsigned late_core(uint64_t episode)
{
	uint32_t x = (uint32_t)episode * 0x85ebca6b; /* Appleby, MurmurHash3 */

	x = (x ^ x >> 13) * 0xc2b2ae35;
	return (x ^ x >> 16) % meet.plan->cores;
}

static uint64_t least_waited_for(void)
{
	uint64_t least = NEVER;

	for (unsigned i = 0; i < meet.plan->cores; i++)
		least = min_u64(least, atomic_load_relaxed(
					&meet.reached[i].waited_for));
	return least;
}

static bool checked_enough(uint64_t episodes, uint64_t end)
{
	return atomic_load_relaxed(&meet.early) || tsc_read() > end ||
	       (episodes >= MEETINGS && least_waited_for() >= WAITED_FOR);
}

/* Nobody can be behind who has left it, and nobody two ahead. */
static void look_who_came(uint64_t episode)
{
	for (unsigned i = 0; i < meet.plan->cores; i++)
		if (atomic_load_relaxed(&meet.reached[i].episode) - episode > 1)
			atomic_store_relaxed(&meet.early, 1);
}

static void check(unsigned core, void *arg)
{
	struct reached *mine = &meet.reached[core];
	uint64_t end = tsc_read() + ticks_of_ms(CHECK_MS), e = 0;

	(void)arg;
	do {
		atomic_store_relaxed(&mine->comes, ++e);
		if (late_core(e) == core)
			come_late(core, e);
		atomic_store_relaxed(&mine->episode, e);
		/* The next: who leaves this one early may be on its way there. */
		if (core == 0 && meet.last == NEVER)
			tell_last(e + 1, checked_enough(e, end));
		meet.kind->wait(meet.barrier, core);
		look_who_came(e);
	} while (e < atomic_load_relaxed(&meet.last));
}

/* Did a meeting take long, less what the late cores stayed away? */
static bool slow(uint64_t ticks, uint64_t episodes)
{
	uint64_t stayed = 0;

	for (uint64_t e = 1; e <= episodes; e++)
		stayed += ticks_of_us(stay_us(e));
	return above_u64(ticks, stayed) / episodes > ticks_of_us(BATCH_US);
}

static bool proven(const struct row *row)
{
	struct proof proof = {
		.property = "no core leaves before all have come",
		.proven = PROVEN, .count = { { "waited_for", 0 } } };
	uint64_t start, waited_for;

	use(row->of);
	meet.early = 0;
	memset(meet.reached, 0, meet.plan->cores * sizeof(*meet.reached));
	start = tsc_read();
	watchdog_begin();
	machine_run(meet.plan->cores, check, NULL);
	watchdog_end();
	if (slow(tsc_read() - start, meet.last))
		meet.batch = 1;
	waited_for = least_waited_for();
	proof.count[0].value = waited_for;
	proof.operations = meet.plan->cores * meet.last;
	if (meet.early) {
		proof.proven = DISPROVEN;
		proof.why = "a core left before all had come";
	} else if (meet.last < MEETINGS || waited_for < WAITED_FOR) {
		proof.proven = NOT_PROVEN;
		proof.why = "the cores seldom waited for each other";
	}
	return wake_verdict(&row->result.key, &proof);
}

/* ---- what does it cost? ------------------------------------------------ */

/* As many batches as core 0; see tell_last(). */
static void partner(unsigned core)
{
	uint64_t batches = 0;

	do {
		meet.kind->waits(meet.barrier, core, meet.batch);
		batches++;
	} while (batches != atomic_load_relaxed(&meet.last));
}

__attribute__((noinline)) static int64_t one_batch(void)
{
	uint64_t start = tsc_start();

	meet.kind->waits(meet.barrier, 0, meet.batch);
	return (int64_t)(wake_stop() - start);
}

static void sample(void)
{
	uint64_t end = tsc_read() + meet.plan->ticks;

	meet.n = 0;
	(void)one_batch(); /* all have come: thrown away */
	do {
		meet.samples[meet.n++] = one_batch();
	} while (meet.n < meet.plan->samples && tsc_read() < end);
	tell_last(meet.n + 2, true);
	(void)one_batch();
}

static void take_part(unsigned core, void *arg)
{
	(void)arg;
	if (core)
		partner(core);
	else
		sample();
}

static uint32_t take(struct row *row, unsigned round, int64_t *samples)
{
	(void)round;
	use(row->of);
	meet.samples = samples;
	machine_run(meet.plan->cores, take_part, NULL);
	return meet.n;
}

/* ---- rows -------------------------------------------------------------- */

ROWS_EACH(wake, NAMES_BARRIERS, "barrier/", "", NULL);

/* Those that are to be timed. */
static unsigned list_rows(bool room)
{
	static char name[KINDS_MAX][NAME_MAX];
	unsigned count = 0;

	BARRIER_EACH(entry) {
		struct row *row = &rows[count];

		if (count == KINDS_MAX)
			break;
		format(name[count], NAME_MAX, "barrier/%s", (*entry)->name);
		*row = (struct row){ .result = {
			.key = *WAKE_KEY(name[count], meet.plan->cores),
			.per = "meeting" },
			.take = take, .of = (void *)*entry };
		if (!wake_wants(meet.plan, name[count]))
			continue;
		if (!room)
			trial_skip_memory(&row->result.key);
		else
			count += proven(row);
	}
	return count;
}

static void on_cores(const struct wake_plan *plan)
{
	unsigned count;

	meet.plan = plan;
	meet.batch = plan->timeshared ? 1 : BATCH;
	count = list_rows(make_room());
	for (unsigned i = 0; i < count; i++)
		rows[i].result.batch = meet.batch;
	wake_measure(plan, rows, count);
}

void wake_barriers(const struct settings *settings)
{
	if (settings->cores < 2)
		wake_skip(wake_plan(settings, 1), "barrier",
			  "no second core to meet");
	for (unsigned c = sweep_next_cores(settings, 1); c;
	     c = sweep_next_cores(settings, c))
		on_cores(wake_plan(settings, c));
}
