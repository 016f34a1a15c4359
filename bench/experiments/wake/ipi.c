/* SPDX-License-Identifier: MIT */
/*
 * Interrupts from core to core: until the sender sees what the handler has
 * stored, there and back, by the two cores' stamps, and to several at once. The
 * targets run with interrupts on and do nothing else.
 */
#include "bench/conditions/core_pairs.h"
#include "bench/experiments/wake/wake.h"
#include "bench/harness/sweep.h"
#include "bench/stats/stats.h"
#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/interrupts.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/options.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

OPTION_NUMBER(opt_deaf, "deaf", MACHINE_MAX_CORES, 1, MACHINE_MAX_CORES,
	      "core that lets no interrupt in while it is sent some (a test)");

#define TEXT_MAX 96u
#define LOOKS_A_CLOCK_READ 1024u
#define NOBODY 0u /* core 0 never is a target */

enum kind { STORE, STAMP, TRIP, EACH, BROADCAST, KINDS };

static const struct variant rows[KINDS] = {
	[STORE] = { .name = "ipi/store", .per = "interrupt + store seen",
		    .summary = "interrupt a core, see its store" },
	[STAMP] = { .name = "ipi/stamp", .per = "one way, to the handler",
		    .summary = "interrupt a core, to its handler" },
	[TRIP] = { .name = "ipi/trip", .per = "round trip (2 interrupts)",
		   .summary = "interrupt a core, be interrupted back" },
	[EACH] = { .name = "ipi/each", .per = "all have taken it",
		   .summary = "interrupt all others, one by one" },
	[BROADCAST] = { .name = "ipi/broadcast", .per = "all have taken it",
			.summary = "interrupt all others at once" },
};
ROWS(wake, rows);

/* The run in progress, or the last one. */
static struct {
	const struct wake_plan *plan;
	unsigned first, last; /* the targets: one by one, or ... */
	bool broadcast;       /* ... all others by one command */
	bool back;            /* the target sends one back */
	bool stamp;           /* samples are the way to the last target's
			       * handler by the clocks of both */
	int64_t *samples;     /* NULL: a check */

	unsigned silent;      /* the one that has not taken one, or NOBODY */
	uint32_t n;           /* shots */

	/* atomic */
	uint32_t over __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint32_t listening;
} shot;

static uint64_t before[MACHINE_MAX_CORES]; /* a shot: what each had taken */

/* ---- the targets ------------------------------------------------------- */

/* Takes them, and sends one back for each after `seen` if it is to; halted in
 * between where cores take turns. */
static void listen(unsigned core, uint64_t seen)
{
	bool polite = shot.plan->timeshared;

	while (!atomic_load_relaxed(&shot.over)) {
		if (shot.back && machine_ipis(core) != seen) {
			seen = machine_ipis(core);
			machine_ipi(0);
		} else if (polite) {
			machine_wait(MACHINE_NEVER);
		}
		cpu_relax();
	}
}

static void be_target(unsigned core, void *arg)
{
	bool deaf = core == opt_deaf.number;
	/* Before R1: the first one may come with it. */
	uint64_t seen = machine_ipis(core);

	(void)arg;
	if (!deaf && !shot.plan->timeshared)
		machine_listen_begin();
	atomic_add_acq_rel(&shot.listening, 1); /* R1: pairs with A1 */
	if (deaf)
		while (!atomic_load_relaxed(&shot.over))
			cpu_relax();
	else
		listen(core, seen);
	if (!deaf && !shot.plan->timeshared)
		machine_listen_end();
}

/* ---- the sender -------------------------------------------------------- */

static void send(void)
{
	if (shot.broadcast)
		machine_ipi_others();
	else
		for (unsigned i = shot.first; i <= shot.last; i++)
			machine_ipi(i);
}

/* Until that core has taken one more; false if it does not in time. */
static bool taken(unsigned core, uint64_t start)
{
	uint32_t looks = 0;

	while (machine_ipis(core) == before[core]) {
		if (++looks % LOOKS_A_CLOCK_READ == 0 &&
		    tsc_read() - start > shot.plan->patience)
			return false;
		cpu_relax();
	}
	return true;
}

static void await_all(uint64_t start)
{
	unsigned until = shot.back ? 0 : shot.last;

	for (unsigned i = shot.back ? 0 : shot.first; i <= until; i++)
		if (!taken(i, start)) {
			shot.silent = shot.back ? shot.last : i;
			return;
		}
}

/* Ticks until all have taken it, or until the one that came back. */
__attribute__((noinline)) static int64_t one_shot(int64_t *stamp)
{
	uint64_t start, end, theirs;

	before[0] = machine_ipis(0);
	for (unsigned i = shot.first; i <= shot.last; i++)
		before[i] = machine_ipis(i);
	start = tsc_start();
	send();
	await_all(start);
	end = wake_stop();
	theirs = machine_ipi_stamp(shot.last);
	*stamp = (int64_t)above_u64(theirs, start);
	return (int64_t)(end - start);
}

static void shoot(void)
{
	const struct wake_plan *plan = shot.plan;
	uint32_t most = shot.samples ? plan->samples : plan->checks;
	uint64_t end = tsc_read() + (shot.samples ? plan->ticks
						  : plan->check_ticks);
	int64_t ticks, stamp;

	shot.n = 0;
	do {
		ticks = one_shot(&stamp);
		if (shot.samples)
			shot.samples[shot.n] = shot.stamp ? stamp : ticks;
		shot.n++;
	} while (shot.n < most && shot.silent == NOBODY &&
		 tsc_read() < end);
}

static void be_sender(void)
{
	uint32_t targets = shot.last - shot.first + 1;

	/* A1: pairs with R1: they listen. */
	while (atomic_load_acquire(&shot.listening) != targets)
		cpu_relax();
	if (shot.back)
		machine_listen_begin();
	shoot();
	if (shot.back)
		machine_listen_end();
	atomic_store_relaxed(&shot.over, 1); /* only a hint: no order */
	for (unsigned i = shot.first; i <= shot.last; i++)
		machine_wake(i);
}

/* A check, or a round of samples. False if a core did not take one. */
static bool shoot_at_targets(int64_t *samples)
{
	shot.samples = samples;
	shot.over = shot.listening = 0;
	for (unsigned i = shot.first; i <= shot.last; i++)
		machine_start(i, be_target, NULL);
	be_sender();
	machine_join();
	return shot.silent == NOBODY;
}

/* A run in which each has to be taken exactly once: one too many would be one
 * that none has sent. */
static bool each_taken_once(void)
{
	static uint64_t earlier[MACHINE_MAX_CORES];
	bool ok;

	for (unsigned i = 0; i <= shot.last; i++)
		earlier[i] = machine_ipis(i);
	ok = shoot_at_targets(NULL);
	for (unsigned i = shot.first; i <= shot.last; i++)
		ok &= machine_ipis(i) - earlier[i] == shot.n;
	return ok && machine_ipis(0) - earlier[0] == (shot.back ? shot.n : 0);
}

/* ---- rows -------------------------------------------------------------- */

static enum kind kind_of(const struct row *row)
{
	return (enum kind)((const struct variant *)row->of - rows);
}

static const struct record_key *key_of(enum kind kind)
{
	static struct record_key key;

	key = *WAKE_KEY(rows[kind].name, shot.last - shot.first + 2);
	return &key;
}

static void aim(enum kind kind)
{
	shot.broadcast = kind == BROADCAST;
	shot.back = kind == TRIP;
	shot.stamp = kind == STAMP;
}

/* The verdict on the last run. */
static bool judged(enum kind kind, bool ok)
{
	char text[TEXT_MAX] = "a core took more than it was sent";

	if (shot.silent != NOBODY)
		format(text, sizeof(text), "core %u took no interrupt for "
		       "%lu ms", shot.silent,
		       shot.plan->patience / ticks_of_ms(1));
	return wake_verdict(key_of(kind), &(struct proof){
		.property = "each interrupt is taken once",
		.proven = proven_if(ok), .operations = shot.n, .why = text });
}

/* A core that was silent once is not asked again: each time costs the whole
 * patience. */
static bool skip_silent(enum kind kind)
{
	char text[TEXT_MAX];

	if (shot.silent < shot.first || shot.silent > shot.last)
		return false;
	format(text, sizeof(text), "core %u takes no interrupt", shot.silent);
	trial_skip(key_of(kind), text);
	return true;
}

static bool proven(enum kind kind)
{
	const char *unfit = kind == STAMP && !machine_clock()->skew_known ?
		"how far two cores' clocks are apart is not known" : NULL;

	if (unfit)
		return trial_skip(key_of(kind), unfit);
	if (skip_silent(kind))
		return false;
	shot.silent = NOBODY;
	aim(kind);
	return judged(kind, each_taken_once());
}

static uint32_t take(struct row *row, unsigned round, int64_t *samples)
{
	enum kind kind = kind_of(row);

	(void)round;
	aim(kind);
	if (skip_silent(kind) ||
	    !(shoot_at_targets(samples) || judged(kind, false)))
		return 0;
	/* One core's stamp less the other's: only above what they may be off. */
	if (kind == STAMP && stats_median(samples, shot.n) <=
				     (int64_t)machine_clock()->skew_ticks)
		return trial_skip(key_of(kind), "shorter than two cores' "
				  "clocks may be apart");
	return shot.n;
}

static void log_pair(const void *of)
{
	wake_log_pair(of);
	if (kind_of(of) == STAMP)
		log_number("skew_ticks", machine_clock()->skew_ticks);
}

/* They take turns, since they are compared. */
static void time_kinds(enum kind from, enum kind to, unsigned first,
		       unsigned last)
{
	static struct row row[KINDS];
	const struct param partner[] = { { "partner", last }, { NULL, 0 } };
	bool pair = to < EACH;
	unsigned count = 0;

	shot.first = first;
	shot.last = last;
	for (enum kind kind = from; kind <= to; kind++) {
		if (!wake_wants(shot.plan, rows[kind].name) || !proven(kind))
			continue;
		row[count] = (struct row){
			.result = { .key = *key_of(kind), .batch = 1,
				    .per = rows[kind].per,
				    .fields = pair ? log_pair : NULL },
			.take = take, .of = (void *)&rows[kind],
			.cores = last + 1 };
		if (pair)
			row[count].result.key.params = partner;
		count++;
	}
	wake_measure(shot.plan, row, count);
}

static void time_many(const struct settings *settings)
{
	bool all = settings->cores == machine_cores();

	for (unsigned c = 2; c; c = sweep_next_cores(settings, c)) {
		shot.plan = wake_plan(settings, c);
		time_kinds(EACH, all && c == settings->cores ? BROADCAST : EACH,
			   1, c - 1);
	}
	if (!all)
		wake_skip(shot.plan, rows[BROADCAST].name,
			  "it would reach cores that are left out (cores=)");
}

void wake_ipis(const struct settings *settings)
{
	const char *missing = machine_ipi_missing() ?:
		settings->cores < 2 ? "no second core to interrupt" : NULL;
	unsigned cores = settings_all_cores(settings), partner = 0;

	shot.plan = wake_plan(settings, settings->cores < 2 ? 1 : 2);
	for (enum kind kind = 0; kind < KINDS; kind++)
		wake_skip(shot.plan, rows[kind].name, missing);
	if (missing)
		return;
	shot.silent = NOBODY;
	while ((partner = core_pairs_next(cores, partner, machine_core_info)))
		time_kinds(STORE, TRIP, partner, partner);
	time_many(settings);
}
